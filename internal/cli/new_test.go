package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/bot/starter"
)

// toolsOf are the programs without which bots in a language can't be tried, and the
// command that runs the tests that come with a new bot, with what it says if there was one.
var toolsOf = map[string]struct{ tools, test, ran string }{
	"go":     {"go", "go test -v .", "--- PASS: "},
	"python": {"python3", "python3 -W error -m unittest", "Ran 1 test"},
	"cpp":    {"c++", "", ""},
	"js":     {"node", "node --test", "pass 1\n"},
	"rust":   {"cargo", "cargo test --quiet", "1 passed"},
	"java":   {"java javac", "", ""},
	"sh":     {"sh", "", ""},
}

// TestNewBotsPlayWholeMatches begins a bot in every language, and plays with it as it is: at night for every game, else
// for another one in each language.
func TestNewBotsPlayWholeMatches(t *testing.T) {
	tier.Long(t, "compilers and other interpreters take their time")
	for _, set := range goEnvironment(t) {
		// Go may fetch what the arena was built without, such as the go.mod of what a module needs elsewhere.
		if name, value, _ := strings.Cut(set, "="); name != "GOPROXY" {
			t.Setenv(name, value)
		}
	}
	t.Setenv("GOSUMDB", "off") // the modules are the arena's own, which its go.sum has checked
	for i, language := range starter.Languages() {
		t.Run(language, func(t *testing.T) {
			own, ok := toolsOf[language]
			require.True(t, ok, "this test does not know the language")
			if language == "rust" || language == "java" {
				tier.Night(t, "of languages that are compiled, Go and C++ are tried always")
			}
			for tool := range strings.FieldsSeq(own.tools) {
				requireTool(t, tool)
			}
			all := games.All()
			if !tier.IsNight() {
				all = all[i%len(all):][:1]
			}
			for number, game := range all {
				dir := filepath.Join(t.TempDir(), "zorg")
				name := game.Info().Name
				said := arena(t, "new", dir, "--lang", language, "--game", name)
				require.Contains(t, said, "zorg: a bot for "+game.Info().Title+"\n")
				requirePlays(t, name, dir, (i+number)%2)
				if own.test != "" && number == 0 { // these tests are the same for all games
					words := strings.Fields(own.test)
					command := exec.CommandContext(t.Context(), words[0], words[1:]...)
					command.Dir = dir
					output, err := command.CombinedOutput()
					require.NoError(t, err, "%s", output)
					require.Contains(t, string(output), own.ran, "no test was run")
				}
			}
		})
	}
}

// requireTool skips a test whose tool is not there, or does not work; where everything must be tested it fails.
func requireTool(t *testing.T, tool string) {
	t.Helper()
	tier.Needs(t, tool)
	if tool != "cargo" { // that of rustup is there before any toolchain is
		return
	}
	if said, err := exec.CommandContext(t.Context(), tool, "--version").CombinedOutput(); err != nil {
		tier.Lacks(t, fmt.Sprintf("cargo has no toolchain: %s", bytes.TrimSpace(said)))
	}
}

// arena runs a command that succeeds, and returns what it prints.
func arena(t *testing.T, args ...string) string {
	t.Helper()
	var out, told bytes.Buffer
	code := run(t.Context(), games.All(), args, &out, &told)
	require.Zero(t, code, told.String())
	return out.String()
}

// requirePlays lets a bot play a whole match against itself and null, in two seats from the first on. It must end it,
// and give commands that change something.
func requirePlays(t *testing.T, game, dir string, first int) {
	t.Helper()
	replay := filepath.Join(t.TempDir(), "match.arena")
	null, err := exec.LookPath("null")
	require.NoError(t, err)
	bots := []string{null, null, null, null}
	bots[first], bots[first+2] = dir, dir
	// other load is no fault of the bot
	limits := []string{"--cpu", "2s", "--wall", "20s", "-s", "1", "-o", replay, "--json"}
	var result struct {
		Rounds int
		Seats  []struct {
			Verdict *struct{ Kind, Detail string }
		}
	}
	played := arena(t, slices.Concat([]string{"play", game}, bots, limits)...)
	require.NoError(t, json.Unmarshal([]byte(played), &result))
	require.Positive(t, result.Rounds)
	require.Len(t, result.Seats, 4)
	for seat, s := range result.Seats {
		require.Nil(t, s.Verdict, "seat %d: %+v", seat, s.Verdict)
	}
	for _, seat := range []int{first, first + 2} {
		orders := arena(t, "replay", replay, "--seat", strconv.Itoa(seat))
		require.Greater(t, strings.Count(orders, "\n"), result.Rounds/2, "it does next to nothing")
	}
}
