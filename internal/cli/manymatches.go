package cli

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/faults"
	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/internal/progress"
	"github.com/botarena/arena/internal/sandbox"
	"github.com/botarena/arena/internal/schedule"
	"github.com/botarena/arena/internal/series"
	"github.com/botarena/arena/internal/store"
	"github.com/botarena/arena/internal/words"
	"github.com/botarena/arena/internal/worker"
)

// manyOptions are the flags of a command that plays many matches.
type manyOptions struct {
	matchOptions
	jobs   int
	faults faultFlags
	store  storeFlags
	show   progressFlag
}

func (o *manyOptions) register(s *program, c *cobra.Command, seedDoc string) {
	o.matchOptions.register(s, c, seedDoc)
	c.Flags().IntVarP(&o.jobs, "jobs", "j", 0, "`NUMBER` of matches at a time; 0 means one per processor")
	o.faults.register(c)
	o.store.register(c)
	o.show.register(c)
}

// manyMatches is a run of many matches of the same bots.
type manyMatches struct {
	s        *program
	o        *manyOptions
	setup    engine.Setup
	bots     lineup.Lineup
	limits   host.Limits
	confined *sandbox.Sandbox
	memory   memory

	told     map[string]bool // verdicts, by bot and kind
	verdicts int
	reports  []faults.Report

	display *progress.Display // nil: nothing is shown
	state   progress.State
	looked  time.Time // at the statistics
}

// counter is what the matches of a run are for.
type counter interface {
	// add counts a match, and reports whether more are needed. Matches are added in their order.
	add(m series.Match) bool
	// look fills in what is known so far.
	look(state *progress.State)
}

// prepare checks the flags, and meets the bots. The setup is what is played.
func (o *manyOptions) prepare(ctx context.Context, s *program, setup engine.Setup) (*manyMatches, error) {
	if o.jobs < 0 {
		return nil, misused("-j 0 plays one match per processor", "--jobs: %d is negative", o.jobs)
	}
	if o.jobs == 0 {
		o.jobs = runtime.NumCPU()
	}
	r := &manyMatches{s: s, o: o, setup: setup, told: make(map[string]bool)}
	var err error
	if r.limits, err = o.from.limits(); err != nil {
		return nil, err
	}
	if r.confined, err = o.from.confine(); err != nil {
		return nil, err
	}
	s.err.progress("starting the bots")
	r.bots, err = lineup.Meet(ctx, o.from.finder(), setup.Game().Info(), o.bots, host.Options{Limits: r.limits, Sandbox: r.confined})
	return r, err
}

// play plays matches of a schedule, as many as told, or if that is 0, until no more are
// needed.
func (r *manyMatches) play(ctx context.Context, matches iter.Seq[schedule.Match], of int, counts counter) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r.state = progress.State{Title: r.o.game, Of: of, Begun: time.Now()}
	r.display = r.o.show.show(ctx, r.s.err, func() { stop(errors.New("q was pressed")) })
	err := r.playQuietly(ctx, matches, of, func(m series.Match) bool {
		r.count(m)
		more := counts.add(m)
		r.shows(m, counts)
		return more
	})
	r.hide()
	r.s.err.clear()
	return err
}

// playQuietly does the same, and shows and tells nothing.
func (r *manyMatches) playQuietly(ctx context.Context, matches iter.Seq[schedule.Match], of int, done func(series.Match) bool) error {
	jobs := r.o.jobs
	if of > 0 {
		jobs = min(jobs, of)
	}
	plan := series.Plan{
		Game: r.o.game, Setup: r.setup.Text(), Random: engine.Randomness(r.o.setup.random), Bots: lineup.InSeries(r.bots.Entrants),
		Limits: r.limits, Sandbox: r.o.from.level, Arena: arenaVersion(),
		Keep:   series.Keep(r.o.store.keep),
		Faults: r.o.faults.options(&r.o.from, r.limits, r.confined),
	}
	plan.Faults.Each = (reportsOfEach + jobs - 1) / jobs // a worker does not know of the others'
	if len(r.reports) > 0 {                              // there are some of the matches that were played before these
		plan.Faults.Dir = ""
	}
	saving := store.Saving(ctx)
	run := series.Run{
		Plan: plan, Schedule: matches, Of: of, Workers: jobs,
		Worker: worker.Order{Args: workerArgs, Stderr: r.s.err}, Games: r.s.games,
		Known: r.memory.known, Done: done,
		Played: func(_ context.Context, m series.Match) error { return r.memory.add(saving, m) },
	}
	err := run.Play(ctx)
	if died := new(series.WorkerError); errors.As(err, &died) {
		err = withHint(err, "-j 1 plays without workers")
	}
	return err
}

// reportsOfEach is how many reports there are on one kind of verdict on one bot. A bot that
// crashes usually does so in every match.
const reportsOfEach = 3

// count counts the verdicts of a match. It prints the first of each kind on a bot, and the
// command that plays its match again.
func (r *manyMatches) count(m series.Match) {
	r.reports = append(r.reports, m.Reports...)
	r.verdicts += len(m.Verdicts)
	news := false
	for _, v := range m.Verdicts {
		bot := m.Seats[v.Seat]
		key := fmt.Sprintf("%d %s", bot, v.Kind)
		if r.told[key] {
			continue
		}
		r.told[key], news = true, true
		line := fmt.Sprintf("match %d: %s", m.Number+1, verdictLine(r.bots.Entrants[bot].Label, v))
		r.state.Faults = append(r.state.Faults, line)
		r.s.tellFault(line, reportOn(m.Reports, v.Seat))
	}
	if news {
		fmt.Fprintf(r.s.err, "hint: %s\n", r.again(m.Match))
	}
}

// shows shows how the run gets on, after a match.
func (r *manyMatches) shows(m series.Match, counts counter) {
	if r.display == nil {
		return
	}
	r.state.Matches++
	r.state.Stored = int(r.memory.stored.Load())
	if time.Since(r.looked) >= summaryTime {
		r.looked = time.Now()
		counts.look(&r.state)
	}
	r.display.Update(r.state)
	played := progress.Match{Number: m.Number, Seed: m.Seed, Scores: m.Scores, Places: m.Places, Verdicts: []progress.Verdict{}}
	for _, bot := range m.Seats {
		played.Bots = append(played.Bots, r.bots.Entrants[bot].Label)
	}
	for _, v := range m.Verdicts {
		played.Verdicts = append(played.Verdicts, progress.Verdict{Seat: v.Seat, Round: v.Round, Kind: string(v.Kind), Detail: v.Detail})
	}
	r.display.Match(played)
}

// hide ends what is shown.
func (r *manyMatches) hide() {
	if r.display != nil {
		_ = r.display.Close() // whoever does not see it any more, sees the results
		r.s.err.show(nil)
	}
}

// tellReports says where the reports are, and why there are no more.
func (r *manyMatches) tellReports() {
	r.s.tellUnwritten(r.reports)
	written := slices.DeleteFunc(slices.Clone(r.reports), func(report faults.Report) bool { return report.Dir == "" })
	if len(written) > 0 {
		fmt.Fprintf(r.s.err, "note: %s on %s in %s\n", words.Count(len(written), "report"), words.Count(r.verdicts, "verdict"), words.Name(r.o.faults.dir))
	}
}

// again returns the command that plays a match again.
func (r *manyMatches) again(m schedule.Match) string {
	typed := make([]string, len(m.Seats))
	for seat, bot := range m.Seats {
		typed[seat] = r.bots.Entrants[bot].Bot.Typed
	}
	return r.o.again(typed, m.Seed)
}
