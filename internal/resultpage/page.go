// Package resultpage writes what is known of a tournament as a page in one file: tables
// and charts, which need no JavaScript, and a list of all matches, which does.
//
// A page asks nobody for anything, and runs nothing but its own script. Names and other
// texts come from bots, so they are shown as texts wherever they stand.
package resultpage

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"github.com/botarena/arena/internal/stats"
	"github.com/botarena/arena/internal/website"
)

// Page is what a page shows.
type Page struct {
	Title string
	About []string // what was played, each in one line
	// Bots are the labels of the bots, and Versions what they call their versions.
	Bots, Versions []string
	Summary        stats.Summary
	Ranking        []int // the bots in the order in which they are shown
	Costs          bool  // CPU times are shown
	Finding        *Finding
	Matches        []Match
	// Before and After are what is before and after the number of a match in the command
	// that opens it.
	Before, After string
}

// Match is a match of the list.
type Match struct {
	Number   int // from 1
	Seed     uint64
	Bots     []int // by seat
	Scores   []int
	Places   []int
	Verdicts []Verdict
	// Link is the address of a page with the match, or "".
	Link string
}

// Verdict is why a bot was frozen.
type Verdict struct {
	Seat, Round  int
	Kind, Detail string
}

// Finding is what a comparison came to.
type Finding struct {
	Sentence string
	Course   []Evidence // after each group of matches
	Needed   float64    // natural logarithm of the capital that decides
	Axis     string     // what the mean is of
}

// Evidence is what a comparison knew after a group of matches.
type Evidence struct {
	Mean, Low, High float64 // of the results of the groups, from 0 to 1
	Better, Worse   float64 // natural logarithms of the capitals
}

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

//go:embed page.html
var pageHTML string

var page = template.Must(template.New("page").Parse(pageHTML))

// parts are what the template needs.
type parts struct {
	Page
	Policy    string
	CSS       template.CSS
	JS        template.JS
	Standings []standing
	Cross     crossTable
	Seats     []seat
	Charts    []chart
	Data      data
}

// Write writes the page.
func Write(w io.Writer, p Page) error {
	return page.Execute(w, parts{
		Page: p, CSS: template.CSS(pageCSS), JS: template.JS(pageJS), //nolint:gosec // both are ours
		Policy: fmt.Sprintf("default-src 'none'; script-src '%s'; style-src '%s'; img-src data:; base-uri 'none'; form-action 'none'",
			website.PolicyHash(pageJS), website.PolicyHash(pageCSS)),
		Standings: p.standings(), Cross: p.crossTable(), Seats: p.seats(), Charts: p.Finding.charts(), Data: p.data(),
	})
}

// data is what the script makes the list of matches of.
type data struct {
	Bots    []string `json:"bots"`
	Before  string   `json:"before"`
	After   string   `json:"after"`
	Matches []row    `json:"matches"`
}

// row is a match in few bytes: number, seed, bots, scores, places, verdicts, link.
type row []any

func (p *Page) data() data {
	d := data{Bots: p.Bots, Before: p.Before, After: p.After, Matches: make([]row, len(p.Matches))}
	for i, m := range p.Matches {
		verdicts := make([][]any, len(m.Verdicts))
		for j, v := range m.Verdicts {
			verdicts[j] = []any{v.Seat, v.Round, v.Kind, v.Detail}
		}
		d.Matches[i] = row{m.Number, fmt.Sprint(m.Seed), m.Bots, m.Scores, m.Places, verdicts}
		if m.Link != "" {
			d.Matches[i] = append(d.Matches[i], m.Link)
		}
	}
	return d
}
