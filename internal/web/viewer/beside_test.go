package viewer

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// servePair serves two files, of which the first has 2 rounds and the second 5.
func servePair(t *testing.T) (*served, *Matches) {
	t.Helper()
	folder := t.TempDir()
	var paths []string
	for i, name := range []string{"new <b>.arena", "a.arena"} {
		paths = append(paths, filepath.Join(folder, name))
		require.NoError(t, os.WriteFile(paths[i], storytest.Record(t, storytest.Setup(t, duel.Game, 2+3*i)), 0o600))
	}
	matches := NewMatches(paths, func(string) bool { return true })
	require.Equal(t, paths[0], matches.First())
	s := serve(t, NewFeed(readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 2)))))
	s.server.Offer(matches)
	return s, matches
}

func TestPairIsInTheOrderOfTheArguments(t *testing.T) {
	_, matches := servePair(t)
	left, right, count := matches.Pair()
	require.Equal(t, 2, count)
	require.Equal(t, "0.1", left.Key)
	require.Equal(t, "new <b>.arena", filepath.Base(left.Name))
	require.Equal(t, "1.1", right.Key)
	require.Equal(t, "a.arena", filepath.Base(right.Name))
}

func TestPageWithTwoMatches(t *testing.T) {
	s, matches := servePair(t)
	page := bodyOf(t, s.get("/beside"))
	require.Contains(t, page, `data-left="0.1"`)
	require.Contains(t, page, `new &lt;b&gt;.arena" data-right="1.1"`)
	require.NotContains(t, page, "<b>")
	swapped := bodyOf(t, s.get("/beside?left=1.1&right=9.9%22%3E"))
	require.Contains(t, swapped, `data-left="1.1"`)
	require.Contains(t, swapped, `data-right="9.9&#34;&gt;" data-right-name=""`, "it is gone")

	var match pagedata.Match
	require.NoError(t, json.Unmarshal([]byte(bodyOf(t, s.get("/beside/1.1/match.json"))), &match))
	require.Equal(t, 5, match.Rounds)
	require.NotContains(t, bodyOf(t, s.get("/beside/1.1/")), "data-several")
	require.Equal(t, http.StatusNotFound, s.get("/beside/7.1/").StatusCode)

	require.NoError(t, os.WriteFile(matches.paths[1], []byte("another"), 0o600))
	require.Contains(t, bodyOf(t, s.get("/beside")), `data-right="1.2"`, "the page that is loaded again has the new file")
	require.Equal(t, http.StatusNotFound, s.get("/beside/1.1/").StatusCode)
}

// Only the page with two matches may show frames, and only its frames may be in one.
func TestOnlyTheFramesOfThePageAreInFrames(t *testing.T) {
	s, _ := servePair(t)
	const own = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
		"img-src 'self' data: blob:; " +
		"base-uri 'none'; form-action 'none'"
	for path, policy := range map[string]string{
		"/beside":      own + "; frame-src 'self'; frame-ancestors 'none'",
		"/beside/0.1/": own + "; frame-ancestors 'self'",
		"/":            own + "; frame-ancestors 'none'", "/beside/0.1/match.json": own + "; frame-ancestors 'none'",
		"/beside/9.1/": own + "; frame-ancestors 'none'",
	} {
		require.Equal(t, []string{policy}, s.get(path).Header.Values("Content-Security-Policy"), path)
	}
	for path, kind := range map[string]string{
		"/beside.js": "text/javascript; charset=utf-8", "/beside.css": "text/css; charset=utf-8",
		"/beside.ca.json": "application/json", "/beside.es.json": "application/json",
		"/beside/0.1/second.js": "text/javascript; charset=utf-8",
		"/beside/0.1/page.js":   "text/javascript; charset=utf-8", "/beside/0.1/page.css": "text/css; charset=utf-8",
	} {
		require.Equal(t, kind, s.get(path).Header.Get("Content-Type"), path)
	}
	require.Equal(t, http.StatusForbidden, s.get("/beside", "Host: evil.example").StatusCode)
}

// TestThePageWithTwoMatchesSaysAllThatThePageOfOneDoes, in all languages, and more.
func TestThePageWithTwoMatchesSaysAllThatThePageOfOneDoes(t *testing.T) {
	s, _ := servePair(t)
	for lang, title := range map[string]string{"ca": "Dues partides de costat", "es": "Dos partidas lado a lado"} {
		var one, two struct {
			Texts map[string]string
			Forms [][2]string
		}
		require.NoError(t, json.Unmarshal([]byte(bodyOf(t, s.get("/"+lang+".json"))), &one))
		require.NoError(t, json.Unmarshal([]byte(bodyOf(t, s.get("/beside."+lang+".json"))), &two))
		require.Subset(t, two.Texts, one.Texts)
		require.Equal(t, title, two.Texts["Two matches side by side"])
		require.NotContains(t, one.Texts, "Two matches side by side")
		require.Equal(t, one.Forms, two.Forms)
		require.NotEmpty(t, two.Forms)
	}
}

func TestOneMatchHasNothingBesideIt(t *testing.T) {
	alone := serve(t, NewFeed(readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 2)))))
	for _, path := range []string{"/beside", "/beside/0.1/", "/beside/0.1/match.json"} {
		require.Equal(t, http.StatusNotFound, alone.get(path).StatusCode, path)
	}
}
