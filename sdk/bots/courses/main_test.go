package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/orkisland"
)

// TestACourseIsTheGainsOfAllRounds, and the same for a seed.
func TestACourseIsTheGainsOfAllRounds(t *testing.T) {
	tier.Long(t, "plays whole matches")
	c, err := play(t.Context(), orkisland.Game, 5)
	require.NoError(t, err)
	require.Len(t, c.Bots, 4)
	for seat, gains := range c.Gains {
		require.Len(t, gains, 201)
		require.Zero(t, gains[0])
		sum := 0
		for _, gain := range gains {
			sum += gain
		}
		require.Equal(t, c.scores[seat], sum)
		require.Positive(t, sum)
	}
	again, err := play(t.Context(), orkisland.Game, 5)
	require.NoError(t, err)
	require.Equal(t, c, again)
}
