//go:build unix

package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/playground/playsite"
)

// author is somebody who writes a bot on the page of a league, as the page does it.
type author struct {
	*testing.T
	page, token string // the address of the page, and the token of the invitation
	seed        string // of the key of the page; "" for no signature
}

// makePlayground writes a playground, as arena site does, with another page: nobody looks at it.
func makePlayground(t *testing.T, folder string) {
	t.Helper()
	files, err := playsite.Playground{
		Games: engine.NewGames(games.All()...), Page: fstest.MapFS{"play.html": {Data: []byte("<head></head>Playground")}},
	}.Files()
	require.NoError(t, err)
	for _, f := range files {
		path := filepath.Join(folder, f.Name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, f.Data, 0o600))
	}
}

// open opens the link of an invitation, with a key of its own.
func open(t *testing.T, link string) *author {
	t.Helper()
	page, token, found := strings.Cut(strings.TrimSpace(link), "#submit=")
	require.True(t, found, link)
	key, err := new(playground.Room).Key(playground.KeyWanted{Whose: "the tab"})
	require.NoError(t, err)
	return &author{t, page, token, key.Seed}
}

func (a *author) get(path string) []byte {
	a.Helper()
	_, text := a.ask(http.MethodGet, path, nil)
	return text
}

func (a *author) ask(method, path string, body []byte) (status int, text []byte) {
	a.Helper()
	r, err := http.NewRequestWithContext(a.Context(), method, a.page+path, bytes.NewReader(body))
	require.NoError(a, err)
	r.Header.Set("Authorization", "Bearer "+a.token)
	if method == http.MethodPost {
		r.Header.Set("X-Arena", "submit")
		r.Header.Set("Origin", strings.TrimSuffix(a.page, "/"))
	}
	answer, err := http.DefaultClient.Do(r)
	require.NoError(a, err)
	defer answer.Body.Close() //nolint:errcheck // only read
	text, err = io.ReadAll(answer.Body)
	require.NoError(a, err)
	return answer.StatusCode, text
}

// sdk are the addresses of the SDK for JavaScript.
func (a *author) sdk() []string {
	a.Helper()
	var site struct{ SDK map[string][]string }
	require.NoError(a, json.Unmarshal(a.get("play/play.json"), &site))
	return site.SDK["js"]
}

// packed is the starter in JavaScript as a package, with a line more at its end.
func (a *author) packed(name, version, more string) []byte {
	a.Helper()
	b := playground.Bundle{
		Name: name, Game: "orkisland", Language: "js", Version: version, Seed: a.seed,
		Hello: fmt.Sprintf("arena 1 games=orkisland:%d\n", orkisland.Game.Info().Version),
		Files: []playground.File{{Name: "bot.mjs", Text: string(a.get("play/starters/orkisland.mjs")) + more}},
	}
	for _, file := range a.sdk() {
		b.SDK = append(b.SDK, playground.File{Name: strings.TrimPrefix(file, "sdk/js/"), Text: string(a.get("play/" + file))})
	}
	file, err := new(playground.Room).Pack(b)
	require.NoError(a, err)
	return file
}

// submit submits a package, and waits until it is settled what becomes of it.
func (a *author) submit(file []byte) (fate playground.Fate) {
	a.Helper()
	status, text := a.ask(http.MethodPost, playground.SubmitAddress, file)
	require.Equal(a, http.StatusAccepted, status, string(text))
	var taken playground.Submitted
	require.NoError(a, json.Unmarshal(text, &taken))
	testkit.Await(a, "what becomes of a submission", func() bool {
		require.NoError(a, json.Unmarshal(a.get(playground.SubmitAddress+"/"+taken.ID), &fate))
		return fate.Settled
	})
	fate.Steps, fate.Lines, fate.Bot = nil, nil, ""
	return fate
}

// TestABotOfThePageJoinsTheLeagueThatServesIt, and plays; who is refused is told why.
func TestABotOfThePageJoinsTheLeagueThatServesIt(t *testing.T) {
	tier.Long(t, "holds a league")
	t.Parallel()
	tier.Needs(t, "node")
	l := newNetLeague(t)
	mustRun(t, l.league("new", "class", "orkisland", "--set", "nb_rounds=5", "-s", "3", "--sandbox", "none",
		"--cpu", "2s", "--wall", "20s"))
	mustRun(t, l.league("add", "class", "random", "null", "gandalf", "--sandbox", "none", "--stored-limits"))
	site := filepath.Join(l.dir, "site")
	makePlayground(t, site)
	serve := l.start("league", l.league("serve", "class", "--sandbox", "none", "--stored-limits", "-j", "1",
		"--http", l.address, "--play", site))
	for _, told := range []string{
		"the page is at ", "hint: arena league people add class people.csv makes the links",
	} {
		testkit.Await(t, told, func() bool { return strings.Contains(l.saidBy("league"), told) })
	}

	anna := open(t, mustRun(t, l.league("invite", "class", "--link", "http://"+l.address+"/")))
	var told playground.League
	require.NoError(t, json.Unmarshal(anna.get("play/"+playground.LeagueAddress), &told))
	require.Equal(t, playground.League{
		Name: "class", Game: "orkisland", Settings: []playground.Setting{{Name: "nb_rounds", Value: 5}},
		Bots: []playground.LeagueBot{}, Submit: true,
	}, told)

	require.Equal(t,
		playground.Fate{Settled: true, Admitted: true, Text: "anna 2026.1129.1 joins class with the next match"},
		anna.submit(anna.packed("anna", "2026.1129.1", "")))
	testkit.Await(t, "its first match", func() bool {
		for line := range strings.Lines(mustRun(t, l.league("show", "class"))) {
			if words := strings.Fields(line); len(words) > 1 && words[0] == "anna" && words[1] != "0" {
				return true
			}
		}
		return false
	})
	for _, one := range []string{"null", "Gandalf"} { // no more matches beside what follows, as too few are left
		mustRun(t, l.league("remove", "class", one))
	}
	require.Equal(t,
		playground.Fate{Settled: true, Admitted: true, Text: "anna 2026.1129.2 joins class with the next match"},
		anna.submit(anna.packed("anna", "2026.1129.2", "// better\n")))

	ben := open(t, anna.page+"#submit="+anna.token)
	for why, file := range map[string][]byte{
		"the name belongs to the key": ben.packed("anna", "2026.1129.3", "// mine\n"),
		"same program":                ben.packed("ben", "2026.1129.3", "// better\n"),
		"is not signed":               (&author{t, ben.page, ben.token, ""}).packed("ben", "2026.1129.3", "// mine\n"),
		"SyntaxError":                 ben.packed("ben", "2026.1129.3", "let let = 1;\n"),
		"damaged":                     []byte("PK"),
	} {
		fate := ben.submit(file)
		require.False(t, fate.Admitted)
		require.Contains(t, fate.Text, why)
		require.NotContains(t, fate.Text, "arena ", "there is no terminal")
	}

	list := filepath.Join(l.dir, "people.csv")
	require.NoError(t, os.WriteFile(list, []byte("name,group\nCleo,1\nDora,2\n"), 0o600))
	rows := strings.Split(mustRun(t, l.league("people", "add", "class", list)), "\n")
	linkOf := func(row int) string { return rows[row][strings.LastIndex(rows[row], ",")+1:] }
	cleo, atSchool, dora := open(t, linkOf(1)), open(t, linkOf(1)), open(t, linkOf(2))
	require.True(t, cleo.submit(cleo.packed("cleo", "2026.1129.1", "// first\n")).Admitted)
	require.True(t, atSchool.submit(atSchool.packed("cleo", "2026.1129.2", "// second\n")).Admitted, "her other browser")
	dora.seed = atSchool.seed // it is the same machine
	require.Equal(t, playground.Fate{
		Settled: true,
		Text:    "cleo: the name belongs to somebody else; give the bot another name, of 12 characters at most",
	}, dora.submit(dora.packed("cleo", "2026.1129.3", "// third\n")))
	require.Equal(t, "another package of cleo 2026.1129.2 has this version; submit it again",
		cleo.submit(atSchool.packed("cleo", "2026.1129.2", "// fourth\n")).Text)
	require.Regexp(t, `\nCleo +1 +cleo +2026\.1129\.1 .*\nCleo +1 +cleo +2026\.1129\.2 `,
		mustRun(t, l.league("show", "class", "--history")))
	renewed := open(t, mustRun(t, l.league("people", "renew", "class", "Cleo")))
	status, _ := cleo.ask(http.MethodPost, playground.SubmitAddress, cleo.packed("cleo", "2026.1129.5", ""))
	require.Equal(t, http.StatusForbidden, status, "the old link has ended")
	require.True(t, renewed.submit(renewed.packed("cleo", "2026.1129.5", "// fifth\n")).Admitted)

	folder, link := filepath.Join(l.dir, "dora"), filepath.Join(l.dir, "link.txt")
	require.NoError(t, os.WriteFile(link, []byte("Dear Dora,\n"+linkOf(2)+"\n"), 0o600))
	write := func(name string, text []byte) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), text, 0o600))
	}
	write("bot.mjs", dora.get("play/starters/orkisland.mjs"))
	write(".git/HEAD", []byte("x"))
	for _, file := range dora.sdk() {
		write(strings.TrimPrefix(file, "sdk/js/"), dora.get("play/"+file))
	}
	require.Equal(t, "dora: the league has it, and checks it before it joins\ndora joins class with the next match\n",
		mustRun(t, l.league("submit", link, "dora")))
	write("bot.mjs", []byte("throw new Error('on purpose');\n"))
	refused := l.league("submit", link, "dora")
	text, err := refused.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(text), "on purpose")
	require.Contains(t, string(text), "dora: refused: ")
	require.NotContains(t, string(text), l.dir, "no path of the league's")

	const page, named = "author/5", "<bdi>Cleo</bdi>"
	testkit.Await(t, "her page", func() bool { return strings.Contains(string(renewed.get(page)), named) })
	require.Contains(t, string(dora.get(page)), named)
	require.Contains(t, string(ben.get(page)), "<bdi>Author 5</bdi>", "his link is for many")
	require.NotContains(t, string(ben.get(page)), "Cleo")

	mustRun(t, l.league("remove", "class", "authors", "--invitation"))
	status, text = ben.ask(http.MethodPost, playground.SubmitAddress, ben.packed("ben", "2026.1129.3", ""))
	require.Equal(t, http.StatusForbidden, status)
	require.Equal(t, "this invitation counts no more; ask the organiser for another link\n", string(text))
	require.NoError(t, serve.Process.Signal(os.Interrupt))
	require.NoError(t, serve.Wait())

	serve = l.start("public", l.league("serve", "class", "--sandbox", "none", "--stored-limits", "-j", "1",
		"--http", l.address, "--show-names"))
	testkit.Await(t, "the page", func() bool { return strings.Contains(l.saidBy("public"), "the page is at ") })
	require.Contains(t, string(ben.get(page)), named)
	require.NoError(t, serve.Process.Signal(os.Interrupt))
	require.NoError(t, serve.Wait())
}
