package league

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/admission"

	"github.com/botarena/arena/internal/cli/shell"
)

// printHistory prints all versions of all bots that were in the league, those of one author together.
func (t *leagueTable) printHistory(to io.Writer) {
	summary := t.t.Standings.SoFar()
	titles := []string{"bot", "version", "author's key", "from match", "until", "late", ">matches", ">wins", ">rating"}
	people := slices.ContainsFunc(t.l.Entrants, func(e store.Entrant) bool { return e.Person != "" })
	if people {
		titles = append([]string{"person", "group"}, titles...)
	}
	table := shell.NewTable(titles...)
	last := store.Last(t.l.Entrants)
	for _, number := range byAuthor(t.l.Entrants) {
		if last[number] != number { // it has come back
			continue
		}
		e := t.l.Entrants[number]
		row := []string{
			engine.Printable(e.Name), engine.Printable(e.Version), cmp.Or(shortKey(e.Signer), "none"), began(e), ended(e), "",
		}
		if e.Late > 0 {
			row[len(row)-1] = admission.InMinutes(e.Late)
		}
		if people {
			who := t.owners[e.Person]
			row = append([]string{cmp.Or(who.names, e.Person), who.group}, row...)
		}
		table.Row(append(row, reached(summary, number)...)...)
	}
	table.Print(to)
}

// byAuthor orders entrants by their authors, of whom who came first is first, then by their names; versions of one bot
// as they came.
func byAuthor(entrants []store.Entrant) []int {
	came := make(map[string]int)
	order := make([]int, len(entrants))
	for number, e := range entrants {
		order[number] = number
		if _, known := came[e.Owner()]; !known {
			came[e.Owner()] = number
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := entrants[a], entrants[b]
		return cmp.Or(cmp.Compare(came[x.Owner()], came[y.Owner()]),
			strings.Compare(strings.ToLower(x.Name), strings.ToLower(y.Name)))
	})
	return order
}

// began says which was the first match that an entrant could play.
func began(e store.Entrant) string {
	switch {
	case e.Joined != nil:
		return strconv.Itoa(*e.Joined + 1)
	case e.Waits():
		return "the next"
	}
	return "never"
}

// ended says which was the first match without an entrant; nothing as long as it stays.
func ended(e store.Entrant) string {
	switch {
	case e.Gone != nil:
		return strconv.Itoa(*e.Gone + 1)
	case e.Leaving:
		return "the next"
	}
	return ""
}

// reached are the figures of an entrant; none if it has not played.
func reached(s stats.Summary, number int) []string {
	if number >= len(s.Bots) || s.Bots[number].Matches == 0 {
		return []string{"0", "", ""}
	}
	b := s.Bots[number]
	return []string{fmt.Sprint(b.Matches), b.WinShare.Text(100, 1, "%"), b.Rating.Text(1, 0, "")}
}
