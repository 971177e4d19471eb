package sdkgen_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
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
				if game.Info().Name == "starships" && (strings.HasPrefix(name, "ways") || name == "distance") {
					require.NotContains(t, words, name, "nobody walks there")
					continue
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
		{"unitsOf", "State", "(player: number): Unit[]", "Returns the units of a player, by number."},
	}, js["unitsOf"])
	require.Equal(t, []sdkgen.Completion{
		{"units_of", "State", "(player: int) -> list[Unit]", "Returns the units of a player, by number."},
	}, python["units_of"])
	const health = "For every ork, its health, at least 0."
	require.Contains(t, js["health"], sdkgen.Completion{"health", "Unit", "number", health})
	require.Contains(t, python["health"], sdkgen.Completion{"health", "Unit", "int", health})
	require.Equal(t, []sdkgen.Completion{{
		"terrain", "State", "string",
		`One character for every cell: W water, "." grass, F forest, S sand, C city, P path.`,
	}}, js["terrain"])
	require.Equal(t, "str", python["terrain"][0].Detail)
	require.Equal(t, []sdkgen.Completion{{
		"dest", "State", "(cell: number, word: string): number",
		"Returns the cell to which a step leads, or -1 if it leads off the board.",
	}}, js["dest"])
	require.Equal(t, []sdkgen.Completion{{
		"mark", "State", "(cell: Place) -> None", "Makes a cell stand out in the viewer.",
	}}, python["mark"])
	require.Equal(t, "(cell: number | [row, col]): void", js["mark"][0].Detail)
	require.Equal(t, "<T>(items: readonly T[]): T", js["choice"][0].Detail)
	for _, word := range append(js["cell"], python["cell"]...) {
		if word.Of == "State" {
			require.Contains(t, word.Info, "row * cols + col", "what the number of a cell means")
		}
	}
	require.Equal(t, "int", python["cpu_bank"][0].Detail)
	require.Contains(t, python["cities"], sdkgen.Completion{"cities", "Income", "int", "For the cells of its cities."})
	require.Contains(t, python["cells"], sdkgen.Completion{
		"cells", "City", "list[int]", "Numbers of the city's cells.",
	})
	require.Len(t, python["unit_at"], 1)
	require.Equal(t, "(cell: int) -> Unit | None", python["unit_at"][0].Detail, "what the game says of it")
	for _, name := range []string{"me", "names", "seed"} {
		require.Equal(t, python[name][0].Info, js[name][0].Info)
	}
}

// TestStepsAreThoseOfTheGame: what is common to all games knows no directions.
func TestStepsAreThoseOfTheGame(t *testing.T) {
	for _, game := range []string{"orkisland", "moria", "battleroyale"} {
		js, python := wordsOf(t, "js", game), wordsOf(t, "python", game)
		require.Equal(t, "(cell: number): Direction", js["step"][0].Detail)
		require.Equal(t, "(cell: int) -> Direction", python["step"][0].Detail)
		require.Equal(t, "(cell: number): [Direction, number][]", js["neighbours"][0].Detail)
		require.Equal(t, "(cell: int) -> list[tuple[Direction, int]]", python["neighbours"][0].Detail)
	}
	starships := wordsOf(t, "js", "starships")
	require.NotContains(t, starships, "step")
	require.NotContains(t, starships, "Ways")
	require.Equal(t, "(cell: number): [Action, number][]", starships["neighbours"][0].Detail)

	// A game in which nobody can be told to stay.
	read := func(stay string) func(string) []byte {
		text, err := os.ReadFile("../../../sdk/js/arena/orkisland.mjs")
		require.NoError(t, err)
		return func(name string) []byte {
			if name == "js/arena/orkisland.mjs" {
				return []byte(strings.Replace(string(text), `stay: "none"`, stay, 1))
			}
			text, _ := os.ReadFile(filepath.Join("../../../sdk", filepath.FromSlash(name)))
			return text
		}
	}
	for stay, want := range map[string]string{`stay: "none"`: "Direction", "stay: null": "Direction | null"} {
		words := sdkgen.Completions("js", "orkisland", read(stay))
		at := slices.IndexFunc(words, func(w sdkgen.Completion) bool { return w.Label == "step" })
		require.Equal(t, "(cell: number): "+want, words[at].Detail)
	}
}

// TestClassesAndModulesAreWords, too: a pointer on their names asks what they are.
func TestClassesAndModulesAreWords(t *testing.T) {
	const state = "The match as it stands before a round: all of it. Every round brings a new one."
	js, python := wordsOf(t, "js", "orkisland"), wordsOf(t, "python", "orkisland")
	require.Equal(t, []sdkgen.Completion{{"State", "", "class", state}}, js["State"])
	require.Equal(t, []sdkgen.Completion{{"State", "game", "class", state}}, python["State"])
	require.Equal(t, []sdkgen.Completion{{"orkisland", "", "Game", "Ork Island, to be given to serve."}}, js["orkisland"])
	require.Equal(t, sdkgen.Completion{"directions", "Game", "readonly Direction[]", ""}, js["directions"][0])
	require.Equal(t, "module", python["game"][0].Detail)
	require.Contains(t, python["game"][0].Info, "State is what a bot is given")
	require.Equal(t, sdkgen.Completion{"DIRECTIONS", "game", "tuple[Direction, ...]", ""}, python["DIRECTIONS"][0])
	require.Equal(t, "game", python["Ways"][0].Of)
	require.Equal(t, "arena", python["serve"][0].Of)
	require.Contains(t, python["Unit"][0].Info, "In a command, its number (id) may be given or the Unit itself.")
	require.Contains(t, js["Ways"][0].Info, "The cheapest paths from every cell")
	require.Contains(t, js["serve"][0].Info, "Plays matches")
	require.Equal(t, "(...list: any[]): void", js["serve"][0].Detail)
	for _, words := range []map[string][]sdkgen.Completion{js, python} {
		require.NotContains(t, words, "Board", "bots know it as State")
	}
}
