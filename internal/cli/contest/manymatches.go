package contest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/progress"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/worker"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/tournament"
)

// playOptions say how matches of many are played.
type playOptions struct {
	shell.MatchOptions
	jobs   int
	faults shell.FaultFlags
}

func (o *playOptions) registerJobs(c *cobra.Command) {
	c.Flags().IntVarP(&o.jobs, "jobs", "j", 0, "play `N` matches at a time; 0 means one per processor")
	o.faults.Register(c)
}

// run returns a run of bots that are not known yet, with the setup of its matches.
func (o *playOptions) run(s *shell.Shell, setup engine.Setup, options host.Options, keep series.Keep) contest.Run {
	return contest.Run{
		Setup: setup, Random: o.Setup.Random, Limits: options.Limits, Sandbox: o.From.Level,
		Keep: keep, Faults: o.faults.Options(&o.From, options), Jobs: o.jobs,
		Arena: shell.ArenaVersion(), Worker: worker.Order{Args: shell.WorkerArgs, Stderr: s.Err}, Games: s.Games,
	}
}

// negative refuses a number of jobs below 0.
func (o *playOptions) negative() error {
	if o.jobs < 0 {
		return shell.Misused("-j 0 plays one match per processor", "--jobs: %d is negative", o.jobs)
	}
	return nil
}

// manyOptions are the flags of a command that plays many matches, and keeps them.
type manyOptions struct {
	playOptions
	store storeFlags
	show  shell.ProgressFlag
}

func (o *manyOptions) Register(s *shell.Shell, c *cobra.Command, seedDoc string) {
	o.MatchOptions.Register(s, c, seedDoc)
	o.registerJobs(c)
	o.store.Register(c)
	o.show.Register(c)
}

// manyMatches runs many matches of the same bots, and reports on them.
type manyMatches struct {
	s       *shell.Shell
	o       *manyOptions
	run     contest.Run
	typed   lineup.Lineup // as it was typed
	options host.Options

	told     map[string]bool // verdicts, by bot and kind
	verdicts int
	reports  []faults.Report

	display *progress.Display // nil: nothing is shown
	state   progress.State
	looked  time.Time // at the statistics
}

// prepare checks the flags, and meets the bots. The setup is that of the matches.
func (o *manyOptions) prepare(ctx context.Context, s *shell.Shell, setup engine.Setup) (*manyMatches, error) {
	if err := o.negative(); err != nil {
		return nil, err
	}
	options, err := o.From.Host()
	if err != nil {
		return nil, err
	}
	r := o.newMany(s, setup, options)
	s.Err.Progress("starting the bots")
	r.typed, err = lineup.Meet(ctx, o.From.Finder(), setup.Game().Info(), o.Bots, options)
	r.run.Entrants = r.typed.Entrants
	return r, err
}

// newMany returns a run of bots that are not known yet.
func (o *manyOptions) newMany(s *shell.Shell, setup engine.Setup, options host.Options) *manyMatches {
	return &manyMatches{
		s: s, o: o, options: options, told: make(map[string]bool), run: o.run(s, setup, options, o.store.keep),
	}
}

// begin returns where matches are kept, and with which seed they begin.
func (r *manyMatches) begin() (contest.Begin, error) {
	seed := &r.o.Setup.Seed
	goOn := !seed.Given
	err := seed.Draw()
	if err == nil && r.o.store.path == "" {
		err = shell.Unlinked(r.o.store.file(r.o.Game), "--store FILE names another")
	}
	return contest.Begin{Store: r.o.store.file(r.o.Game), First: seed.Value, GoOn: goOn}, err
}

// begun tells that the run goes on with matches that there are.
func (r *manyMatches) begun(b contest.Begun) {
	r.o.Setup.Seed.Value = b.First
	if b.Had > 0 {
		safe.Fprintf(r.s.Err, "note: %s has %s of these bots from seed %d on; -s begins others\n",
			r.o.store.file(r.o.Game), safe.Count(b.Had, "match"), b.First)
	}
}

// shown calls play, while it is shown how the run gets on.
func (r *manyMatches) shown(ctx context.Context, of int, play func(ctx context.Context, begins func()) error) error {
	err := play(ctx, func() {
		r.state = progress.State{Title: r.o.Game, Of: of, Begun: time.Now()}
		r.display = r.o.show.Show(ctx, r.s.Err)
	})
	r.hide()
	r.s.Err.Clear()
	return r.stopped(ctx, err)
}

// stopped says of a run that has ended with an error what to type to go on, if that is known.
func (r *manyMatches) stopped(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil && errors.Is(err, cause) {
		return hint.With(err, r.goesOn(""))
	}
	return withoutWorkers(err)
}

// goesOn says which command goes on with this run: the same one, maybe with another flag. Matches that were not kept
// are lost.
func (r *manyMatches) goesOn(with string) string {
	switch kept := r.o.store.file(r.o.Game) != ""; {
	case kept && with == "":
		return "the same command goes on"
	case kept:
		return "the same command with " + with + " goes on"
	case with == "":
		return "--store none kept nothing; without it, the same command goes on where it was stopped"
	}
	return "the same command with " + with + " finds out more, but plays anew, as --store none kept nothing"
}

// withoutWorkers says what to do about a worker that has died.
func withoutWorkers(err error) error {
	if died := new(series.WorkerError); errors.As(err, &died) {
		return hint.With(err, "-j 1 plays without workers")
	}
	return err
}

// count counts the verdicts of a match. It prints the first of each kind on a bot, and the
// command that plays its match again.
func (r *manyMatches) count(m series.Match, entrants []lineup.Entrant) {
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
		line := fmt.Sprintf("match %d: %s", m.Number+1, shell.VerdictLine(entrants[bot].Label, v))
		r.state.Faults = append(r.state.Faults, line)
		r.s.TellFault(line, shell.ReportOn(m.Reports, v.Seat))
	}
	if news {
		fmt.Fprintf(r.s.Err, "hint: %s\n", r.Again(m.Planned, entrants))
	}
}

// shows shows how the run gets on, after a match. The function look fills in the figures so far.
func (r *manyMatches) shows(m series.Match, stored int, look func(*progress.State)) {
	if r.display == nil {
		return
	}
	r.state.Matches++
	r.state.Stored = stored
	if time.Since(r.looked) >= shell.SummaryTime {
		r.looked = time.Now()
		look(&r.state)
	}
	r.display.Update(r.state)
	played := progress.Match{
		Number: m.Number, Seed: m.Seed, Scores: m.Scores, Places: m.Places,
		Verdicts: []progress.Verdict{},
	}
	for _, bot := range m.Seats {
		played.Bots = append(played.Bots, r.run.Entrants[bot].Label)
	}
	for _, v := range m.Verdicts {
		played.Verdicts = append(
			played.Verdicts, progress.Verdict{Seat: v.Seat, Round: v.Round, Kind: string(v.Kind), Detail: v.Detail})
	}
	r.display.Match(played)
}

// hide takes the progress off the screen.
func (r *manyMatches) hide() {
	if r.display != nil {
		_ = r.display.Close() // the results come in its place
		r.s.Err.Show(nil)
	}
}

// tellReports says where the reports are, and why there are no more.
func (r *manyMatches) tellReports() {
	r.s.TellUnwritten(r.reports)
	written := slices.DeleteFunc(slices.Clone(r.reports), func(report faults.Report) bool { return report.Dir == "" })
	if len(written) > 0 {
		safe.Fprintf(r.s.Err, "note: %s on %s in %s\n",
			safe.Count(len(written), "report"), safe.Count(r.verdicts, "verdict"), r.o.faults.Dir)
	}
}

// common returns what all matches of these entrants have in common, from the seed of the first group on.
func (r *manyMatches) common(entrants []lineup.Entrant, first uint64) tournament.Common {
	return tournament.Common{
		Setup: r.run.Setup, Random: r.run.Random, First: first, Bots: entrants, Sandbox: r.options.Sandbox.String(),
		Again: func(m schedule.Planned) string { return r.Again(m, entrants) },
	}
}

// Again returns the command that plays a match of these entrants again.
func (r *manyMatches) Again(m schedule.Planned, entrants []lineup.Entrant) string {
	typed := make([]string, len(m.Seats))
	for seat, bot := range m.Seats {
		typed[seat] = entrants[bot].Bot.Typed
	}
	return r.o.Again(typed, m.Seed)
}

const storeHelp = `Every match is kept in a store, an SQLite file named after the game. A match that is
in it is not played again. So the same command goes on where it was stopped, by Ctrl-C
or otherwise, and with a greater number it plays the missing matches; arena results shows
the others. Without -s, a command goes on with the seed that it had before.`

// storeFlags are the flags for the store of a command that plays many matches.
type storeFlags struct {
	path string
	keep series.Keep
}

// noStore is the name of a file with which nothing is kept.
const noStore = "none"

func (f *storeFlags) Register(c *cobra.Command) {
	c.Flags().StringVar(&f.path, "store", "", "`FILE` that keeps the matches (default: GAME.db); \"none\" keeps none")
	shell.RegisterKeep(c, &f.keep)
}

// file returns the file of the store, or "" if there is none.
func (f *storeFlags) file(game string) string {
	switch f.path {
	case "":
		return game + ".db"
	case noStore:
		return ""
	}
	return f.path
}
