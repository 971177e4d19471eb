// Package contest plays many matches of the same bots, and says what they tell.
//
// A [Run] plays the matches of a schedule; what its [Memory] has of them is not played again.
// [Compare] finds out whether a bot is better than another, and plays until that is known. An
// [comparison.Answer] is what its matches say, whether they are being played or come from a store.
// [Standings] are what the matches of any schedule say about their bots. A [Search] looks for
// better values of a bot's parameters.
package contest

import (
	"context"
	"fmt"
	"iter"
	"runtime"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/internal/process/worker"
)

// Run plays many matches of the same bots under the same conditions.
type Run struct {
	Setup    engine.Setup
	Random   engine.Randomness
	Entrants []lineup.Entrant // by number in the schedule
	Limits   host.Limits
	Sandbox  sandbox.Level
	Keep     series.Keep    // replays
	Faults   faults.Options // of which Dir and Flags are used
	Jobs     int            // how many matches are played at a time; 0 means one per processor
	// FreezeUnstarted is that of [series.Plan].
	FreezeUnstarted bool

	Arena  string       // its version
	Worker worker.Order // of which Args and Stderr are used, if Jobs is more than 1
	Games  engine.Games
	// Referee, if not nil, plays each match, without the programs of the entrants.
	Referee func(ctx context.Context, entrants []lineup.Entrant, planned schedule.Planned) (series.Match, error)

	// Memory has the matches that were played before; nil if nothing is kept.
	Memory *Memory

	reports []faults.Report // on the verdicts of all matches that were played so far
}

// Play plays matches of a schedule, as many as told, or if that is 0, until no more are needed. It
// calls done for each in its order; if that returns false, no more are. If ctx is done before, Play
// returns an error that says how far it got.
func (r *Run) Play(
	ctx context.Context, matches iter.Seq[schedule.Planned], of int, done func(series.Match) (more bool),
) error {
	jobs := r.atATime(of)
	saving := store.Saving(ctx)
	run := series.Run{
		Plan: r.plan(jobs), Schedule: matches, Of: of, Workers: jobs, Worker: r.Worker, Games: r.Games,
		Known:  r.Memory.known,
		Played: func(_ context.Context, m series.Match) error { return r.Memory.add(saving, m) },
		Done: func(m series.Match) bool {
			r.reports = append(r.reports, m.Reports...)
			return done(m)
		},
	}
	if r.Referee != nil {
		run.Referee = func(ctx context.Context, m schedule.Planned) (series.Match, error) {
			return r.Referee(ctx, r.Entrants, m)
		}
	}
	return run.Play(ctx)
}

// atATime returns how many matches are played at a time, of so many, or of 0 if that is not known.
func (r *Run) atATime(of int) int {
	jobs := r.Jobs
	if jobs == 0 {
		jobs = runtime.NumCPU()
	}
	if of > 0 {
		jobs = min(jobs, of)
	}
	return jobs
}

// reportsOfEach is how many reports there are on one kind of verdict on one bot. A bot that
// crashes usually does so in every match.
const reportsOfEach = 3

// plan says how a worker, or this process, plays.
func (r *Run) plan(jobs int) series.Plan {
	plan := series.Plan{
		Game: r.Setup.Game().Info().Name, Setup: r.Setup.Text(), Random: r.Random, Bots: lineup.InSeries(r.Entrants),
		Limits: r.Limits, Sandbox: r.Sandbox, Arena: r.Arena, Keep: r.Keep, Faults: r.Faults,
		FreezeUnstarted: r.FreezeUnstarted,
	}
	plan.Faults.Each = (reportsOfEach + jobs - 1) / jobs // a worker does not know of the others'
	if len(r.reports) > 0 {                              // there are some of the matches that were played before these
		plan.Faults.Dir = ""
	}
	return plan
}

// Tournament returns the matches of the run as a store knows them. The format is the name of the
// schedule, without the first seed.
func (r *Run) Tournament(kind, format string, first uint64) store.Tournament {
	info := r.Setup.Game().Info()
	return store.Tournament{
		Kind: kind, Format: format, First: first, Entrants: lineup.InStore(r.Entrants),
		Conditions: store.Conditions{
			Game: info.Name, Rules: info.Version, Setup: r.Setup.Text(), Random: r.Random,
			Limits: r.Limits.Text(), Sandbox: string(r.Sandbox),
		},
	}
}

// Progress is how a contest gets on, after a match.
type Progress struct {
	Match    series.Match
	Entrants []lineup.Entrant   // by their numbers in the match
	Stored   int                // matches so far that were not played, as the store had them
	Answer   *comparison.Answer // that of a comparison so far, which must not be changed
}

func (r *Run) progress(m series.Match, a *comparison.Answer) Progress {
	return Progress{Match: m, Entrants: r.Entrants, Stored: r.Memory.Stored(), Answer: a}
}

// Seeds names the seeds that were played, from the first one on. There must be a match.
func (s *Standings) Seeds(first uint64) string {
	told := fmt.Sprintf("seeds %d to %d", first, s.last.Seed)
	if missing := s.Missing(); missing > 0 {
		told += fmt.Sprintf(", %s not played", safe.Count(missing, "match"))
	}
	return told
}
