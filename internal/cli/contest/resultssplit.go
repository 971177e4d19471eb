package contest

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/stats"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/tournament"
)

// tellSplit prints how the bots of a tournament did in matches of each kind.
func (o *resultsOptions) tellSplit(ctx context.Context, c *cobra.Command, s *shell.Shell, a archive.Archive,
	t *archive.Tournament,
) error {
	only, err := o.chart.filter(c, t)
	if err != nil {
		return err
	}
	if t.IsSearch() {
		return shell.Misused("--csv has its matches", "--split: tournament %d is a search of arena tune", t.ID)
	}
	split, err := a.Split(ctx, t, o.chart.split, only)
	if err != nil {
		return err
	}
	told := toldSplit{Split: split, by: string(o.chart.split), of: t, shares: only.Won == nil}
	switch {
	case o.CSV:
		return tournament.PrintRows(s, told.csv)
	case o.JSON:
		return shell.PrintLongJSON(s.Out, told.json())
	}
	told.print(s)
	return nil
}

// toldSplit is a split with the words around it.
type toldSplit struct {
	*archive.Split
	by     string
	of     *archive.Tournament
	shares bool // seats count that won, and those that did not
}

// toldLot is a row: how a bot did in seats of a kind.
type toldLot struct {
	*stats.Lot
	bot     int
	of      lineup.Entrant
	kind    string
	share   stats.Estimate // of wins, if there is one
	hasWins bool
}

// rows yields all rows, the best bot first.
func (t *toldSplit) rows(yield func(toldLot) bool) {
	for _, bot := range contest.Ranking(t.of.Standings.Summary(t.of.First)) {
		for kind, name := range t.Kinds {
			of := t.Of(bot, kind)
			if of == nil {
				continue
			}
			row := toldLot{Lot: of, bot: bot, of: t.of.Bots[bot], kind: name, hasWins: t.shares}
			if t.shares {
				row.share = of.WinShare(t.Count(bot))
			}
			if !yield(row) {
				return
			}
		}
	}
}

func (t *toldSplit) print(s *shell.Shell) {
	titles := []string{"bot", t.by, ">seats", ">won", ">shared", ">not won", ">score", ">place"}
	if t.shares {
		titles = append(titles, ">wins")
	}
	table, last, isSure := shell.NewTable(titles...), -1, false
	for row := range t.rows {
		label := ""
		if row.bot != last {
			label, last = row.of.Label, row.bot
		}
		cells := []string{
			label, row.kind, strconv.Itoa(row.Seats), strconv.Itoa(row.Won), strconv.Itoa(row.Shared),
			strconv.Itoa(row.Seats - row.Won - row.Shared), fmt.Sprintf("%.1f", row.Score()), fmt.Sprintf("%.2f", row.Place()),
		}
		if row.hasWins {
			isSure = isSure || row.share.Interval != nil
			cells = append(cells, row.share.Text(100, 1, "%"))
		}
		table.Row(cells...)
	}
	if last < 0 {
		fmt.Fprintln(s.Out, "no seat is so")
		return
	}
	table.Print(s.Out)
	if isSure {
		fmt.Fprintln(s.Out, "\nIn 95 of 100 cases all true figures of a bot are within their ±.")
	}
}

// csv are the rows of --csv.
func (t *toldSplit) csv(yield func([]string) bool) {
	if !yield([]string{
		"bot", "version", t.by, "seats", "won", "shared", "score", "place", "wins", "wins_low", "wins_high",
	}) {
		return
	}
	exact := func(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }
	for row := range t.rows {
		cells := []string{
			tournament.TextCell(row.of.Label), tournament.TextCell(row.of.Version), tournament.TextCell(row.kind),
			strconv.Itoa(row.Seats), strconv.Itoa(row.Won), strconv.Itoa(row.Shared), exact(row.Score()), exact(row.Place()),
			"", "", "",
		}
		if row.hasWins {
			cells[8] = exact(row.share.Value)
		}
		if in := row.share.Interval; in != nil {
			cells[9], cells[10] = exact(in.Low), exact(in.High)
		}
		if !yield(cells) {
			return
		}
	}
}

// splitJSON is what --split prints with --json.
type splitJSON struct {
	Split string    `json:"split"`
	Rows  []lotJSON `json:"rows"`
}

type lotJSON struct {
	Bot        string    `json:"bot"`
	Version    string    `json:"version"`
	Kind       string    `json:"kind"`
	Seats      int       `json:"seats"`
	Won        int       `json:"won"`
	Shared     int       `json:"shared"`
	MeanScore  float64   `json:"mean_score"`
	MeanPlace  float64   `json:"mean_place"`
	WinShare   *float64  `json:"win_share"`    // null if only seats count that won, or only others
	WinShare95 []float64 `json:"win_share_95"` // all true figures of a bot are in them with a chance of 95 %
}

func (t *toldSplit) json() splitJSON {
	all := splitJSON{Split: t.by, Rows: []lotJSON{}}
	for row := range t.rows {
		one := lotJSON{
			Bot: row.of.Label, Version: row.of.Version, Kind: row.kind,
			Seats: row.Seats, Won: row.Won, Shared: row.Shared, MeanScore: row.Score(), MeanPlace: row.Place(),
		}
		if row.hasWins {
			one.WinShare = &row.share.Value
		}
		if in := row.share.Interval; in != nil {
			one.WinShare95 = []float64{in.Low, in.High}
		}
		all.Rows = append(all.Rows, one)
	}
	return all
}
