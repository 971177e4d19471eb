package bench_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/contest/bench"
)

func TestLocalMatchesAreMeasured(t *testing.T) {
	setup, err := orkisland.Game.Default().With("nb_rounds", 5)
	require.NoError(t, err)
	figures, err := bench.Local(t.Context(), setup, false, 3)
	require.NoError(t, err)
	require.Equal(t, 3, figures.Matches)
	require.Equal(t, 3*5*4, figures.PlayerRounds)
	require.Positive(t, figures.Wall)
	require.Positive(t, figures.Allocs)
	require.Zero(t, figures.BotCPU)
	require.Empty(t, figures.Verdicts)
}
