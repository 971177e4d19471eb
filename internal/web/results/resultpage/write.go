package resultpage

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/botarena/arena/internal/web/server"
	"github.com/botarena/arena/internal/web/viewer"
)

//go:embed dist/page.css
var pageCSS string

//go:embed dist/page.js
var pageJS string

//go:embed page.html
var pageHTML string

//go:embed dist/wait.js
var waitJS string

//go:embed wait.html
var waitHTML string

var (
	page = sync.OnceValue(func() *template.Template {
		funcs := template.FuncMap{
			"rank": func(i int) int { return i + 1 },
			"ms":   func(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()*1000) },
		}
		return template.Must(template.New("page").Funcs(funcs).Parse(pageHTML))
	})
	waiting = sync.OnceValue(func() *template.Template { return template.Must(template.New("wait").Parse(waitHTML)) })
)

// parts are what the template needs.
type parts struct {
	Page
	Live        bool
	Description string        // that chats show of a link; "" for none
	Front       *front        // of a league that is served
	Inside      []watchedRow  // of a file: the matches that it has in it
	Viewer      template.HTML // which shows them
	Policy      string        // "" in a page that a server sends, where a header has it
	CSS         template.CSS
	JS          template.JS
	Standings   []standing
	Replaced    []standing // by others
	EntrantRows []entrant
	WorkerRows  []Worker
	More        map[string]*extent // the shown part of tables that have more
	Scale       string
	Ranked      string // what by, if one may wonder
	Fit         string // that one number does not fit; nothing if it does
	Compared    bool   // there are tables of pairs and of seats
	Cross       crossTable
	Seats       []seat
	Gains       []gain
	Charts      []chart
	Faults      faultTable
	Rated       Rated
	Data        Columns
}

func css() template.CSS { return template.CSS(pageCSS) } //nolint:gosec // it is ours

func (p *Page) parts(live bool) (parts, error) {
	most := map[Table]int{} // all
	if live {
		most = map[Table]int{Standings: rowsOfPage, Earlier: fewRows, Entrants: fewRows, Workers: fewRows}
	}
	shown, more := make(map[Table]extent), make(map[string]*extent)
	for _, t := range Tables {
		r := begins(most[t], p.length(t))
		if shown[t] = r; r.To < r.Of {
			more[string(t)] = &r
		}
	}
	to := "" // the bots of a file have no pages
	if live {
		to = "bot/"
	}
	compared := p.compared(live)
	all := parts{
		Page: *p, Live: live, CSS: css(), JS: template.JS(pageJS), //nolint:gosec // it is ours
		Standings:   p.standings(cut(shown[Standings], p.Ranking), 1, to),
		Replaced:    p.standings(cut(shown[Earlier], p.Replaced), 1, to),
		EntrantRows: p.entrants(shown[Entrants]), WorkerRows: cut(shown[Workers], p.Workers), More: more,
		Scale: p.scale(), Ranked: p.ranked(), Fit: sentence(p.Summary.Fit.Text(p.Bots)),
		Compared: !live || len(p.Ranking) <= mostComparedLive,
		Cross:    p.crossTable(compared), Seats: p.seats(), Gains: p.gains(compared, ""),
		Charts: p.Finding.charts(),
		Faults: p.faults(live),
	}
	if live {
		all.Description = p.describe()
		all.Front = p.front(all.Standings)
	}
	listed := p.Matches
	if live || listed == nil {
		listed = Of(nil)
	}
	if !live { // else the script asks for the bots, and for the matches
		scripts, styles := []string{server.PolicyHash(pageJS)}, []string{server.PolicyHash(pageCSS)}
		if all.Inside = p.watched("#match="); len(all.Inside) > 0 {
			all.Viewer = viewer.Inside()
			moreScripts, moreStyles := viewer.InsidePolicy()
			scripts, styles = append(scripts, moreScripts...), append(styles, moreStyles...)
		}
		all.Policy = "default-src 'none'; " + allowed(scripts, styles) +
			"; img-src data: blob:; base-uri 'none'; form-action 'none'"
		all.Rated = p.rated()
	}
	var err error
	all.Data, err = newColumns(listed, p.Links)
	all.Data.Before, all.Data.After = p.Before, p.After
	return all, err
}

// allowed allows scripts and styles, by their hashes.
func allowed(scripts, styles []string) string {
	return "script-src '" + strings.Join(scripts, "' '") + "'; style-src '" + strings.Join(styles, "' '") + "'"
}

// Policy is the content security policy of the pages that a server sends.
func Policy() string {
	scripts := []string{server.PolicyHash(pageJS), server.PolicyHash(waitJS)}
	return "default-src 'none'; " + allowed(scripts, []string{server.PolicyHash(pageCSS)}) +
		"; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

// Write writes the page as a file, with all matches.
func Write(w io.Writer, p Page) error { return p.write(w, false, "page") }

// WriteLive writes the page for a server. It asks for "bots.json", see [BotsJSON], and for "matches.json" and the parts
// before, see [PartJSON], then for the stream "events", and when that says so, for "tables", see [WriteTables], and for
// the bots again. A match is at "match/" and its number, a bot at "bot/" and its number, from 0, and all of a table
// ([WriteTable]) at its name.
func WriteLive(w io.Writer, p Page) error { return p.write(w, true, "page") }

// WriteTables writes those parts of a live page which change while matches are played.
func WriteTables(w io.Writer, p Page) error {
	return p.write(w, true, "top", "tables", "more")
}

// write writes parts of the template, which all have the same data.
func (p *Page) write(w io.Writer, live bool, templates ...string) error {
	all, err := p.parts(live)
	for _, name := range templates {
		if err == nil {
			err = page().ExecuteTemplate(w, name, all)
		}
	}
	return err
}

// Waiting returns the page that is shown while a match is played again. It asks "KEY/play",
// where KEY is the last part of its own address, until it can be loaded again as the match.
func Waiting(title string) []byte {
	var text bytes.Buffer
	err := waiting().Execute(&text, struct {
		Title string
		CSS   template.CSS
		JS    template.JS
	}{title, template.CSS(pageCSS), template.JS(waitJS)}) //nolint:gosec // both are ours
	if err != nil {
		panic(err) // the template is wrong
	}
	return text.Bytes()
}

// Name is what the page is called.
func (p parts) Name() string { return p.Title }
