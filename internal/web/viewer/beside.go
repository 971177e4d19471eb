package viewer

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"sync"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/web/server"
)

// A frame may be shown by the page that has two of them, and that page shows no other frames.
const (
	framePolicy  = ownPolicy + "; frame-ancestors 'self'"
	besidePolicy = ownPolicy + "; frame-src 'self'; frame-ancestors 'none'"
)

//go:embed dist/beside.js
var besideJS string

//go:embed dist/beside.css
var besideCSS string

//go:embed dist/beside.*.json
var besideTexts embed.FS

// besidePage is the template of the page with two matches. A side whose match is gone has no name.
var besidePage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("beside").Parse(besideHTML))
})

const besideHTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Two matches side by side</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="page.css">
<link rel="stylesheet" href="beside.css">
</head>
<body>
<main id="app" class="beside"{{range .}} data-{{.Side}}="{{.Key}}" data-{{.Side}}-name="{{.Name}}"{{end}}></main>
<noscript>This page shows two matches; it needs JavaScript.</noscript>
<script src="beside.js"></script>
</body>
</html>
`

// besideSide is a side of the page: which match it shows.
type besideSide struct {
	Side string // left or right
	Listed
}

// Pair returns how many matches there are now, and the first two of them, in the order in which
// they were found: that of the paths.
func (m *Matches) Pair() (first, second Listed, count int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.look(m.paths)
	slices.SortFunc(all, func(a, b *matchFile) int { return cmp.Compare(a.number, b.number) })
	pair := [2]Listed{}
	for i := range min(len(all), len(pair)) {
		pair[i] = m.listed(all[i])
	}
	return pair[0], pair[1], len(all)
}

// entry returns the entry of a key; one without a name if the file is gone or has changed.
func (m *Matches) entry(key string) Listed {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.byKey(key); f != nil {
		return m.listed(f)
	}
	return Listed{Key: key}
}

// besideTables are those of the page with two matches. They have all texts of the page of one, and those of the files
// built for it.
var besideTables = sync.OnceValue(func() (all []languageTable) {
	for _, table := range languageTables {
		var whole struct {
			Texts map[string]string `json:"texts"`
			Forms json.RawMessage   `json:"forms"`
		}
		var more map[string]string
		name := "beside." + table.name
		added, unknown := besideTexts.ReadFile("dist/" + name)
		err := errors.Join(unknown, json.Unmarshal([]byte(table.text), &whole), json.Unmarshal(added, &more))
		if err != nil {
			panic(err) // the files are embedded
		}
		maps.Copy(whole.Texts, more)
		text, err := json.Marshal(whole)
		if err != nil {
			panic(err)
		}
		all = append(all, languageTable{name, string(text)})
	}
	return all
})

// handleBeside adds what the page with two matches takes. Each of its frames is the usual page in a
// folder of its own, where match.json is the match with that key.
func (s *Server) handleBeside(mux *http.ServeMux) {
	mux.HandleFunc("GET /beside", s.beside)
	mux.HandleFunc("GET /beside.js", answerWith("text/javascript; charset=utf-8", besideJS))
	mux.HandleFunc("GET /beside.css", answerWith("text/css; charset=utf-8", besideCSS))
	for _, table := range besideTables() {
		mux.HandleFunc("GET /"+table.name, answerWith("application/json", table.text))
	}
	mux.HandleFunc("GET /beside/{key}/{$}", func(w http.ResponseWriter, r *http.Request) {
		if _, found := s.pathOf(r.PathValue("key")); !found {
			http.Error(w, errChanged, http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Security-Policy", framePolicy)
		server.Answer(w, r, "text/html; charset=utf-8", servedPage("Match", ""))
	})
	mux.HandleFunc("GET /beside/{key}/page.js", answerPacked("text/javascript; charset=utf-8", pageJS))
	mux.HandleFunc("GET /beside/{key}/second.js",
		answerPacked("text/javascript; charset=utf-8", secondJS))
	mux.HandleFunc("GET /beside/{key}/page.css", answerPacked("text/css; charset=utf-8", pageCSS))
	for _, table := range languageTables {
		mux.HandleFunc("GET /beside/{key}/"+table.name, answerWith("application/json", table.text))
	}
	mux.HandleFunc("GET /beside/{key}/match.json", s.oneMatch)
	mux.HandleFunc("POST /beside/{key}/open", s.open)
}

// beside sends the page with the two matches that the address names, or else with the first two.
func (s *Server) beside(w http.ResponseWriter, r *http.Request) {
	if s.offered == nil {
		http.NotFound(w, r)
		return
	}
	left, right, _ := s.offered.Pair()
	asked := r.URL.Query()
	if key := asked.Get("left"); key != "" {
		left = s.offered.entry(engine.Printable(key))
	}
	if key := asked.Get("right"); key != "" {
		right = s.offered.entry(engine.Printable(key))
	}
	var text bytes.Buffer
	if err := besidePage().Execute(&text, []besideSide{{"left", left}, {"right", right}}); err != nil {
		panic(err) // the template is wrong
	}
	w.Header().Set("Content-Security-Policy", besidePolicy)
	server.Answer(w, r, "text/html; charset=utf-8", text.Bytes())
}

func answerWith(kind, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { server.Answer(w, r, kind, []byte(text)) }
}

// answerPacked answers with a text that was packed when the page was built.
func answerPacked(kind string, file packedText) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if server.AcceptsPacked(r) {
			server.AnswerPacked(w, kind, []byte(file.packed))
			return
		}
		server.Answer(w, r, kind, []byte(file.text()))
	}
}
