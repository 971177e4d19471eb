package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/progress"
	"github.com/botarena/arena/internal/schedule"
	"github.com/botarena/arena/internal/series"
	"github.com/botarena/arena/internal/stats"
	"github.com/botarena/arena/internal/words"
)

type seriesOptions struct {
	manyOptions
	matches int
	all     bool
	costs   bool
}

func newSeries(s *program) *cobra.Command {
	o := &seriesOptions{}
	c := &cobra.Command{
		Use:   "series GAME BOT...",
		Short: "Play many matches of the same bots and sum them up",
		Long: `Play many matches of the same bots and sum them up.

If there are as many bots as seats, they play in groups of matches with one seed: in
each they move on by one seat, until all have been in every seat. The next group has the
next seed. If there are more bots, they take turns, so that all play about as often,
meet each other about as often and sit in every seat about as often; --all plays all
line-ups in turn instead.

Each figure comes with a ±: the true one is that near with a chance of 95 %. Matches of
a group share their luck, which is accounted for; fewer than 10 groups say too little
for a ±. docs/statistics.md explains the figures.

With -j, several matches are played at a time, each by a process of the arena on a
processor of its own. The result is the same if the bots are reproducible, which
arena check tests.

` + storeHelp + `

On the first bots that are frozen, reports are written to the folder faults, as by arena
play: on three of each kind of verdict on each bot, or with -j on one by each worker.
What the bots write is not shown.`,
		Example: `  arena series orkisland demo demo null null --bots examples -n 200 -s 1000
  arena series orkisland demo dummy null search gandalf --bots examples -n 400`,
		RunE: func(c *cobra.Command, args []string) error {
			o.game, o.bots = args[0], args[1:]
			return playSeries(c, s, o)
		},
	}
	o.register(s, c, "seed of the first group (default: drawn at random)")
	c.Flags().IntVarP(&o.matches, "matches", "n", 100, "`NUMBER` of matches")
	c.Flags().BoolVar(&o.costs, "costs", false, "show CPU times as well, which differ from run to run")
	c.Flags().BoolVar(&o.all, "all", false, "play all line-ups of the bots, each in all rotations")
	return c
}

func playSeries(c *cobra.Command, s *program, o *seriesOptions) error {
	setup, err := o.setupFor(s)
	if err != nil {
		return err
	}
	if o.matches < 1 {
		return misused("-n 100", "--matches: %d is less than 1", o.matches)
	}
	if len(o.bots) < setup.Seats() {
		return checkSeats(c, setup, o.bots)
	}
	many, err := o.prepare(c.Context(), s, setup)
	if err != nil {
		return err
	}
	order, err := o.turns(setup, many.bots)
	if err != nil {
		return err
	}
	if err := many.remember(c.Context(), kindSeries, order.name); err != nil {
		return err
	}
	matches, err := order.from(o.setup.seed.value)
	if err != nil {
		return err
	}
	run := &seriesRun{manyMatches: many, o: o, tally: stats.NewTally(len(many.bots.list))}
	stopped := many.play(c.Context(), matches.Matches(), o.matches, run)
	return errors.Join(stopped, run.tell(stopped == nil), many.close())
}

// turns is a way to choose who plays whom.
type turns struct {
	name string
	from func(first uint64) (schedule.Schedule, error)
}

// turns returns how the bots take turns.
func (o *seriesOptions) turns(setup engine.Setup, bots contenders) (turns, error) {
	seats, different := setup.Seats(), len(bots.list)
	switch {
	case o.all && different < seats:
		return turns{}, misused("leave out --all", "--all: takes %d different bots at least", seats)
	case o.all:
		return turns{"all", func(first uint64) (schedule.Schedule, error) { return schedule.NewAll(different, seats, first) }}, nil
	case len(bots.lineup) == seats:
		return turns{fmt.Sprint("rotations ", bots.lineup), func(first uint64) (schedule.Schedule, error) {
			return schedule.NewRotations(bots.lineup, first), nil
		}}, nil
	case different < len(bots.lineup):
		twice := bots.list[bots.lineup[firstRepeated(bots.lineup)]]
		return turns{}, misused("give each bot once, or as many as there are seats",
			"%s: given twice, and there are more bots than the %d seats", words.Name(twice.typed), seats)
	}
	return turns{"balanced", func(first uint64) (schedule.Schedule, error) {
		return schedule.NewBalanced(make([]schedule.Stay, different), seats, true, first)
	}}, nil
}

// firstRepeated returns the index of the first element that has been there before.
func firstRepeated(list []int) int {
	for i, one := range list {
		if slices.Contains(list[:i], one) {
			return i
		}
	}
	return -1
}

// seriesRun is a series while it is played.
type seriesRun struct {
	*manyMatches
	o       *seriesOptions
	tally   *stats.Tally
	matches []series.Match
}

func (r *seriesRun) add(m series.Match) bool {
	r.tally.Add(statistic(m))
	m.Replay = nil
	r.matches = append(r.matches, m)
	return true
}

func (r *seriesRun) look(state *progress.State) {
	summary := r.summary()
	state.Unit = progress.Unit{Name: "rating"}
	state.Table = make([]progress.Row, 0, len(r.bots.list))
	for _, bot := range ranking(summary) {
		rating := summary.Bots[bot].Rating
		row := progress.Row{Name: r.bots.list[bot].label, Value: rating.Value, Low: math.NaN(), High: math.NaN()}
		if i := rating.Interval; i != nil {
			row.Low, row.High = i.Low, i.High
		}
		state.Table = append(state.Table, row)
	}
}

func (r *seriesRun) summary() stats.Summary {
	return r.tally.Summary(stats.Options{Resamples: stats.DefaultResamples, Seed: r.o.setup.seed.value})
}

// statistic is a match as statistics need it.
func statistic(m series.Match) stats.Match {
	one := stats.Match{Group: m.Group, Bots: m.Seats, Scores: m.Scores, Places: m.Places}
	for _, cost := range m.Costs {
		one.CPU = append(one.CPU, cost.CPU)
	}
	if len(m.Verdicts) > 0 {
		one.Verdicts = make([]match.Kind, len(m.Seats))
		for _, v := range m.Verdicts {
			one.Verdicts[v.Seat] = v.Kind
		}
	}
	return one
}

// tell prints the result as far as it is known.
func (r *seriesRun) tell(finished bool) error {
	summary := r.summary()
	if r.o.json {
		return printJSON(r.s.out, r.json(summary, finished))
	}
	if len(r.matches) > 0 {
		r.print(r.s.out, summary)
	}
	return nil
}

func (r *seriesRun) print(to io.Writer, summary stats.Summary) {
	order := ranking(summary)
	printStandings(to, summary, r.bots.list, order, r.o.costs)
	for i, a := range order {
		for _, b := range order[i+1:] {
			r.printPair(to, summary, a, b)
		}
	}
	printSeats(to, summary)
	fmt.Fprintln(to, r.seeds())
	fmt.Fprintln(to, "sandbox", r.confined)
}

// printStandings prints a row for each bot. Without the costs, which never come out the
// same, the same matches make the same rows.
func printStandings(to io.Writer, summary stats.Summary, bots []contender, order []int, costs bool) {
	titles := []string{"bot", ">matches", ">wins", ">place", ">score", ">rating"}
	if costs {
		titles = append(titles, ">CPU")
	}
	t := newTable(append(titles, "verdicts")...)
	for _, bot := range order {
		row := summary.Bots[bot]
		cells := []string{
			bots[bot].label, strconv.Itoa(row.Matches), estimate(row.WinShare, 100, 1, "%"), estimate(row.Place, 1, 2, ""),
			estimate(row.Score, 1, 1, ""), estimate(row.Rating, 1, 0, ""),
		}
		if costs {
			cells = append(cells, estimate(row.CPU, 1000, 1, " ms"))
		}
		t.row(append(cells, verdictCounts(row.Faults))...)
	}
	t.print(to)
}

// estimate writes a figure and how far off it may be, in multiples of a unit and with so
// many decimals.
func estimate(e stats.Estimate, times float64, decimals int, unit string) string {
	text := fmt.Sprintf("%.*f%s", decimals, times*e.Value, unit)
	if e.Interval == nil {
		return text
	}
	return text + fmt.Sprintf(" ±%.*f", decimals, times*max(e.Interval.High-e.Value, e.Value-e.Interval.Low))
}

// printSeats says how much it matters where one sits.
func printSeats(to io.Writer, summary stats.Summary) {
	parts := make([]string, len(summary.Seats))
	for seat, row := range summary.Seats {
		parts[seat] = fmt.Sprintf("%d %s", seat, estimate(row.WinShare, 100, 1, "%"))
	}
	fmt.Fprintln(to, "wins by seat:", strings.Join(parts, ", "))
}

// seeds names the seeds that were played. When a series is stopped, its workers can
// leave gaps.
func (r *seriesRun) seeds() string {
	last := r.matches[len(r.matches)-1]
	told := fmt.Sprintf("seeds %d to %d", r.o.setup.seed.value, last.Seed)
	if missing := last.Number + 1 - len(r.matches); missing > 0 {
		told += fmt.Sprintf(", %s not played", words.Count(missing, "match"))
	}
	return told
}

// ranking orders the bots by rating, and among equals by mean place.
func ranking(summary stats.Summary) []int {
	order := make([]int, len(summary.Bots))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := summary.Bots[a], summary.Bots[b]
		return cmp.Or(-cmp.Compare(x.Rating.Value, y.Rating.Value), cmp.Compare(x.Place.Value, y.Place.Value))
	})
	return order
}

func (r *seriesRun) printPair(to io.Writer, summary stats.Summary, a, b int) {
	pair := summary.Pair(a, b)
	met := pair.Above + pair.Below + pair.Equal
	if met == 0 {
		return
	}
	equal := ""
	if pair.Equal > 0 {
		equal = fmt.Sprintf(", equal in %d", pair.Equal)
	}
	fmt.Fprintf(to, "%s above %s in %d of %d%s: ahead %s\n",
		r.bots.list[a].label, r.bots.list[b].label, pair.Above, met, equal, estimate(pair.Ahead, 100, 1, "%"))
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
		one := stats.Summarize(len(r.bots.list), []stats.Match{statistic(r.matches[i])}, stats.Options{})
		if one.Pair(b, a).Above == 0 {
			continue
		}
		if first == nil {
			first = &r.matches[i]
		}
		if seed := strconv.FormatUint(r.matches[i].Seed, 10); !slices.Contains(seeds, seed) {
			seeds = append(seeds, seed)
		}
	}
	if first == nil {
		return
	}
	more := ""
	if len(seeds) > mostUpsets {
		seeds, more = seeds[:mostUpsets], ", …"
	}
	fmt.Fprintf(to, "  %s above %s with seed %s%s\n  hint: %s\n",
		r.bots.list[b].label, r.bots.list[a].label, strings.Join(seeds, ", "), more, r.again(first.Match))
}

func verdictCounts(counts map[match.Kind]int) string {
	var parts []string
	for kind, n := range counts {
		parts = append(parts, fmt.Sprintf("%d %s", n, kind))
	}
	slices.SortFunc(parts, func(a, b string) int { return strings.Compare(a[strings.Index(a, " "):], b[strings.Index(b, " "):]) })
	return strings.Join(parts, ", ")
}
