package arena_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
)

// ownMain is a whole arena, as somebody with a game in a module of their own writes
// it, and ownBot a bot for that game.
const (
	ownMain = `package main

import (
	"example.com/duels/duel"
	"github.com/botarena/arena"
)

func main() { arena.Main(duel.Game) }
`
	ownBot = `// Command painter sends every unit to a cell beside it that is not ours yet.
package main

import (
	"example.com/duels/duel"
	"github.com/botarena/arena/sdk"
)

func main() { sdk.Serve(sdk.Play(duel.Bot, play)) }

func play(s *duel.State, c *duel.Commands) {
	for u := range s.Units() {
		for d, p := range s.Neighbours(u.Pos) {
			if u.Owner == s.Me() && s.IsOpen(p) && s.Owner(p) != s.Me() {
				c.Move(u.ID, d)
				break
			}
		}
	}
}
`
)

// TestSomebodyElsesGameGetsAWholeArena builds one outside the repository: game, schema,
// arena and bot. Nothing of it is in the list of games.
func TestSomebodyElsesGameGetsAWholeArena(t *testing.T) {
	tier.Long(t, "builds an arena, and has bots in each language play on it")
	dir := newModule(t)
	run(t, dir, "go", "run", "-mod=mod", module+"/cmd/schema", "proto/duel/v1/duel.proto")
	run(t, dir, "go", "build", "-mod=mod", "-ldflags=-s", "-o", "arena", ".")
	run(t, dir, "go", "build", "-mod=mod", "-ldflags=-s", "-o", "painter", "./bot")
	arena := filepath.Join(dir, "arena")

	require.Contains(t, run(t, dir, arena, "games"), "duel  Duel ")
	require.NotContains(t, run(t, dir, arena, "games"), "orkisland")
	played := run(t, dir, arena, "play", "duel", "./painter", "null", "-s", "7", "-o", "match.arena")
	require.Regexp(t, `(?m)^ +1  painter \(seat 0\) `, played)
	require.Regexp(t, `(?m)^ +2  null \(seat 1\) `, played, "which comes with the arena and plays any game")
	require.Equal(t, "match.arena: 50 rounds, as recorded\n", run(t, dir, arena, "verify", "match.arena"))
	run(t, dir, arena, "export", "match.arena", "-o", "match.html")
	page, err := os.ReadFile(filepath.Join(dir, "match.html"))
	require.NoError(t, err)
	require.Contains(t, string(page), "<title>Duel")
	require.Contains(t, run(t, dir, arena, "replay", "match.arena"), "game Duel, version 1 of the rules")
	require.Contains(t, run(t, dir, arena, "series", "duel", "./painter", "null", "-n", "4", "-s", "1", "-j", "2"),
		"painter above null in 4 of 4: ahead 100.0%\n", "workers are this arena, too")
	run(t, dir, arena, "check", "./painter")
	refused, err := exec.CommandContext(t.Context(), arena, "play", "duel", "demo", "null").CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(refused), "demo: not a bot for Duel\n")
	everyLanguagePlays(t, dir, arena)
}

// newModule makes a module with a copy of duel that imports nothing of the
// repository's own.
func newModule(t *testing.T) string {
	t.Helper()
	here, err := os.Getwd()
	require.NoError(t, err)
	dir := t.TempDir()
	write := func(name, content string) {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	read := func(name string) string {
		content, err := os.ReadFile(name)
		require.NoError(t, err)
		return strings.ReplaceAll(string(content), module+"/proto/duel/v1", "example.com/duels/proto/duel/v1")
	}
	sources, err := filepath.Glob("engine/enginetest/duel/*.go")
	require.NoError(t, err)
	require.NotEmpty(t, sources)
	for _, source := range sources {
		if !strings.HasSuffix(source, "_test.go") {
			write(filepath.Join("duel", filepath.Base(source)), read(source))
		}
	}
	write("proto/duel/v1/duel.proto", read("proto/duel/v1/duel.proto"))
	write("main.go", ownMain)
	write("bot/main.go", ownBot)
	goLine := strings.SplitN(read("go.mod"), "\n", 4)[2]
	write("go.mod", "module example.com/duels\n\n"+goLine+"\n\nrequire "+module+" v0.0.0\n\nreplace "+module+" => "+here+
		"\n")
	write("go.sum", read("go.sum"))
	return dir
}

// run runs a program in a folder and returns what it prints.
func run(t *testing.T, dir, program string, args ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), program, args...)
	command.Dir = dir
	// Go may fetch what the arena itself was built without, such as the go.mod of what a module needs elsewhere.
	command.Env = append(append(os.Environ(), "GOFLAGS=", "GOWORK=off"), testkit.Settings()...)
	var stdout, stderr strings.Builder
	command.Stdout, command.Stderr = &stdout, &stderr
	require.NoError(t, command.Run(), "%s %s: %s%s", program, strings.Join(args, " "), stdout.String(), stderr.String())
	return stdout.String()
}
