package league

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/contest/store"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/tournament"
)

// gradeColumns are the columns of --grades.
func gradeColumns() []string {
	columns := []string{
		"rank", "author", "key", "bot", "version", "rating", "rating_low", "rating_high", "matches", "wins",
	}
	for kind := range match.Kinds() {
		columns = append(columns, "verdicts_"+string(kind))
	}
	return append(columns, "late_s", "versions", "handed_in")
}

// printGrades prints a row for each author.
func (t *leagueTable) printGrades(s *shell.Shell) error {
	summary := t.t.Standings.SoFar()
	order, _ := t.t.Ranking(summary)
	return tournament.PrintRows(s, slices.Values(append([][]string{gradeColumns()},
		grades(t.l.Entrants, summary, order)...)))
}

// grades returns a row for each author of a bot that has not left, in the order of the table, with the figures of the
// best of these bots. At the end come authors of whom none has played. Each bot that nobody has signed has a row of
// its own.
func grades(entrants []store.Entrant, summary stats.Summary, table []int) (rows [][]string) {
	order := slices.Clone(table)
	for number := range entrants {
		if !slices.Contains(table, number) {
			order = append(order, number)
		}
	}
	for at, number := range order {
		e := entrants[number]
		if e.Gone != nil || slices.ContainsFunc(order[:at], func(better int) bool {
			return entrants[better].Gone == nil && sameAuthor(entrants[better], e)
		}) {
			continue
		}
		row := []string{
			"", tournament.TextCell(e.Author), tournament.TextCell(e.Signer), tournament.TextCell(e.Name),
			tournament.TextCell(e.Version),
		}
		if at < len(table) {
			row[0] = strconv.Itoa(len(rows) + 1)
		}
		rows = append(rows, slices.Concat(row, figures(summary, number), handedIn(entrants, e)))
	}
	return rows
}

// sameAuthor reports whether two entrants are of one author: of one person or key, or versions of a bot without either.
func sameAuthor(a, b store.Entrant) bool {
	return a.Owner() == b.Owner() && (a.Owner() != "" || store.SameName(a.Name, b.Name))
}

// figures are the cells with what a bot has reached. One that has not played has no rating.
func figures(summary stats.Summary, number int) []string {
	var b stats.Bot
	if number < len(summary.Bots) {
		b = summary.Bots[number]
	}
	rating := []string{"", "", ""}
	if b.Matches > 0 {
		rating[0] = decimal(b.Rating.Value, 1)
	}
	if i := b.Rating.Interval; i != nil && b.Matches > 0 {
		rating[1], rating[2] = decimal(i.Low, 1), decimal(i.High, 1)
	}
	cells := append(rating, strconv.Itoa(b.Matches), decimal(b.Wins, 3))
	for kind := range match.Kinds() {
		cells = append(cells, strconv.Itoa(b.Faults[kind]))
	}
	return cells
}

// handedIn are the cells with what the author of a bot has handed in, and how late the bot was.
func handedIn(entrants []store.Entrant, of store.Entrant) []string {
	versions, last := 0, time.Time{}
	for _, e := range entrants {
		if sameAuthor(e, of) {
			if versions++; e.Came.After(last) {
				last = e.Came
			}
		}
	}
	when := ""
	if !last.IsZero() {
		when = last.UTC().Format(time.RFC3339)
	}
	return []string{decimal(of.Late.Seconds(), 3), strconv.Itoa(versions), when}
}

// decimal is a number with so many digits behind the point, or fewer.
func decimal(value float64, digits int) string {
	power := math.Pow10(digits)
	return strconv.FormatFloat(math.Round(value*power)/power, 'f', -1, 64)
}
