package viewer

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/integration/pagedatatest"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

func exportHTML(t testing.TB, s *story.Story, o ExportOptions) string {
	t.Helper()
	var page bytes.Buffer
	require.NoError(t, ExportHTML(&page, s, o))
	return page.String()
}

// allGames returns the games of the arena, and the smallest one.
func allGames() []engine.Game { return append(games.All(), duel.Game) }

func readShow(t testing.TB, file []byte) *story.Story {
	t.Helper()
	s, err := story.Read(file, allGames())
	require.NoError(t, err)
	return s
}

// matchIn returns the match in an exported page.
func matchIn(t testing.TB, page string) (m pagedata.Match) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(unpacked(t, page, "match")), &m))
	return m
}

// unpacked returns what is packed in an element of an exported page.
func unpacked(t testing.TB, page, id string) string {
	t.Helper()
	form := `<script type="application/octet-stream" id="` + id + `">([A-Za-z0-9+/=]*)</script>`
	found := regexp.MustCompile(form).FindStringSubmatch(page)
	require.NotNil(t, found)
	packed, err := base64.StdEncoding.DecodeString(found[1])
	require.NoError(t, err)
	in, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	text, err := io.ReadAll(in)
	require.NoError(t, err)
	return string(text)
}

// hostile is text that a bot may use as its name, output and notes.
const hostile = `</script><img src=x onerror=alert(1)>`

func TestNothingOfABotIsMarkup(t *testing.T) {
	s := readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 5), hostile, "</title>"))
	s.Players[0].Version = hostile
	s.Played[2].Lines = [][]string{{hostile}}
	s.Played[2].Notes = [][]engine.Note{{{Kind: engine.LogNote, Unit: -1, Text: hostile}}}
	page := exportHTML(t, s, ExportOptions{})
	require.NotContains(t, page, "<img")
	require.NotContains(t, page, "onerror=alert(1)>")
	require.Equal(t, 4, strings.Count(page, "</script>"), "the match and ours")
	require.Equal(t, 1, strings.Count(page, "</title>"))
	require.Equal(t, 1, strings.Count(page, "</style>"))

	m := matchIn(t, page)
	require.Equal(t, hostile, m.Players[0].Name)
	require.Equal(t, []pagedata.Line{{Seat: 0, Text: hostile}}, m.Played[2].Lines)
	pagedatatest.RequireShown(t, s, m)
	text := string(mustJSON(m))
	require.NotContains(t, text, "<", "not even where it is read as JSON")
}

// The page's policy allows its own script and style, and nothing else.
func TestExportedPageAllowsOnlyItself(t *testing.T) {
	page := exportHTML(t, readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 5))), ExportOptions{})
	part := func(begin, end string) string {
		_, rest, found := strings.Cut(page, begin)
		require.True(t, found, begin)
		text, _, found := strings.Cut(rest, end)
		require.True(t, found, end)
		return text
	}
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	unescape := strings.NewReplacer("&#39;", "'", "&#43;", "+", "&amp;", "&")
	require.Equal(t, "default-src 'none'; script-src "+hash(part("<script>", "</script>"))+" "+
		hash(unpacked(t, page, "page"))+" "+hash(unpacked(t, page, "second"))+
		"; style-src "+hash(part("<style>", "</style>"))+"; img-src data: blob:; base-uri 'none'; form-action 'none'",
		unescape.Replace(part(`http-equiv="Content-Security-Policy" content="`, `"`)))
	head, _, _ := strings.Cut(page, "<script")
	require.Less(t, strings.Index(page, "Content-Security-Policy"), len(head), "before anything runs")
	names := strings.ReplaceAll(page, "http://www.w3.org/", "") // names SVG and MathML; nothing is loaded from there
	require.NotContains(t, names, "http://")
	require.NotContains(t, page, "src=")
}

func TestStyleCanStandInAPage(t *testing.T) {
	require.NotContains(t, strings.ToLower(pageCSS.text()), "</style")
}

// maxPage is how many bytes the exported page of a match of 200 rounds may have.
const maxPage = 311_500

func TestExportedPageIsSmall(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Info().Name, func(t *testing.T) {
			t.Parallel()
			page := exportHTML(t, readShow(t, storytest.Record(t, storytest.Setup(t, g, 200))), ExportOptions{})
			require.Less(t, len(page), maxPage)
		})
	}
}

// BenchmarkExport measures how long such an export takes, and how large it is.
func BenchmarkExport(b *testing.B) {
	for _, g := range games.All() {
		b.Run(g.Info().Name, func(b *testing.B) {
			s := readShow(b, storytest.Record(b, storytest.Setup(b, g, 200)))
			var page bytes.Buffer
			for b.Loop() {
				page.Reset()
				require.NoError(b, ExportHTML(&page, s, ExportOptions{}))
			}
			b.ReportMetric(float64(page.Len()), "bytes")
		})
	}
}

func TestExportedPageSpeaksALanguage(t *testing.T) {
	s := readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 5)))
	english := exportHTML(t, s, ExportOptions{Lang: "en"})
	require.Equal(t, exportHTML(t, s, ExportOptions{}), english)
	require.Contains(t, english, `<html lang="en">`)
	require.NotContains(t, english, `id="words-`)
	policy := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="[^"]+"`)

	for lang, word := range map[string]string{"ca": "Partida següent", "es": "Partida siguiente"} {
		page := exportHTML(t, s, ExportOptions{Lang: lang})
		require.Contains(t, page, `<html lang="`+lang+`">`)
		require.Equal(t, policy.FindString(english), policy.FindString(page), "nothing more may run")
		require.Less(t, len(page)-len(english), 16_500)
		var table struct{ Texts map[string]string }
		require.NoError(t, json.Unmarshal([]byte(unpacked(t, page, "words-"+lang)), &table))
		require.Equal(t, word, table.Texts["Next match"])
	}
}

func TestSiteHasAllLanguages(t *testing.T) {
	files, err := Site{Reader: []byte("\x00asm")}.Files()
	require.NoError(t, err)
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	for _, lang := range Languages[1:] { // English is in the script
		require.Contains(t, names, lang+".json")
	}
}

func TestExportWithoutDebug(t *testing.T) {
	s := readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 5)))
	s.Played[2].Lines = [][]string{{"hello"}}
	s.Played[2].Notes = [][]engine.Note{{{Kind: engine.MarkNote, Unit: -1}}}
	var text bytes.Buffer
	require.NoError(t, ExportJSON(&text, s, ExportOptions{NoDebug: true}))
	var m pagedata.Match
	require.NoError(t, json.Unmarshal(text.Bytes(), &m))
	require.Empty(t, m.Played[2].Lines)
	require.Empty(t, m.Played[2].Notes)
	pagedatatest.RequireShown(t, s, m)
	require.Empty(t, matchIn(t, exportHTML(t, s, ExportOptions{NoDebug: true})).Played[2].Lines)
	require.Len(t, matchIn(t, exportHTML(t, s, ExportOptions{})).Played[2].Notes, 1)
	require.Len(t, s.Played[2].Lines, 1, "the show stays as it is")
}
