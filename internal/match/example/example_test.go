package example_test

import (
	"bytes"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/match/example"
	"github.com/botarena/arena/internal/match/picture"
	"github.com/botarena/arena/internal/match/replay"
)

// TestTheExampleIsAlwaysTheSame, is what its rules make of it, and was played to its end by bots that do something.
func TestTheExampleIsAlwaysTheSame(t *testing.T) {
	tier.Long(t, "plays a match of each game twice")
	all := []string{"orkisland", "starships"}
	if !tier.IsNight() {
		all = all[:1]
	}
	for _, usual := range all {
		game, found := example.Game(games.All(), usual)
		require.True(t, found)
		require.Equal(t, usual, game.Info().Name)
		first, err := example.Make(t.Context(), game, "v1.2.3")
		require.NoError(t, err)
		again, err := example.Make(t.Context(), game, "v1.2.3")
		require.NoError(t, err)
		require.True(t, bytes.Equal(first.Replay, again.Replay), "the match differs")
		require.True(t, bytes.Equal(first.Card, again.Card), "the picture differs")
		require.Less(t, len(first.Card), 250_000)
		img, err := png.DecodeConfig(bytes.NewReader(first.Card))
		require.NoError(t, err)
		require.Equal(t, [2]int{picture.CardWidth, picture.CardHeight}, [2]int{img.Width, img.Height})

		r, err := replay.Read(bytes.NewReader(first.Replay), games.All())
		require.NoError(t, err)
		require.NoError(t, r.Verify())
		require.Equal(t, "v1.2.3", r.Arena)
		require.EqualValues(t, example.Seed, r.Seed)
		require.Equal(t, []string{"demo", "dummy", "demo", "dummy"}, r.Names())
		require.Len(t, r.Rounds, r.Setup.Rounds())
		require.Empty(t, r.Verdicts())
		for _, score := range r.Scores {
			require.Positive(t, score)
		}
	}
}

// TestAnArenaOfOtherGamesHasItsOwnExampleOrNone: bots that come with the arena must play it.
func TestAnArenaOfOtherGamesHasItsOwnExampleOrNone(t *testing.T) {
	_, found := example.Game(engine.NewGames(duel.Game), "duel")
	require.False(t, found, "only null plays it")
	other, found := example.Game(engine.NewGames(append(games.All(), duel.Game)...), "duel")
	require.True(t, found)
	require.Equal(t, "battleroyale", other.Info().Name)
}
