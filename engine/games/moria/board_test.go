package moria

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHitRockLetters(t *testing.T) { // rules 3
	require.Equal(t, "", hitRock(1))
	require.Equal(t, ", or a for rock that was hit", hitRock(2))
	for fresh := 1; fresh <= maxHits; fresh++ {
		for hits := 1; hits <= fresh; hits++ {
			require.Equal(t, hits, rockLeft(hits, fresh).hits(fresh))
		}
		require.Equal(t, rock, rockLeft(fresh, fresh))
	}
	require.Equal(t, 26, strings.Count(hitRock(maxHits), ", "))
}
