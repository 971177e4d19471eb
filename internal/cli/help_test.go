package cli

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/bot/language"

	"github.com/botarena/arena/internal/cli/league"
)

// helpOf returns the help of every command of an arena, by its path.
func helpOf(t *testing.T, games engine.Games) map[string]string {
	t.Helper()
	all := map[string]string{}
	var visit func(c *cobra.Command, path []string)
	visit = func(c *cobra.Command, path []string) {
		var out, errs bytes.Buffer
		require.Zero(t, run(t.Context(), games, append(path, "--help"), &out, &errs), errs.String())
		all[strings.Join(path, " ")] = out.String()
		for _, sub := range c.Commands() {
			visit(sub, append(path[:len(path):len(path)], sub.Name()))
		}
	}
	visit(Commands(games, league.Commands), nil)
	require.Greater(t, len(all), 14)
	return all
}

// TestHelpKnowsWhatABotIs as docs/bots.md does.
func TestHelpKnowsWhatABotIs(t *testing.T) {
	docs, err := os.ReadFile("../../docs/bots.md")
	require.NoError(t, err)
	all := helpOf(t, games.All())
	require.Contains(t, all["play"], "docs/bots.md")
	named := regexp.MustCompile(`\bx\.[a-z]+`).FindAllString(all["play"], -1)
	require.Greater(t, len(named), 4)
	for _, name := range named {
		require.Contains(t, string(docs), "`"+name+"`")
	}
	for _, l := range language.All() {
		if len(l.Endings) > 0 {
			require.Contains(t, named, "x"+l.Endings[0], "the help of play")
		}
	}
	for path, help := range all {
		require.NotContains(t, help, "Go program", path)
	}
}

func TestExamplesAreOfTheGamesThatThereAre(t *testing.T) {
	own := helpOf(t, engine.NewGames(duel.Game))
	for path, help := range own {
		for _, game := range games.All() {
			require.NotContains(t, help, game.Info().Name, path)
		}
	}
	require.Contains(t, own[""], "  arena play duel null null\n", "which alone plays any game")
	require.Contains(t, own["play"], `
  arena play duel null null
  arena play duel null null -s 42 --set nb_rounds=50
  arena play duel null null --view
`)
	require.Contains(t, own["bench verdicts"], "  arena bench verdicts duel -n 1000 --busy 8\n")

	both := helpOf(t, engine.NewGames(append(games.All(), duel.Game)...))
	require.Contains(t, both["play"], "  arena play orkisland demo demo null null\n")
	helpOf(t, nil)
}
