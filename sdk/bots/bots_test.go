package bots_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/bots"
	"github.com/botarena/arena/sdk/sdktest"
)

// TestBotsPlayInOneProcess seats them as a test of a bot does.
func TestBotsPlayInOneProcess(t *testing.T) {
	dummy, err := bots.Of("dummy", "orkisland")
	require.NoError(t, err)
	null, err := bots.Of("null", "orkisland")
	require.NoError(t, err)
	result := sdktest.Play(t, orkisland.Game.Default(), 1, dummy, null)
	require.Equal(t, 1, result.Places[0])
	require.Zero(t, result.Scores[1])
}

func TestEachPlaysItsGamesOnly(t *testing.T) {
	for _, game := range games.All() {
		for _, name := range []string{"demo", "dummy", "null"} {
			_, err := bots.Of(name, game.Info().Name)
			require.NoError(t, err)
		}
	}
	_, err := bots.Of("search", "starships")
	require.NoError(t, err)
	_, err = bots.Of("search", "moria")
	require.EqualError(t, err, `bots: search does not play "moria"`)
	_, err = bots.Of("zorg", "moria")
	require.EqualError(t, err, `bots: no bot "zorg"; there are demo, dummy, null, search`)
	own, err := bots.Of("null", "tron")
	require.NoError(t, err)
	require.Equal(t, sdk.Null.Info(), own.Info())
}
