package sdkgen_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/bot/sdkgen"
)

func wordsOf(t *testing.T, language, game string) map[string][]sdkgen.Completion {
	t.Helper()
	words := sdkgen.Completions(language, game, func(name string) []byte {
		text, _ := os.ReadFile(filepath.Join("../../../sdk", filepath.FromSlash(name)))
		return text
	})
	byLabel := map[string][]sdkgen.Completion{}
	for _, w := range words {
		byLabel[w.Label] = append(byLabel[w.Label], w)
	}
	size, err := json.Marshal(words)
	require.NoError(t, err)
	if len(words) > 0 {
		require.Less(t, len(size), 30_000)
		require.Greater(t, len(size), 5_000)
	}
	return byLabel
}

// TestWordsAreThoseOfTheState in each game and language: fields, methods, and the words of commands.
func TestWordsAreThoseOfTheState(t *testing.T) {
	for _, game := range games.All() {
		for language, methods := range map[string][]string{
			"js": {"waysTo", "do", "log", "logUnit", "neighbours", "distance", "below", "rand", "me", "round"},
			"python": {
				"ways_to", "do", "log", "log_unit", "neighbours", "distance", "choice", "rand", "me", "round",
			},
		} {
			words := wordsOf(t, language, game.Info().Name)
			for _, name := range methods {
				if game.Info().Name == "starships" && strings.HasPrefix(name, "ways") {
					continue // nobody walks there
				}
				require.Contains(t, words, name, "%s for %s", language, game.Info().Name)
			}
			for label := range words {
				require.NotContains(t, []string{"constructor", "feed", "__init__"}, label)
			}
		}
	}
	require.Nil(t, sdkgen.Completions("js", "chess", func(string) []byte { return nil }))
	require.Nil(t, sdkgen.Completions("java", "moria", func(string) []byte { return []byte("x") }))
}

func TestAWordSaysWhatItIs(t *testing.T) {
	js, python := wordsOf(t, "js", "orkisland"), wordsOf(t, "python", "orkisland")
	for _, words := range []map[string][]sdkgen.Completion{js, python} {
		require.Equal(t, []sdkgen.Completion{{Label: `"north"`, Detail: "Direction"}}, words[`"north"`])
	}
	require.Equal(t, []sdkgen.Completion{
		{"unitsOf", "(player: number): Unit[]", "Returns the units of a player, by number."},
	}, js["unitsOf"])
	require.Equal(t, []sdkgen.Completion{
		{"units_of", "(player: int) -> list[Unit]", "Returns the units of a player, by number."},
	}, python["units_of"])
	const health = "Unit: For every ork, its health, at least 0."
	require.Contains(t, js["health"], sdkgen.Completion{"health", "number", health})
	require.Contains(t, python["health"], sdkgen.Completion{"health", "int", health})
	require.Equal(t, []sdkgen.Completion{{
		"terrain", "string", `One character for every cell: W water, "." grass, F forest, S sand, C city, P path.`,
	}}, js["terrain"])
	require.Equal(t, "str", python["terrain"][0].Detail)
	require.Equal(t, []sdkgen.Completion{{
		"dest", "(cell, word): number", "Returns the cell to which a step leads, or -1 if it leads off the board.",
	}}, js["dest"])
	require.Equal(t, []sdkgen.Completion{{
		"mark", "(cell: Place) -> None", "Makes a cell stand out in the viewer.",
	}}, python["mark"])
	require.Equal(t, "int", python["cpu_bank"][0].Detail)
	require.Len(t, python["unit_at"], 1)
	require.Equal(t, "(cell: int) -> Unit | None", python["unit_at"][0].Detail, "what the game says of it")
	for _, name := range []string{"me", "names", "seed"} {
		require.Equal(t, python[name][0].Info, js[name][0].Info)
	}
}
