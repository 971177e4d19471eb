// Package viewer shows matches on a page in a browser: live, from a file, or as a
// page that is one file.
package viewer

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/server"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// An exported page has the match in the element with the id "match", as base64 of gzip
// of JSON, and its scripts, packed in the same way, in the elements "page" and "second". The second
// script is run when it is wanted. A served page asks the server for match.json. The texts of another language are in
// the element "words-ca" or "words-es", or in ca.json and es.json on the server.
//
//go:embed dist/page.js.gz
var packedPageJS string

//go:embed dist/second.js.gz
var packedSecondJS string

//go:embed dist/third.js.gz
var packedThirdJS string

//go:embed dist/page.css.gz
var packedPageCSS string

var (
	pageJS   = packedAsset(packedPageJS)
	secondJS = packedAsset(packedSecondJS)
	thirdJS  = packedAsset(packedThirdJS) // which no exported page has
	pageCSS  = packedAsset(packedPageCSS)
)

// Languages are those of the page.
var Languages = []string{"en", "ca", "es"}

// A languageTable is what the page says in a language, by the English texts.
type languageTable struct {
	name string // of the file
	text string
}

//go:embed dist/ca.json
var caJSON string

//go:embed dist/es.json
var esJSON string

// languageTables are those of the page. There is none for English, which is in the script.
var languageTables = []languageTable{{"ca.json", caJSON}, {"es.json", esJSON}}

// A packedText is a built file as it is packed, in which form it is embedded: most are sent it.
type packedText struct {
	packed string
	text   func() string
}

func packedAsset(packed string) packedText {
	return packedText{packed, sync.OnceValue(func() string {
		in, err := gzip.NewReader(strings.NewReader(packed))
		if err != nil {
			panic(err) // the file is embedded
		}
		text, err := io.ReadAll(in)
		if err != nil {
			panic(err)
		}
		return string(text)
	})}
}

// unpackJS begins the script of an exported page.
const unpackJS = `(async () => {
  if (!window.DecompressionStream) {
    document.body.append("This page needs a browser of 2023 or later.");
    return;
  }
  const base64 = document.getElementById("page").textContent;
  const bytes = Uint8Array.fromBase64?.(base64) ?? Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const text = new Response(bytes).body.pipeThrough(new DecompressionStream("gzip"));
  const script = document.createElement("script");
  script.textContent = await new Response(text).text();
  document.body.append(script);
})();`

// page is the template of both kinds of page, served and exported.
var page = sync.OnceValue(func() *template.Template {
	page := template.Must(template.New("page").Parse(pageHTML))
	template.Must(page.New("preview").Parse(previewHTML))
	return page
})

const pageHTML = `<!doctype html>
<html lang="{{with .Lang}}{{.}}{{else}}en{{end}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{{with .Policy}}<meta http-equiv="Content-Security-Policy" content="{{.}}">
{{end}}<meta name="referrer" content="no-referrer">
<title>{{.Title}}</title>
{{with .Preview}}{{template "preview" .}}{{end}}<link rel="icon" href="data:,">
{{if .Match}}<style>{{.CSS}}</style>{{else}}<link rel="stylesheet" href="page.css">{{end}}
</head>
<body>
<main id="app"{{with .Reader}} data-reader="{{.}}"{{end}}{{with .Play}} data-play="{{.}}"{{end}}{{with .Example}}
 data-example="{{.}}" data-card="{{$.Card}}" data-shows="{{$.Shows}}"{{end}}{{with .Several}}
 data-several="{{.}}"{{end}}></main>
<noscript>This page shows a match; it needs JavaScript.</noscript>
{{with .Words}}<script type="application/octet-stream" id="words-{{$.Lang}}">{{.}}</script>
{{end}}{{if .Match}}<script type="application/octet-stream" id="match">{{.Match}}</script>
<script type="application/octet-stream" id="page">{{.Page}}</script>
<script type="application/octet-stream" id="second">{{.Second}}</script>
<script>{{.JS}}</script>
{{else}}<script src="page.js"></script>
{{end}}</body>
</html>
`

// pageParts are the parts of the page. Only the title and the preview contain text from bots,
// and the template escapes it.
type pageParts struct {
	Title   string
	Policy  string        // "" in a served page, where a header has it
	Lang    string        // "" if the page is English until the reader's browser says otherwise
	Words   template.HTML // what the page says in that language, as base64; "" if it is English
	Match   template.HTML // base64; "" in a served page
	Page    template.HTML // our script, as base64
	Second  template.HTML // the one that is loaded when it is wanted
	JS      template.JS   // our script that unpacks Page
	CSS     template.CSS
	Several string   // the key of the match to begin with, if the server has a list; otherwise ""
	Reader  string   // the script that reads files; "" if there is an arena, or a match only
	Preview *Preview // nil if no link to the page is for others

	// What a site without an arena has beside its page; "" for what it has not.

	Play    string // the page on which bots are written
	Example string // the file of a match
	Card    string // a picture of it
	Shows   string // the title of its game
}

// title returns the title of the page of a match.
func title(game string, players []pagedata.PlayerInfo) string {
	names := make([]string, len(players))
	for i, p := range players {
		names[i] = p.Name
	}
	return game + ": " + strings.Join(names, ", ")
}

// described says what the page of a match is, and not who won.
func described(s *story.Story) string {
	seed := ""
	if s.Seed != "" {
		seed = ", seed " + s.Seed
	}
	return fmt.Sprintf("A match of %s, to watch round by round: %s%s.", s.Game.Title, safe.Count(s.Rounds, "round"), seed)
}

// servedPage returns the page that a server sends.
func servedPage(title string, several string) []byte {
	var text bytes.Buffer
	if err := page().Execute(&text, pageParts{Title: title, Several: several}); err != nil {
		panic(err) // the template is wrong
	}
	return text.Bytes()
}

// ExportOptions select the parts that an export leaves out.
type ExportOptions struct {
	NoDebug bool    // leaves out the bots' notes and what they wrote to standard error
	Lang    string  // one of [Languages]; "" is English
	Picture Picture // that chats show of a link to the page
}

// ExportPolicy is the content security policy of the pages that [ExportHTML] writes. They have
// it in them; a server can send it as well.
func ExportPolicy() string {
	return fmt.Sprintf(
		"default-src 'none'; script-src '%s' '%s' '%s'; style-src '%s'; img-src data: blob:; base-uri 'none'; "+
			"form-action 'none'",
		server.PolicyHash(unpackJS), server.PolicyHash(pageJS.text()), server.PolicyHash(secondJS.text()),
		server.PolicyHash(pageCSS.text()))
}

// ExportHTML writes the match as a page in one file, which can be opened from a disk
// without a network.
func ExportHTML(w io.Writer, s *story.Story, o ExportOptions) error {
	match := pagedata.Encode(o.apply(s))
	name := title(match.Title, match.Players)
	parts := exportedParts()
	parts.Title, parts.Preview, parts.Policy = name, &Preview{name, described(s), o.Picture}, ExportPolicy()
	var err error
	if i := slices.Index(Languages, o.Lang); i > 0 {
		parts.Lang = o.Lang
		if parts.Words, err = packedBase64([]byte(languageTables[i-1].text)); err != nil {
			return err
		}
	}
	if parts.Match, err = packedBase64(mustJSON(match)); err != nil {
		return err
	}
	return page().Execute(w, parts)
}

func packedBase64(text []byte) (template.HTML, error) {
	packed, err := server.Pack(text, gzip.BestCompression)
	return template.HTML(base64.StdEncoding.EncodeToString(packed)), err
}

// ExportJSON writes the data of the page, a [pagedata.Match].
func ExportJSON(w io.Writer, s *story.Story, o ExportOptions) error {
	_, err := w.Write(append(mustJSON(pagedata.Encode(o.apply(s))), '\n'))
	return err
}

// apply returns the show without the parts that are left out.
func (o ExportOptions) apply(s *story.Story) *story.Story {
	if !o.NoDebug {
		return s
	}
	without := *s
	without.Played = slices.Clone(s.Played)
	for i := range without.Played {
		without.Played[i].Notes, without.Played[i].Lines = nil, nil
	}
	return &without
}
