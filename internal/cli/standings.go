package cli

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/progress"
	"github.com/botarena/arena/internal/series"
	"github.com/botarena/arena/internal/stats"
	"github.com/botarena/arena/internal/words"
)

// standings are what the matches of a series tell about its bots.
type standings struct {
	common
	costs   bool // CPU times are shown
	tally   *stats.Tally
	matches []series.Match
}

func newStandings(all common, costs bool) *standings {
	return &standings{common: all, costs: costs, tally: stats.NewTally(len(all.bots))}
}

// add counts a match. Matches are added in their order.
func (r *standings) add(m series.Match) bool {
	r.tally.Add(statistic(m))
	m.Replay = nil
	r.matches = append(r.matches, m)
	return true
}

func (r *standings) look(state *progress.State) {
	summary := r.summary()
	state.Unit = progress.Unit{Name: "rating"}
	state.Table = make([]progress.Row, 0, len(r.bots))
	for _, bot := range ranking(summary) {
		rating := summary.Bots[bot].Rating
		row := progress.Row{Name: r.bots[bot].Label, Value: rating.Value, Low: math.NaN(), High: math.NaN()}
		if i := rating.Interval; i != nil {
			row.Low, row.High = i.Low, i.High
		}
		state.Table = append(state.Table, row)
	}
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
func (r *standings) tell(to io.Writer, asJSON, finished bool) error {
	summary := r.summary()
	if asJSON {
		return printJSON(to, r.json(summary, finished))
	}
	if len(r.matches) > 0 {
		r.print(to, summary)
	}
	return nil
}

func (r *standings) summary() stats.Summary {
	return r.tally.Summary(stats.Options{Resamples: stats.DefaultResamples, Seed: r.first})
}

func (r *standings) print(to io.Writer, summary stats.Summary) {
	order := ranking(summary)
	printStandings(to, summary, r.bots, order, r.costs)
	for i, a := range order {
		for _, b := range order[i+1:] {
			r.printPair(to, summary, a, b)
		}
	}
	printSeats(to, summary)
	fmt.Fprintln(to, r.seeds())
	fmt.Fprintln(to, "sandbox", r.sandbox)
}

// printStandings prints a row for each bot. Without the costs, which never come out the
// same, the same matches make the same rows.
func printStandings(to io.Writer, summary stats.Summary, bots []lineup.Entrant, order []int, costs bool) {
	titles := []string{"bot", ">matches", ">wins", ">place", ">score", ">rating"}
	if costs {
		titles = append(titles, ">CPU")
	}
	t := newTable(append(titles, "verdicts")...)
	for _, bot := range order {
		row := summary.Bots[bot]
		cells := []string{
			bots[bot].Label, strconv.Itoa(row.Matches), row.WinShare.Text(100, 1, "%"), row.Place.Text(1, 2, ""),
			row.Score.Text(1, 1, ""), row.Rating.Text(1, 0, ""),
		}
		if costs {
			cells = append(cells, row.CPU.Text(1000, 1, " ms"))
		}
		t.row(append(cells, row.FaultsText())...)
	}
	t.print(to)
}

// printSeats says how much it matters where one sits.
func printSeats(to io.Writer, summary stats.Summary) {
	parts := make([]string, len(summary.Seats))
	for seat, row := range summary.Seats {
		parts[seat] = fmt.Sprintf("%d %s", seat, row.WinShare.Text(100, 1, "%"))
	}
	fmt.Fprintln(to, "wins by seat:", strings.Join(parts, ", "))
}

// rounds returns how many rounds a match had, on average.
func (r *standings) rounds() float64 {
	sum := 0
	for i := range r.matches {
		sum += r.matches[i].Rounds
	}
	return float64(sum) / float64(max(len(r.matches), 1))
}

// seeds names the seeds that were played. When a series is stopped, its workers can
// leave gaps.
func (r *standings) seeds() string {
	last := r.matches[len(r.matches)-1]
	told := fmt.Sprintf("seeds %d to %d", r.first, last.Seed)
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

func (r *standings) printPair(to io.Writer, summary stats.Summary, a, b int) {
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
		r.bots[a].Label, r.bots[b].Label, pair.Above, met, equal, pair.Ahead.Text(100, 1, "%"))
	r.printUpsets(to, a, b)
}

// mostUpsets is how many seeds are named.
const mostUpsets = 5

// printUpsets names the matches in which bot b was above bot a, which is above it
// otherwise, and the command that plays the first of them.
func (r *standings) printUpsets(to io.Writer, a, b int) {
	var seeds []string
	var first *series.Match
	for i := range r.matches {
		if !statistic(r.matches[i]).Above(b, a) {
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
		r.bots[b].Label, r.bots[a].Label, strings.Join(seeds, ", "), more, r.again(first.Match))
}
