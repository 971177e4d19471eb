package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games"
)

func TestFindReturnsTheGameOfThatName(t *testing.T) {
	for _, g := range games.All() {
		found, err := games.All().Find(g.Info().Name)
		require.NoError(t, err)
		require.Same(t, g, found)
	}
	_, err := games.All().Find("chess")
	require.EqualError(t, err, "chess: no such game; there are: battleroyale, moria, orkisland, starships")
}

func TestNewGamesSortsAndKeepsWhatItIsGiven(t *testing.T) {
	all := games.All()
	given := []engine.Game{all[2], all[0], all[1]}
	require.Equal(t, engine.Games{all[0], all[1], all[2]}, engine.NewGames(given...))
	require.Equal(t, []engine.Game{all[2], all[0], all[1]}, given)
	require.Empty(t, engine.NewGames())
}

func TestTwoGamesOfOneNamePanic(t *testing.T) {
	g := games.All()[0]
	require.PanicsWithValue(t, "engine: two games are called "+g.Info().Name, func() { engine.NewGames(g, g) })
}
