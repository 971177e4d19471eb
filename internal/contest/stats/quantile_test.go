package stats

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestQuantile: of nine values, the first is the quantile of a tenth, and so on.
func TestQuantile(t *testing.T) {
	nine := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}
	for _, c := range []struct{ p, want float64 }{
		{0, 1},
		{0.1, 1},
		{0.15, 1.5},
		{0.5, 5},
		{0.875, 8.75},
		{0.9, 9},
		{1, 9},
	} {
		require.InDelta(t, c.want, quantile(nine, c.p), 1e-9, "%v", c.p)
	}
	require.InDelta(t, 7, quantile([]float64{7}, 0.3), 1e-9)
}
