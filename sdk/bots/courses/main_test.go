package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/orkisland"
)

// TestACourseIsTheScoresOfAllRounds, and the same for a seed.
func TestACourseIsTheScoresOfAllRounds(t *testing.T) {
	tier.Long(t, "plays whole matches")
	c, err := play(t.Context(), orkisland.Game, 5)
	require.NoError(t, err)
	require.Len(t, c.Bots, 4)
	for _, scores := range c.Scores {
		require.Len(t, scores, 201)
		require.Zero(t, scores[0])
	}
	require.Positive(t, c.Scores[0][200]+c.Scores[1][200]+c.Scores[2][200]+c.Scores[3][200])
	again, err := play(t.Context(), orkisland.Game, 5)
	require.NoError(t, err)
	require.Equal(t, c, again)
}
