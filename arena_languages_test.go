package arena_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
)

// ownLanguages are the languages in which a bot for somebody else's game can be begun, with the
// tools that they need.
var ownLanguages = map[string]string{
	"go": "go", "python": "python3", "js": "node", "cpp": "g++", "sh": "sh", "rust": "cargo", "java": "java",
}

// everyLanguagePlays begins a bot for a game of one's own in each language, and has it play.
func everyLanguagePlays(t *testing.T, dir, arena string) {
	t.Helper()
	for language, tool := range ownLanguages {
		t.Run(language, func(t *testing.T) {
			if slices.Contains([]string{"cpp", "rust", "java"}, language) {
				tier.Night(t, "compiles slowly; sdk/sdktest/conform does for another game, too")
			}
			needs(t, tool)
			bot := "my" + language
			run(t, dir, arena, "new", bot, "--lang", language, "--game", "rally")
			played := run(t, dir, arena, "play", "rally", bot, "null", "-s", "7", "-o", bot+".arena")
			require.Regexp(t, `(?m)^ +1  `+bot+` \(seat 0\) `, played, "it moves, so it beats a bot that does not")
			require.NotContains(t, played, "frozen")
			if language == "go" {
				run(t, filepath.Join(dir, bot), "go", "test", ".")
			}
		})
	}
	alone(t, dir)
	beside(t, dir)
	require.Contains(t, run(t, dir, arena, "lines", "rally"), "unit_cells")
	require.Contains(t, run(t, dir, arena, "__complete", "new", "x", "--lang", "python", "--game", ""), "rally\n")
	run(t, dir, arena, "export", "mysh.arena", "-o", "mysh.txt")
	view, err := os.ReadFile(filepath.Join(dir, "mysh.txt"))
	require.NoError(t, err)
	require.NotEmpty(t, view)
}

// alone plays a file alone, which finds the module of the game in the arena's SDK.
func alone(t *testing.T, dir string) {
	t.Helper()
	t.Run("a file alone", func(t *testing.T) {
		needs(t, "python3")
		text, err := os.ReadFile(filepath.Join(dir, "mypython", "bot.py"))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "alone.py"), text, 0o644)) //nolint:gosec // for the user that bots are
		played := run(t, dir, filepath.Join(dir, "arena"), "play", "rally", "alone.py", "null", "-s", "7")
		require.Regexp(t, `(?m)^ +1  alone \(seat 0\) `, played)
	})
}

// beside plays a file with the folder of an SDK beside it.
func beside(t *testing.T, dir string) {
	t.Helper()
	t.Run("a file and the SDK beside it", func(t *testing.T) {
		needs(t, "node")
		played := run(t, dir, filepath.Join(dir, "arena"), "play", "rally", "myjs/bot.mjs", "null", "-s", "7")
		require.Regexp(t, `(?m)^ +1  bot \(seat 0\) `, played)
	})
}

// needs skips a test without this program.
func needs(t *testing.T, tool string) {
	t.Helper()
	tier.Needs(t, tool)
	if tool != "cargo" {
		return
	}
	if out, err := exec.CommandContext(t.Context(), tool, "--version").CombinedOutput(); err != nil {
		tier.Lacks(t, "cargo has no toolchain: "+strings.TrimSpace(string(out)))
	}
}
