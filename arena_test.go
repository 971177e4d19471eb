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
	"github.com/botarena/arena/internal/bot/sdks"
	"github.com/botarena/arena/internal/bot/starter"
)

// ownBot is a bot for a game of one's own.
const ownBot = `// Command painter sends every unit to a cell beside it that is not ours yet.
package main

import (
	"example.com/rally/rally"
	"github.com/botarena/arena/sdk"
)

func main() { sdk.Serve(sdk.Play(rally.Bot, play)) }

func play(s *rally.State, c *rally.Commands) {
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

// TestSomebodyElsesGameGetsAWholeArena builds one outside the repository: game, schema,
// arena and bot. Nothing of it is in the list of games.
func TestSomebodyElsesGameGetsAWholeArena(t *testing.T) {
	tier.Long(t, "builds an arena, and has bots in each language play on it")
	dir := newModule(t)
	run(t, dir, "go", "generate", ".")
	run(t, dir, "go", "build", "-ldflags=-s", "-o", "arena", ".")
	run(t, dir, "go", "build", "-ldflags=-s", "-o", "painter", "./bot")
	arena := filepath.Join(dir, "arena")

	require.Contains(t, run(t, dir, arena, "games"), "rally  Rally ")
	require.NotContains(t, run(t, dir, arena, "games"), "orkisland")
	played := run(t, dir, arena, "play", "rally", "./painter", "null", "-s", "7", "-o", "match.arena")
	require.Regexp(t, `(?m)^ +1  painter \(seat 0\) `, played)
	require.Regexp(t, `(?m)^ +2  null \(seat 1\) `, played, "which comes with the arena and plays any game")
	require.Equal(t, "match.arena: 50 rounds, as recorded\n", run(t, dir, arena, "verify", "match.arena"))
	run(t, dir, arena, "export", "match.arena", "-o", "match.html")
	page, err := os.ReadFile(filepath.Join(dir, "match.html"))
	require.NoError(t, err)
	require.Contains(t, string(page), "<title>Rally")
	require.Contains(t, run(t, dir, arena, "replay", "match.arena"), "game Rally, version 1 of the rules")
	require.Contains(t, run(t, dir, arena, "series", "rally", "./painter", "null", "-n", "4", "-s", "1", "-j", "2"),
		"painter above null in 4 of 4: ahead 100.0%\n", "workers are this arena, too")
	run(t, dir, arena, "check", "./painter")
	require.Contains(t, run(t, dir, arena, "play", "rally", "random", "random"), "random (seat 1)")
	run(t, dir, "go", "test", "./...")
	refused, err := exec.CommandContext(t.Context(), arena, "play", "rally", "demo", "null").CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(refused), "demo: not a bot for Rally\n")
	everyLanguagePlays(t, dir, arena)
}

// newModule makes a game with a bot that paints.
func newModule(t *testing.T) string {
	t.Helper()
	sdks.Sources = os.DirFS(".")
	dir := filepath.Join(t.TempDir(), "rally")
	_, err := starter.WriteGame(dir, ".")
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "bot"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bot", "main.go"), []byte(ownBot), 0o600))
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
