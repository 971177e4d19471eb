package cli

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/faults"
	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/internal/series"
	"github.com/botarena/arena/internal/words"
	"github.com/botarena/arena/internal/worker"
)

type seriesOptions struct {
	confined string // how the bots are, in one line
	matchOptions
	matches int
	jobs    int
	faults  faultFlags
}

func newSeries(s *program) *cobra.Command {
	o := &seriesOptions{}
	c := &cobra.Command{
		Use:   "series GAME BOT...",
		Short: "Play many matches of the same bots and sum them up",
		Long: `Play many matches of the same bots and sum them up.

Every match uses the next seed, and the bots move on by one seat after each. A win
is divided among the bots that share the first place. A bot with several seats
counts with their mean.

With -j, several matches are played at a time, each by a process of the arena on a
processor of its own. The result is the same if the bots are reproducible, which
arena check tests.

On the first bots that are frozen, reports are written to the folder faults, as by arena
play: on three of each kind of verdict on each bot, or with -j on one by each worker.

Nothing else is recorded, and what the bots write is not shown. To see a match, play it
again with its seed and with the bots in the order of that match: the matches in which
the lower of two bots was above are named at the end, with the command for the first,
and --json has all of them.`,
		Example: "  arena series orkisland demo demo null null --bots examples -n 200 -s 1000 -j 0",
		RunE: func(c *cobra.Command, args []string) error {
			o.game, o.bots = args[0], args[1:]
			return playSeries(c, s, o)
		},
	}
	o.register(s, c, "seed of the first match (default: drawn at random)")
	c.Flags().IntVarP(&o.matches, "matches", "n", 100, "`NUMBER` of matches")
	c.Flags().IntVarP(&o.jobs, "jobs", "j", 1, "`NUMBER` of matches at a time; 0 means one per processor")
	o.faults.register(c)
	return c
}

func playSeries(c *cobra.Command, s *program, o *seriesOptions) error {
	setup, err := o.check(s, c)
	if err != nil {
		return err
	}
	if o.matches < 1 {
		return misused("-n 100", "--matches: %d is less than 1", o.matches)
	}
	jobs, err := jobCount(o.jobs, o.matches)
	if err != nil {
		return err
	}
	limits, err := o.from.limits()
	if err != nil {
		return err
	}
	confined, err := o.from.confine()
	if err != nil {
		return err
	}
	o.confined = confined.String()
	options := host.Options{Limits: limits, Sandbox: confined}
	s.err.progress("starting the bots")
	seats, err := startSeats(c.Context(), o.from.finder(), setup, o.bots, options)
	if err != nil {
		return err
	}
	run := newSeriesRun(s, o, newContenders(seats))
	plan := run.plan(setup, limits)
	plan.Faults = o.faults.options(&o.from, limits, confined)
	plan.Faults.Each = (reportsOfEach + jobs - 1) / jobs // a worker does not know of the others'
	var stopped error
	if jobs > 1 {
		seats.close() // the workers start their own
		stopped = plan.PlayShared(c.Context(), jobs, worker.Order{Args: workerArgs, Stderr: s.err}, run.add)
		if died := new(series.WorkerError); errors.As(stopped, &died) {
			stopped = withHint(stopped, "-j 1 plays without workers")
		}
	} else {
		stopped = plan.PlayWith(c.Context(), setup, seats.processes, options, run.add)
	}
	s.err.clear()
	return errors.Join(stopped, run.tell(setup, stopped == nil))
}

// reportsOfEach is how many reports there are on one kind of verdict on one bot. A bot that
// crashes usually does so in every match.
const reportsOfEach = 3

// jobCount returns how many matches to play at a time.
func jobCount(asked, matches int) (int, error) {
	if asked < 0 {
		return 0, misused("-j 0 plays one match per processor", "--jobs: %d is negative", asked)
	}
	if asked == 0 {
		asked = runtime.NumCPU()
	}
	return min(asked, matches), nil
}

// seriesRun is a series while it is played.
type seriesRun struct {
	s         *program
	o         *seriesOptions
	bots      contenders
	standings *series.Standings
	matches   []series.Match
	told      map[string]bool // verdicts, by bot and kind
	verdicts  int
	reports   []faults.Report
}

func newSeriesRun(s *program, o *seriesOptions, bots contenders) *seriesRun {
	return &seriesRun{s: s, o: o, bots: bots, standings: series.NewStandings(len(bots.list)), told: make(map[string]bool)}
}

func (r *seriesRun) plan(setup engine.Setup, limits host.Limits) series.Plan {
	p := series.Plan{
		Game: r.o.game, Setup: setup.Text(), Random: engine.Randomness(r.o.setup.random),
		First: r.o.setup.seed.value, Matches: r.o.matches, Limits: limits, Sandbox: r.o.from.level,
		Arena: arenaVersion(),
	}
	for _, bot := range r.bots.entrants {
		c := r.bots.list[bot]
		p.Entrants = append(p.Entrants, series.Place{
			Bot: bot, Name: c.name, Command: c.command,
			Program: series.Program{Typed: c.typed, Version: c.version, SHA256: c.sha256[:]},
		})
	}
	return p
}

// add counts a match. Matches are added in their order.
func (r *seriesRun) add(m series.Match) {
	r.standings.Add(m)
	r.matches = append(r.matches, m)
	r.reports = append(r.reports, m.Reports...)
	r.verdicts += len(m.Verdicts)
	r.tellVerdicts(m)
	r.s.err.progress("match %d of %d", len(r.matches), r.o.matches)
}

// tell prints the result as far as it is known.
func (r *seriesRun) tell(setup engine.Setup, finished bool) error {
	r.tellReports()
	if r.o.json {
		return printJSON(r.s.out, r.json(setup, finished))
	}
	if len(r.matches) > 0 {
		r.print(r.s.out)
	}
	return nil
}

// tellReports says where the reports are, and why there are no more.
func (r *seriesRun) tellReports() {
	r.s.tellUnwritten(r.reports)
	written := slices.DeleteFunc(slices.Clone(r.reports), func(report faults.Report) bool { return report.Dir == "" })
	if len(written) > 0 {
		fmt.Fprintf(r.s.err, "note: %s on %s in %s\n", words.Count(len(written), "report"), words.Count(r.verdicts, "verdict"), words.Name(r.o.faults.dir))
	}
}

// tellVerdicts prints the first verdict of each kind on a bot, and the command that
// plays its match again. A bot that crashes usually does so in every match.
func (r *seriesRun) tellVerdicts(m series.Match) {
	news := false
	for _, v := range m.Verdicts {
		bot := m.Bots[v.Seat]
		key := fmt.Sprintf("%d %s", bot, v.Kind)
		if r.told[key] {
			continue
		}
		r.told[key], news = true, true
		r.s.tellFault(fmt.Sprintf("match %d: %s", m.Number+1, verdictLine(r.bots.list[bot].label, v)), reportOn(m.Reports, v.Seat))
	}
	if !news {
		return
	}
	fmt.Fprintf(r.s.err, "hint: %s\n", r.again(m))
}

func (r *seriesRun) print(to io.Writer) {
	order := r.ranking()
	t := newTable("bot", ">matches", ">wins", ">place", ">score", "verdicts")
	for _, bot := range order {
		row := r.standings.Rows[bot]
		t.row(r.bots.list[bot].label, strconv.Itoa(r.standings.Matches), fmt.Sprintf("%.1f%%", 100*r.standings.WinShare(bot)),
			fmt.Sprintf("%.2f", row.MeanPlace()), fmt.Sprintf("%.1f", row.MeanScore()), verdictCounts(row.Verdicts))
	}
	t.print(to)
	for i, a := range order {
		for _, b := range order[i+1:] {
			r.printPair(to, a, b)
		}
	}
	fmt.Fprintln(to, r.seeds())
	fmt.Fprintln(to, "sandbox", r.o.confined)
}

// seeds names the seeds that were played. When a series is stopped, its workers can
// leave gaps.
func (r *seriesRun) seeds() string {
	last := r.matches[len(r.matches)-1]
	told := fmt.Sprintf("seeds %d to %d", r.o.setup.seed.value, last.Seed)
	if missing := last.Number + 1 - len(r.matches); missing > 0 {
		told += fmt.Sprintf(", %d of them not played", missing)
	}
	return told
}

// ranking orders the bots by wins, and among equals by mean place.
func (r *seriesRun) ranking() []int {
	order := make([]int, len(r.bots.list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := r.standings.Rows[a], r.standings.Rows[b]
		switch {
		case x.Wins > y.Wins, x.Wins == y.Wins && x.MeanPlace() < y.MeanPlace():
			return -1
		case x.Wins == y.Wins && x.MeanPlace() == y.MeanPlace():
			return 0
		}
		return 1
	})
	return order
}

func (r *seriesRun) printPair(to io.Writer, a, b int) {
	equal := ""
	if n := r.standings.Equal(a, b); n > 0 {
		equal = fmt.Sprintf(", equal in %d", n)
	}
	fmt.Fprintf(to, "%s above %s in %d of %d%s\n",
		r.bots.list[a].label, r.bots.list[b].label, r.standings.Above(a, b), r.standings.Matches, equal)
	r.printUpsets(to, a, b)
}

// mostUpsets is how many seeds are named.
const mostUpsets = 5

// printUpsets names the matches in which bot b was above bot a, which is above it
// otherwise, and the command that plays the first of them.
func (r *seriesRun) printUpsets(to io.Writer, a, b int) {
	var seeds []string
	var first *series.Match
	for i := range r.matches {
		one := series.NewStandings(len(r.bots.list))
		if one.Add(r.matches[i]); one.Above(b, a) == 0 {
			continue
		}
		if first == nil {
			first = &r.matches[i]
		}
		seeds = append(seeds, strconv.FormatUint(r.matches[i].Seed, 10))
	}
	if first == nil {
		return
	}
	more := ""
	if len(seeds) > mostUpsets {
		seeds, more = seeds[:mostUpsets], ", …"
	}
	fmt.Fprintf(to, "  %s above %s with seed %s%s\n  hint: %s\n",
		r.bots.list[b].label, r.bots.list[a].label, strings.Join(seeds, ", "), more, r.again(*first))
}

// again returns the command that plays a match of the series.
func (r *seriesRun) again(m series.Match) string {
	typed := make([]string, len(m.Bots))
	for seat, bot := range m.Bots {
		typed[seat] = r.bots.list[bot].typed
	}
	return r.o.again(typed, m.Seed)
}

func verdictCounts(counts map[match.Kind]int) string {
	var parts []string
	for kind, n := range counts {
		parts = append(parts, fmt.Sprintf("%d %s", n, kind))
	}
	slices.SortFunc(parts, func(a, b string) int { return strings.Compare(a[strings.Index(a, " "):], b[strings.Index(b, " "):]) })
	return strings.Join(parts, ", ")
}
