package example_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/match/example"
	"github.com/botarena/arena/internal/match/replay"
)

// TestTheExampleIsAlwaysTheSame, is what its rules make of it, and was played to its end by bots that do something.
func TestTheExampleIsAlwaysTheSame(t *testing.T) {
	for _, usual := range []string{"orkisland", "starships"} {
		game, found := example.GameOf(games.All(), usual)
		require.True(t, found)
		require.Equal(t, usual, game.Info().Name)
		first, err := example.Play(t.Context(), game, "v1.2.3")
		require.NoError(t, err)
		again, err := example.Play(t.Context(), game, "v1.2.3")
		require.NoError(t, err)
		require.True(t, bytes.Equal(first, again), "it differs")

		r, err := replay.Read(bytes.NewReader(first), games.All())
		require.NoError(t, err)
		require.NoError(t, r.Verify())
		require.Equal(t, "v1.2.3", r.Arena)
		require.EqualValues(t, example.Seed, r.Seed)
		require.Equal(t, []string{"demo", "dummy", "demo", "dummy"}, r.Names())
		require.Len(t, r.Rounds, game.Default().Rounds())
		require.Empty(t, r.Verdicts())
		for _, score := range r.Scores {
			require.Positive(t, score)
		}
	}
}

// TestAnArenaOfOtherGamesHasItsOwnExampleOrNone: bots that come with the arena must play it.
func TestAnArenaOfOtherGamesHasItsOwnExampleOrNone(t *testing.T) {
	_, found := example.GameOf(engine.NewGames(duel.Game), "duel")
	require.False(t, found, "only null plays it")
	all := append(games.All(), duel.Game)
	game, found := example.GameOf(all, "duel")
	require.True(t, found)
	require.Equal(t, "battleroyale", game.Info().Name)
	_, err := example.Play(t.Context(), duel.Game, "")
	require.Error(t, err)
}
