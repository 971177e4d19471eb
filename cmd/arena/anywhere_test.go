package main_test

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
)

var update = flag.Bool("update", false, "play the match of testdata again; on Linux")

// ofLinux is a match that was played on Linux, by the bots and with the settings of playsAs.
const ofLinux = "testdata/linux/match.arena"

// statesOfLinux has a line for a match of each game that was played on Linux by bots of the arena's own: the game, the
// number of rounds, and the SHA-256 of the hashes of all its states.
const statesOfLinux = "testdata/linux/match.states"

var (
	playsAs = []string{"play", "orkisland", "zorg", "demo", "null", "demo", "-s", "30", "--set", "nb_rounds=40"}

	// patient is for matches in which nobody may be frozen. Where there is no CPU time of a bot's,
	// its budget counts elapsed time, and a machine may have other things to do.
	patient = []string{"--cpu", "30s", "--wall", "60s"}
)

// TestItPlaysOnThisSystem does what users do, with the program itself, and the same on each system. Only what
// systems may do in their own way is looked at: processes, files, their names, signals and
// sockets. What the arena prints is tested by the scripts in internal/cli.
func TestItPlaysOnThisSystem(t *testing.T) {
	tier.Long(t, "plays with the arena itself, which is built for this")
	u := newUser(t)
	if *update {
		require.Equal(t, "linux", runtime.GOOS, "-update: the match of %s is played on Linux", ofLinux)
		u.does(append(append(playsAs, patient...), "-o", absolute(t, ofLinux))...)
		var states strings.Builder
		for _, game := range games.All() {
			name := game.Info().Name
			u.does(playsItsOwn(name, name+".arena")...)
			states.WriteString(u.stateLine(name, name+".arena"))
		}
		require.NoError(t, os.WriteFile(statesOfLinux, []byte(states.String()), 0o644)) //nolint:gosec // for all
	}
	for _, step := range []struct {
		what string
		does func(*testing.T, *user)
	}{
		{"a match is that of Linux", playsTheSame},
		{"a match of Linux is verified", verifies},
		{"the arena has bots of its own", seatsItsOwn},
		{"modules play confined", playsModules},
		{"verdicts say what happened", findsFault},
		{"a match is watched", watches},
		{"a match is exported", exports},
		{"a series is stored", playsASeries},
		{"a series is stopped", stopsASeries},
		{"a league is held", holdsALeague},
	} {
		if !t.Run(step.what, func(t *testing.T) { step.does(t, u.in(t)) }) {
			return
		}
	}
	u.leavesNothing()
}

// A program of Go's SDK and one that speaks lines play as they do on Linux, round by round.
func playsTheSame(t *testing.T, u *user) {
	args := append(append(playsAs, patient...), "-o", filepath.Join("my matches", "as on Linux.arena"))
	require.NoError(t, os.Mkdir(filepath.Join(u.dir, "my matches"), 0o700))
	said := u.does(args...)
	require.Regexp(t, `(?m)^ +\d  zorg \(seat 0\) +\d+ `, said.out.String())
	require.Regexp(t, `(?m)^ +\d  demo \(seat 3\) +[1-9]\d* `, said.out.String(), "it has found a city")
	require.NotRegexp(t, ` in round \d`, said.out.String(), "nobody was frozen")
	require.Len(t, u.states(absolute(t, ofLinux)), 40)
	require.Equal(t, u.states(absolute(t, ofLinux)), u.states("my matches/as on Linux.arena"))

	// The system's own way to write a path, and the other one, if it has two.
	for _, path := range []string{filepath.Join("my matches", "as on Linux.arena"), "my matches/as on Linux.arena"} {
		require.Contains(t, u.does("verify", path).out.String(), ": 40 rounds, as recorded\n")
	}
	bot := filepath.Join(u.bots, "null"+executable)
	u.does("play", "orkisland", bot, filepath.ToSlash(bot), bot, bot, "--set", "nb_rounds=1", "-o", "none")
}

func verifies(t *testing.T, u *user) {
	path := absolute(t, ofLinux)
	require.Equal(t, path+": 40 rounds, as recorded\n", u.does("verify", path).out.String())
}

// There are no files of these bots: the program is started again as each. All games, by three bots of each.
func seatsItsOwn(t *testing.T, u *user) {
	all, err := os.ReadFile(statesOfLinux)
	require.NoError(t, err)
	for _, game := range games.All() {
		name := game.Info().Name
		said := u.does(playsItsOwn(name, name+".arena")...)
		require.NotRegexp(t, ` in round \d`, said.out.String(), "nobody was frozen")
		require.Contains(t, string(all), u.stateLine(name, name+".arena"))
	}
	again := u.does("rerun", "orkisland.arena", "--seat", "0")
	require.Contains(t, again.out.String(), "the recorded commands in all 200\n")
}

func playsItsOwn(game, file string) []string {
	return append([]string{"play", game, "dummy", "demo", "null", "demo", "-s", "30", "-o", file}, patient...)
}

// stateLine is the line of a match in the file of statesOfLinux.
func (u *user) stateLine(game, file string) string {
	states := u.states(file)
	return fmt.Sprintf("%s %d %x\n", game, len(states), sha256.Sum256([]byte(strings.Join(states, "\n"))))
}

// playsDemoModule reports whether demo plays as a module, too. Compiling it takes long, and on Linux
// internal/process/wasm does so.
func playsDemoModule() bool { return runtime.GOOS != "linux" || tier.IsNight() }

// A module plays as its program does, and sees nothing of the system, also where nothing else is confined.
func playsModules(t *testing.T, u *user) {
	if playsDemoModule() {
		demo := filepath.Join(u.modules, "demo.wasm")
		u.does(append([]string{
			"play", "orkisland", "zorg", demo, "null", demo, "-s", "30", "--set", "nb_rounds=40", "-o", "modules.arena",
		}, patient...)...)
		require.Equal(t, u.states(absolute(t, ofLinux)), u.states("modules.arena"))
	}

	require.NoError(t, os.WriteFile(filepath.Join(u.dir, "secret"), []byte("a secret"), 0o644)) //nolint:gosec // may be read
	peeks := filepath.Join(u.modules, "peeks.wasm")
	said := u.does(append([]string{
		"play", "orkisland", peeks, "null", "null", "null", "-s", "1", "--set", "nb_rounds=3", "--sandbox", "none",
		"-o", "peeks.arena",
	}, patient...)...)
	require.Contains(t, said.err.String(), ": looked at 7 paths, and found nothing\n")
	require.NotRegexp(t, ` in round \d`, said.out.String())
}

// Each of these bots does its worst in round 3. It must be ended with all that it has started.
func findsFault(t *testing.T, u *user) {
	said := u.does("play", "orkisland", "crashes", "loops", "leaves", "null", "-s", "1", "--set", "nb_rounds=10",
		"--sandbox", "none", // in which no bot can start another program
		"--cpu", "500ms", "--bank", "0s", "--wall", "20s")
	require.Regexp(t, `(?m)^ +\d  crashes \(seat 0\) .* crash in round 3$`, said.out.String())
	require.Regexp(t, `(?m)^ +\d  loops \(seat 1\) .* cpu in round 3$`, said.out.String())
	require.Contains(t, said.err.String(), "seat 0 (crashes): no more orks\n")
	require.Contains(t, said.err.String(), "seat 0 (crashes): crash in round 3: exited with code 7\n")
	require.Regexp(t, `(?m)^seat 1 \(loops\): cpu in round 3: used .*s of( CPU)? time; it had 500ms`, said.err.String())
	require.NotContains(t, said.err.String(), "seat 2 (leaves): cpu")
	require.NotContains(t, said.err.String(), "seat 3")

	require.FileExists(t, filepath.Join(u.dir, "faults", "orkisland-1-0", "match.arena"))
	require.FileExists(t, filepath.Join(u.dir, "faults", "orkisland-1-1", "match.arena"))
	u.hasEnded("loops")
	u.hasEnded("child")
}

func watches(t *testing.T, u *user) {
	view := u.begins("view", absolute(t, ofLinux), "--no-open")
	defer view.killed()
	address := view.says(regexp.MustCompile(`http://127\.0\.0\.1:\d+/[A-Z2-7]{26}/`))
	for path, want := range map[string]struct{ kind, text string }{
		"":           {"text/html; charset=utf-8", "<title>Ork Island: zorg, demo, null, demo</title>"},
		"page.css":   {"text/css; charset=utf-8", "{"},
		"page.js":    {"text/javascript; charset=utf-8", "function"},
		"match.json": {"application/json", `"game":"orkisland"`},
	} {
		answer, err := (&http.Client{Timeout: patience}).Get(address + path)
		require.NoError(t, err)
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, http.StatusOK, answer.StatusCode, path)
		require.Equal(t, want.kind, answer.Header.Get("Content-Type"), path)
		require.Contains(t, string(text), want.text, path)
	}
}

func exports(t *testing.T, u *user) {
	u.does("export", absolute(t, ofLinux), "-o", "the page.html")
	page, err := os.ReadFile(filepath.Join(u.dir, "the page.html"))
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(page, []byte("<!doctype html>\n")))
	require.Contains(t, string(page), "<title>Ork Island: zorg, demo, null, demo</title>")
	u.does("export", absolute(t, ofLinux), "-o", "the page.html") // again, in its place
}

func playsASeries(t *testing.T, u *user) {
	told := u.does(append([]string{
		"series", "orkisland", "demo", "zorg", "null", "demo", "-n", "4", "-s", "3",
		"--set", "nb_rounds=10", "--store", "my store.db", "--keep", "all",
	}, patient...)...)
	require.Regexp(t, `(?m)^demo +4 `, told.out.String())
	require.Regexp(t, `(?m)^zorg +4 `, told.out.String())
	require.Regexp(t, `(?m)^null +4 `, u.does("results", "my store.db").out.String())
	u.does("results", "my store.db", "--match", "1", "-o", "first.arena")
	require.Equal(t, "first.arena: 10 rounds, as recorded\n", u.does("verify", "first.arena").out.String())
}

// What was played until Ctrl-C is summed up.
func stopsASeries(t *testing.T, u *user) {
	series := u.begins("series", "orkisland", "null", "zorg", "null", "zorg", "-n", "1000",
		"--set", "nb_rounds=10", "--store", "none", "--progress", "json")
	series.says(regexp.MustCompile(`"type":"match"`))
	require.Error(t, series.interrupted())
	require.Regexp(t, `(?m)^stopped after \d+ of 1000 matches: interrupt signal received$`, series.err.String())
	require.Regexp(t, `(?m)^zorg +\d+ `, series.out.String())
}

func holdsALeague(t *testing.T, u *user) {
	u.does(append([]string{"league", "new", "orkisland", "a league", "--set", "nb_rounds=10", "-s", "7"}, patient...)...)
	u.does("league", "add", "a league", "null", "zorg", "demo", "--stored-limits")
	u.does("league", "add", "a league", "zorg", "--name", "zorg2", "--stored-limits")
	served := u.does("league", "serve", "a league", "-n", "3", "--stored-limits")
	require.Equal(t, "a league: 3 matches played\n", served.out.String())
	said := u.does("league", "show", "a league").out.String()
	require.True(t, strings.HasPrefix(said, "a league: Ork Island, balanced, 3 matches\n"), said)
	require.Regexp(t, `(?m)^zorg +3 `, said)
}
