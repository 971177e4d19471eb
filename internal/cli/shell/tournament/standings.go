package tournament

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/progress"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/match/faults"

	"github.com/botarena/arena/internal/cli/shell"
)

// Standings are what the matches of a series tell about its bots, and how that is printed.
type Standings struct {
	Common
	*contest.Standings
	reports map[int][]faults.Report // by number of the match; nil if they are not known
	Costs   bool                    // CPU times are shown
}

// NewStandings returns the standings before the first match.
func NewStandings(all Common, costs bool) *Standings {
	standings := contest.NewStandings(len(all.Bots))
	if !costs {
		standings.WithoutCosts()
	}
	return &Standings{all, standings, make(map[int][]faults.Report), costs}
}

// Played counts a match that was played now.
func (r *Standings) Played(m series.Match) {
	r.Add(m.Match)
	if len(m.Reports) > 0 {
		r.reports[m.Number] = m.Reports
	}
}

// Look fills in the figures to show while the matches are played.
func (r *Standings) Look(state *progress.State) {
	summary := r.SoFar()
	state.Unit = progress.Unit{Name: "rating"}
	state.Table = make([]progress.Row, 0, len(r.Bots))
	for _, bot := range contest.Ranking(summary) {
		rating := summary.Bots[bot].Rating
		row := progress.Row{Name: r.Bots[bot].Label, Value: rating.Value, Low: math.NaN(), High: math.NaN()}
		if i := rating.Interval; i != nil {
			row.Low, row.High = i.Low, i.High
		}
		state.Table = append(state.Table, row)
	}
}

// Tell prints the result so far.
func (r *Standings) Tell(to io.Writer, asJSON, finished bool) error {
	summary := r.SoFar()
	if asJSON {
		return shell.PrintJSON(to, r.JSON(summary, finished))
	}
	if len(r.Matches) > 0 {
		r.Print(to, summary)
	}
	return nil
}

// SoFar returns the figures so far.
func (r *Standings) SoFar() stats.Summary { return r.Summary(r.First) }

// Print prints the tables.
func (r *Standings) Print(to io.Writer, summary stats.Summary) {
	order := contest.Ranking(summary)
	PrintStandings(to, summary, r.Bots, order, r.Costs)
	for i, a := range order {
		for _, b := range order[i+1:] {
			r.printPair(to, summary, a, b)
		}
	}
	PrintFit(to, summary, r.Bots)
	PrintSeats(to, summary)
	fmt.Fprintln(to, r.SeedsPlayed())
	fmt.Fprintln(to, "sandbox", r.Sandbox)
}

// PrintStandings prints a row for each bot. Without the costs, which never come out the
// same, the same matches make the same rows.
func PrintStandings(to io.Writer, summary stats.Summary, bots []lineup.Entrant, order []int, costs bool) {
	titles := []string{"bot", ">matches", ">wins", ">place", ">score", ">rating"}
	if costs {
		titles = append(titles, ">CPU")
	}
	t := shell.NewTable(append(titles, "verdicts")...)
	for _, bot := range order {
		row := summary.Bots[bot]
		cells := []string{
			bots[bot].Label, strconv.Itoa(row.Matches), row.WinShare.Text(100, 1, "%"), row.Place.Text(1, 2, ""),
			row.Score.Text(1, 1, ""), row.Rating.Text(1, 0, ""),
		}
		if costs {
			cells = append(cells, row.CPU.Text(1000, 1, " ms"))
		}
		t.Row(append(cells, row.FaultsText())...)
	}
	t.Print(to)
}

// PrintFit says so if the ratings do not fit the pairs.
func PrintFit(to io.Writer, summary stats.Summary, bots []lineup.Entrant) {
	labels := make([]string, len(bots))
	for i, b := range bots {
		labels[i] = b.Label
	}
	if text := summary.Fit.Text(labels); text != "" {
		fmt.Fprintln(to, text)
	}
}

// PrintSeats says how much it matters where one sits.
func PrintSeats(to io.Writer, summary stats.Summary) {
	parts := make([]string, len(summary.Seats))
	for seat, row := range summary.Seats {
		parts[seat] = fmt.Sprintf("%d %s", seat, row.WinShare.Text(100, 1, "%"))
	}
	fmt.Fprintln(to, "wins by seat:", strings.Join(parts, ", "))
}

// SeedsPlayed names the seeds that were played.
func (r *Standings) SeedsPlayed() string { return r.Seeds(r.First) }

func (r *Standings) printPair(to io.Writer, summary stats.Summary, a, b int) {
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
		r.Bots[a].Label, r.Bots[b].Label, pair.Above, met, equal, pair.Ahead.Text(100, 1, "%"))
	r.printUpsets(to, a, b)
}

// mostUpsets is how many seeds are named.
const mostUpsets = 5

// printUpsets names the matches in which bot b was above bot a, which is above it
// otherwise, and the command that plays the first of them.
func (r *Standings) printUpsets(to io.Writer, a, b int) {
	upsets := r.Upsets(a, b)
	if len(upsets) == 0 {
		return
	}
	var seeds []string
	for _, m := range upsets {
		if seed := strconv.FormatUint(m.Seed, 10); !slices.Contains(seeds, seed) {
			seeds = append(seeds, seed)
		}
	}
	more := ""
	if len(seeds) > mostUpsets {
		seeds, more = seeds[:mostUpsets], ", …"
	}
	fmt.Fprintf(to, "  %s above %s with seed %s%s\n  hint: %s\n",
		r.Bots[b].Label, r.Bots[a].Label, strings.Join(seeds, ", "), more, r.Again(upsets[0].Planned))
}
