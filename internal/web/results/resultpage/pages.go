package resultpage

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

const (
	rowsOfPage = 100 // of a table that has pages of its own
	// fewRows is how many rows the page of a tournament has of such a table, except of the standings.
	fewRows = 25
)

// Table is a table that may be too long for the page of a tournament.
type Table string

// The tables, by the last parts of their addresses.
const (
	Standings Table = "standings"
	Earlier   Table = "earlier" // versions of bots that others have replaced
	Entrants  Table = "entrants"
	Workers   Table = "workers"
)

// Tables are all of them.
var Tables = []Table{Standings, Earlier, Entrants, Workers}

// titles are what the tables are called.
var titles = map[Table]string{
	Standings: "Standings", Earlier: "Earlier versions", Entrants: "Entrants", Workers: "Workers",
}

// extent is a part of a table.
type extent struct {
	From, To, Of int // of its rows, the first is 1
	Page, Pages  int // the first is 1; it may be a part that is no page
}

// begins returns the beginning of a table, or all of it if most is 0.
func begins(most, of int) extent {
	if most == 0 || of < most {
		most = of
	}
	return extent{From: min(1, of), To: most, Of: of}
}

// onPage returns a page of a table; false if it has none of that number. An empty table has one page.
func onPage(page, of int) (extent, bool) {
	pages := max(1, (of+rowsOfPage-1)/rowsOfPage)
	if page < 1 || page > pages {
		return extent{}, false
	}
	return extent{min((page-1)*rowsOfPage+1, of), min(page*rowsOfPage, of), of, page, pages}, true
}

// cut returns these rows of all.
func cut[T any](r extent, all []T) []T {
	if r.Of == 0 {
		return nil
	}
	return all[r.From-1 : r.To]
}

// entrant is a row of the table of a league's bots.
type entrant struct {
	Entrant

	Number       int
	Bot, Version string
	By           byline
}

func (p *Page) entrant(number int, up string) entrant {
	return entrant{p.Entrants[number], number, p.Bots[number], p.Versions[number], p.by(number, up)}
}

func (p *Page) entrants(r extent) []entrant {
	list := make([]entrant, 0, r.To-r.From+1)
	for i := range cut(r, p.Entrants) {
		list = append(list, p.entrant(r.From-1+i, ""))
	}
	return list
}

// length is how many rows a table has.
func (p *Page) length(t Table) int {
	switch t {
	case Standings:
		return len(p.Ranking)
	case Earlier:
		return len(p.Replaced)
	case Entrants:
		return len(p.Entrants)
	case Workers:
		return len(p.Workers)
	}
	return 0
}

// listing is a page with rows of a table.
type listing struct {
	parts

	heading

	Rows extent
}

// Name is what the page is called.
func (l listing) Name() string { return l.Heading + ": " + l.Title }

// heading is what stands above a page that is not that of the tournament.
type heading struct {
	Heading string
	Up      string // to the page of the tournament
	Table   Table
}

// WriteTable writes a page of a table for a server, from 1. It returns false if the table has no page of that number.
func WriteTable(w io.Writer, p Page, t Table, number int) (bool, error) {
	r, has := onPage(number, p.length(t))
	if !has {
		return false, nil
	}
	l := listing{parts: p.frame(), heading: heading{titles[t], "./", t}, Rows: r}
	l.Description = p.describe()
	switch t {
	case Standings:
		l.Standings = p.standings(cut(r, p.Ranking), r.From, "bot/")
	case Earlier:
		l.Replaced = p.standings(cut(r, p.Replaced), r.From, "bot/")
	case Entrants:
		l.EntrantRows = p.entrants(r)
	case Workers:
		l.WorkerRows = cut(r, p.Workers)
	}
	return true, page().ExecuteTemplate(w, "listing", l)
}

// frame has what all pages have in common that a server sends.
func (p *Page) frame() parts { return parts{Page: *p, Live: true, CSS: css(), Scale: p.scale()} }

// Rated are the bots of the standings and of the table of earlier versions, for the script.
type Rated struct {
	Names   []string `json:"names"` // by number; "" for the other bots
	Ratings []int    `json:"ratings"`
}

func (p *Page) rated() Rated {
	r := Rated{Names: []string{}, Ratings: []int{}}
	for _, number := range slices.Concat(p.Ranking, p.Replaced) {
		for len(r.Names) <= number {
			r.Names, r.Ratings = append(r.Names, ""), append(r.Ratings, 0)
		}
		r.Names[number], r.Ratings[number] = p.Bots[number], p.points(number)
	}
	return r
}

// BotsJSON returns the names and the ratings of the bots as a live page asks for them.
func BotsJSON(p Page) ([]byte, error) { return json.Marshal(p.rated()) }

// Place says where a page of a table is among all.
func (r extent) Place() string {
	if r.Of == 0 {
		return "none"
	}
	return fmt.Sprintf("%d to %d of %d", r.From, r.To, r.Of)
}

// Others are the numbers of the pages that are linked, 0 for one that isn't: the first, the one before, the next, and
// the last.
func (r extent) Others() [4]int {
	var others [4]int
	if r.Page > 1 {
		others[0], others[1] = 1, r.Page-1
	}
	if r.Page < r.Pages {
		others[2], others[3] = r.Page+1, r.Pages
	}
	return others
}
