package inside_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/inside"
)

func TestABotIsToldWhatItHasLeft(t *testing.T) {
	setup, err := orkisland.Game.Default().With("nb_rounds", 3)
	require.NoError(t, err)
	m, err := setup.New([]string{"a", "b", "c", "d"}, 1, engine.ChaCha8)
	require.NoError(t, err)
	told := engine.Budget{Round: time.Second, Bank: time.Minute}
	var seen []engine.Budget
	look := sdk.Play(orkisland.Bot, func(s *orkisland.State, _ *orkisland.Commands) { seen = append(seen, s.Budget()) })
	players := []match.Player{inside.PlayerTold(look, func(since time.Duration) engine.Budget {
		require.GreaterOrEqual(t, since, time.Duration(0))
		require.Less(t, since, time.Minute)
		return told
	})}
	for range 3 {
		players = append(players, inside.Player(sdk.Null))
	}
	result, err := match.Play(t.Context(), m, players)
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
	require.Equal(t, []engine.Budget{told, told, told}, seen)
}
