package playsite

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/web/viewer"
)

var update = flag.Bool("update", false, "write anew what the tests compare")

// page is a page as it is built, with a file that is none of it.
var page = fstest.MapFS{
	"play.html": {Data: []byte("<head><title></head><body>")}, "play.js": {Data: []byte("run()")},
	"go.mod": {Data: []byte("module page")},
}

var bots = []executable.Linked{{Name: "demo", Games: []string{"orkisland"}}, {Name: "null"}}

// written returns the files of a site, and what it says of them.
func written(t *testing.T, p Playground) (files map[string]string, told site) {
	t.Helper()
	list, err := p.Files()
	require.NoError(t, err)
	files = map[string]string{}
	for _, f := range list {
		require.NotContains(t, files, f.Name)
		files[f.Name] = string(f.Data)
	}
	require.NoError(t, json.Unmarshal([]byte(files["play.json"]), &told))
	return files, told
}

// TestASiteHasWhatItNames: all files that the page is told of are there, and hardly any other.
func TestASiteHasWhatItNames(t *testing.T) {
	all := engine.NewGames(games.All()...)
	files, told := written(t, Playground{Games: all, Bots: bots, Page: page})
	named := map[string]bool{"play.json": true, "play.html": true, "play.js": true}
	for _, list := range told.SDK {
		require.NotEmpty(t, list)
		for _, name := range list {
			named[name] = true
		}
	}
	for _, list := range []byGame{told.Starters, told.Words} {
		require.Len(t, list, len(all))
		for game, names := range list {
			require.Len(t, names, 2, game)
			for _, name := range names {
				named[name] = true
			}
		}
	}
	for _, g := range told.Games {
		require.Contains(t, files[g.Rules], "## ", g.Name)
		named[g.Rules] = true
	}
	for name := range named {
		require.NotEmpty(t, files[name], name)
	}
	require.Len(t, files, len(named))
	require.Contains(t, told.SDK["js"], "sdk/js/arena/core.mjs")
	require.Contains(t, told.SDK["py"], "sdk/py/arena/__init__.py")
	require.Equal(t, viewer.ReaderName, told.Wasm)
	require.Nil(t, told.Pyodide)

	require.Len(t, told.Games, len(all))
	for _, g := range told.Games {
		want := []string{"null"}
		if g.Name == "orkisland" {
			want = []string{"demo", "null"}
		}
		require.Equal(t, want, g.Bots)
		require.Equal(t, 4, g.Seats)
	}
	require.Contains(t, files["starters/moria.py"], "from arena import moria as game")
	require.Contains(t, files["starters/moria.mjs"], `import { moria } from "./arena/moria.mjs";`)
}

// golden has the words and starters of all games, for the tests of the editor, which have no Go.
const golden = "../../viewer/web/test/playground/site.golden"

// TestTheEditorIsTestedWithTheseWords: with -update, the file is written anew.
func TestTheEditorIsTestedWithTheseWords(t *testing.T) {
	files, told := written(t, Playground{Games: engine.NewGames(games.All()...), Page: page})
	type one struct {
		Game, Language string
		Words          json.RawMessage
		Starter        string
	}
	var all []one
	for _, game := range sorted(told.Words) {
		for _, language := range sorted(told.Words[game]) {
			all = append(all, one{
				game, language, json.RawMessage(files[told.Words[game][language]]), files[told.Starters[game][language]],
			})
		}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	require.NoError(t, encoder.Encode(all))
	want := strings.ReplaceAll(text.String(), `{"label"`, "\n"+`{"label"`)
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(want), 0o644))
	}
	got, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, want, string(got))
	for name := range files {
		if strings.HasPrefix(name, "words/") {
			require.Less(t, len(files[name]), 13_000, name)
		}
	}
}

// TestVersionsAreOfTheFiles: a browser keeps the files of a version.
func TestVersionsAreOfTheFiles(t *testing.T) {
	own := Playground{Games: engine.NewGames(duel.Game), Page: page}
	_, first := written(t, own)
	_, again := written(t, own)
	require.Equal(t, first.Version, again.Version)
	own.Page = fstest.MapFS{"play.html": page["play.html"], "play.js": {Data: []byte("walk()")}}
	_, other := written(t, own)
	require.NotEqual(t, first.Version, other.Version)
}

// TestAGameWithoutAnSDKCanBeChosen, but has nothing to begin with.
func TestAGameWithoutAnSDKCanBeChosen(t *testing.T) {
	_, told := written(t, Playground{Games: engine.NewGames(duel.Game), Page: page})
	require.Equal(t, "duel", told.Games[0].Name)
	require.Empty(t, told.Starters["duel"])
	require.Empty(t, told.Words["duel"])
	require.Empty(t, told.Games[0].Bots)
	require.Empty(t, told.Games[0].Rules, "it tells no rules")
}

// TestALinkToThePageShowsWhatItIs: the languages that it has, and a picture if there is one.
func TestALinkToThePageShowsWhatItIs(t *testing.T) {
	own := Playground{Games: engine.NewGames(duel.Game), Page: page}
	files, _ := written(t, own)
	require.Regexp(t, `^<head><title><meta name="description"[^<]*>(?s:.*)</head><body>$`, files["play.html"])
	require.Contains(t, files["play.html"], `<meta property="og:title" content="Write a bot, and see it play">`)
	require.Contains(t, files["play.html"], `"og:description" content="Write a bot in JavaScript, press Run`)
	require.NotContains(t, files["play.html"], "og:image")
	own.Pyodide = []viewer.SiteFile{}
	own.Picture = viewer.Picture{Address: "https://example.org/example.png", Alt: "a match"}
	files, _ = written(t, own)
	require.Contains(t, files["play.html"], `"og:description" content="Write a bot in JavaScript or Python, press Run`)
	require.Contains(t, files["play.html"], `<meta property="og:image" content="https://example.org/example.png">`)
	require.Contains(t, files["play.html"], `<meta name="twitter:card" content="summary_large_image">`)
}

func TestAPageMustBeThere(t *testing.T) {
	for _, none := range []fstest.MapFS{{"page.js": {}}, {"play.html": {Data: []byte("<html>")}}} {
		_, err := Playground{Page: none}.Files()
		require.EqualError(t, err, "not the page of the playground: there is no play.html, or it has no head")
	}
	var err error
	if len(releasedZip) == 0 {
		_, err = Playground{}.Files()
		require.ErrorIs(t, err, ErrNoPage)
	}
}

// TestPyodideIsWhatItMustBe: what is put on a site runs in the browsers of others.
func TestPyodideIsWhatItMustBe(t *testing.T) {
	folder := t.TempDir()
	_, err := ReadPyodide(folder)
	require.ErrorContains(t, err, filepath.Join(folder, "pyodide.asm.mjs"))
	require.Contains(t, hint.Of(err), "npm pack pyodide@314.0.7")
	for name := range pyodideSums {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(name), 0o600))
	}
	_, err = ReadPyodide(folder)
	require.ErrorContains(t, err, "pyodide.asm.mjs: not the file of Pyodide 314.0.7")

	usual := pyodideSums
	t.Cleanup(func() { pyodideSums = usual })
	sum := sha256.Sum256([]byte("pyodide.mjs"))
	pyodideSums = map[string]string{"pyodide.mjs": hex.EncodeToString(sum[:])}
	read, err := ReadPyodide(folder)
	require.NoError(t, err)
	files, told := written(t, Playground{Games: engine.NewGames(duel.Game), Page: page, Pyodide: read})
	require.Equal(t, "pyodide.mjs", files["pyodide/pyodide.mjs"])
	require.Equal(t, &pyodide{"pyodide/", "314.0.7", pyodideSums}, told.Pyodide)
}
