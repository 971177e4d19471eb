package contest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/archive"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/tournament"
)

// mostRows is how many rows a printed chart has at most, about as many as a screen shows.
const mostRows = 20

// charted are the flags of a chart over matches, or of a table that tells them apart.
type charted struct {
	name     string
	split    archive.SplitBy
	seat     int
	opponent string
	seed     uint64
	won      bool
	lost     bool
}

// ofCharts are the flags that say which seats it is about.
var ofCharts = []string{"seat", "opponent", "seed", "won", "lost"}

func (o *charted) Register(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.name, "chart", "", "what bots charted as `NAME`, by round, over the matches whose replays are kept")
	shell.Enum[archive.SplitBy]{Values: archive.Splits}.Register(c, &o.split, "split",
		"a table of each bot by `WHAT` its matches were: %s")
	f.IntVar(&o.seat, "seat", 0, "with --chart or --split, only from seat `N`, from 0")
	f.StringVar(&o.opponent, "opponent", "", "with --chart or --split, only where `BOT` sits in another seat")
	f.Uint64VarP(&o.seed, "seed", "s", 0, "with --chart or --split, only the matches of seed `N`")
	f.BoolVar(&o.won, "won", false, "with --chart or --split, only from seats that won")
	f.BoolVar(&o.lost, "lost", false, "with --chart or --split, only from seats that did not win")
}

func (o *charted) Check(c *cobra.Command) error {
	changed := c.Flags().Changed
	for _, flag := range ofCharts {
		if changed(flag) && !changed("chart") && !changed("split") {
			return shell.Misused("--split seat", "--%s: has no effect without --chart or --split", flag)
		}
	}
	for _, flag := range []string{"all", "html", "http", "match", "costs"} {
		for _, asks := range []string{"chart", "split"} {
			if changed(flag) && changed(asks) {
				return shell.Misused("leave out one of them", "--%s: contradicts --%s", asks, flag)
			}
		}
	}
	if err := shell.Alone(changed, "chart", "split"); err != nil {
		return err
	}
	if o.seat < 0 {
		return shell.Misused("--seat 0", "--seat: %d is less than 0", o.seat)
	}
	return shell.Alone(changed, "won", "lost")
}

// filter returns whose seats count.
func (o *charted) filter(c *cobra.Command, t *archive.Tournament) (archive.Filter, error) {
	only := archive.All()
	changed := c.Flags().Changed
	if changed("seat") {
		only.Seat = o.seat
	}
	if seats := t.Setup.Seats(); only.Seat >= seats {
		return only, shell.Misused("--seat 0", "--seat: there is no seat %d: the last is %d", o.seat, seats-1)
	}
	if changed("seed") {
		only.Seed = &o.seed
	}
	if o.won || o.lost {
		only.Won = &o.won
	}
	if !changed("opponent") {
		return only, nil
	}
	labels := make([]string, len(t.Bots))
	for i, bot := range t.Bots {
		labels[i] = bot.Label
	}
	if only.Against = slices.Index(labels, o.opponent); only.Against < 0 {
		return only, shell.Misused(safe.Shell("--opponent", labels[0]), "--opponent: no bot here is called %s: there are %s",
			o.opponent, strings.Join(labels, ", "))
	}
	return only, nil
}

// tellChart prints a chart over the matches of a tournament.
func (o *resultsOptions) tellChart(ctx context.Context, c *cobra.Command, s *shell.Shell, a archive.Archive,
	t *archive.Tournament,
) error {
	only, err := o.chart.filter(c, t)
	if err != nil {
		return err
	}
	chart, err := a.Chart(ctx, t, o.chart.name, only)
	if err != nil {
		return err
	}
	told := toldChart{Chart: chart, name: o.chart.name, of: t}
	switch {
	case chart.Kept == 0:
		return hint.New(o.path, "keeps no replay of these matches", "--keep all keeps those of arena series and compare")
	case !slices.Contains(chart.Names, o.chart.name) && len(chart.Names) == 0:
		return hint.With(errors.New("--chart: no bot of these matches has charted anything"),
			`a bot notes a number by s.Debug().Chart("army", n), or s.chart("army", n) in other languages`)
	case !slices.Contains(chart.Names, o.chart.name):
		return shell.Misused(safe.Shell("--chart", chart.Names[0]), "--chart: no bot of these matches has charted %s, but %s",
			o.chart.name, strings.Join(chart.Names, ", "))
	case o.CSV:
		return tournament.PrintRows(s, told.rows)
	case o.JSON:
		return shell.PrintLongJSON(s.Out, told.json())
	}
	told.print(s)
	return nil
}

// toldChart is a chart with the words around it.
type toldChart struct {
	*archive.Chart
	name string
	of   *archive.Tournament
}

// bots returns those that have noted something.
func (t *toldChart) bots() (all []int) {
	for bot, rounds := range t.Bots {
		if len(rounds) > 0 {
			all = append(all, bot)
		}
	}
	return all
}

func (t *toldChart) print(s *shell.Shell) {
	safe.Fprintf(s.Out, "%s by round, over %s of %d: mean (least to most)\n", t.name, safe.Count(t.Fit, "match"),
		len(t.of.Standings.Matches))
	if missing := len(t.of.Standings.Matches) - t.Kept; missing > 0 {
		fmt.Fprintf(s.Err, "note: the store keeps no replay of %s\n", safe.Count(missing, "match"))
	}
	bots, rounds := t.bots(), t.Rounds()
	if len(bots) == 0 {
		fmt.Fprintln(s.Out, "nothing was charted there")
		return
	}
	titles := []string{">rounds"}
	for _, bot := range bots {
		titles = append(titles, ">"+t.of.Bots[bot].Label)
	}
	table := shell.NewTable(titles...)
	each := archive.Each(rounds, mostRows)
	for from := 0; from < rounds; from += each {
		to := min(from+each, rounds)
		row := []string{strconv.Itoa(from)}
		if to-from > 1 {
			row[0] = fmt.Sprintf("%d-%d", from, to-1)
		}
		for _, bot := range bots {
			row = append(row, notedText(t.Over(bot, from, to)))
		}
		table.Row(row...)
	}
	table.Print(s.Out)
}

func notedText(n archive.Noted) string {
	if n.Count == 0 {
		return "–"
	}
	short := func(value float64) string { return strconv.FormatFloat(value, 'g', 5, 64) }
	return fmt.Sprintf("%s (%s to %s)", short(n.Mean()), short(n.Least), short(n.Most))
}

// rows are those of --csv.
func (t *toldChart) rows(yield func([]string) bool) {
	if !yield([]string{"chart", "bot", "version", "round", "count", "mean", "least", "most"}) {
		return
	}
	exact := func(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }
	for _, bot := range t.bots() {
		of := t.of.Bots[bot]
		for round, n := range t.Bots[bot] {
			if n.Count > 0 && !yield([]string{
				tournament.TextCell(t.name), tournament.TextCell(of.Label), tournament.TextCell(of.Version), strconv.Itoa(round),
				strconv.Itoa(n.Count), exact(n.Mean()), exact(n.Least), exact(n.Most),
			}) {
				return
			}
		}
	}
}

// ChartJSON is a chart over matches, as --json prints it.
type ChartJSON struct {
	Chart   string           `json:"chart"`
	Matches int              `json:"matches"` // with numbers that count
	Kept    int              `json:"kept"`    // whose replays the store has
	Bots    []chartOfBotJSON `json:"bots"`
}

type chartOfBotJSON struct {
	Bot     string      `json:"bot"`
	Version string      `json:"version"`
	Rounds  []notedJSON `json:"rounds"` // those in which something was noted
}

type notedJSON struct {
	Round int     `json:"round"`
	Count int     `json:"count"`
	Mean  float64 `json:"mean"`
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
}

func (t *toldChart) json() ChartJSON {
	all := ChartJSON{Chart: t.name, Matches: t.Fit, Kept: t.Kept, Bots: []chartOfBotJSON{}}
	for _, bot := range t.bots() {
		of := chartOfBotJSON{Bot: t.of.Bots[bot].Label, Version: t.of.Bots[bot].Version}
		for round, n := range t.Bots[bot] {
			if n.Count > 0 {
				of.Rounds = append(of.Rounds, notedJSON{round, n.Count, n.Mean(), n.Least, n.Most})
			}
		}
		all.Bots = append(all.Bots, of)
	}
	return all
}
