package archive

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNumbersAreASet, also of numbers that only a stranger's store has.
func TestNumbersAreASet(t *testing.T) {
	n := newNumbers()
	all := []int{0, 63, 64, 130, -1, -64, math.MaxInt, math.MinInt}
	for i, number := range all {
		require.False(t, n.has(number))
		n.add(number)
		n.add(number)
		require.True(t, n.has(number))
		require.Equal(t, i+1, n.count)
	}
	require.False(t, n.has(1))
}
