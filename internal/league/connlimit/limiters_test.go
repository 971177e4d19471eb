package connlimit

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestPlacesAreForgotten, and never more than some are remembered.
func TestPlacesAreForgotten(t *testing.T) {
	l, noon := NewLimiters[int](time.Second, 2), time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	for n := range mostLimiters {
		require.True(t, l.Allow(n, noon))
	}
	require.False(t, l.Allow(mostLimiters, noon))
	require.True(t, l.Allow(0, noon))
	require.True(t, l.Allow(mostLimiters, noon.Add(time.Minute)))
	require.Len(t, l.all, 1)
}
