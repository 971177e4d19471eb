package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
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

// TestStudent compares with printed tables, and with a library that many others use.
func TestStudent(t *testing.T) {
	for freedom, want := range map[float64]float64{1: 12.706, 4: 2.776, 10: 2.228, 30: 2.042, 100: 1.984, 1e6: 1.960} {
		require.InDelta(t, want, student(freedom, 0.025), 5e-4, "%v", freedom)
	}
	for freedom := 1.0; freedom < 5000; freedom = math.Ceil(freedom * 1.2) {
		want := distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile(1 - tail)
		require.InEpsilon(t, want, student(freedom, tail), 1e-9, "%v", freedom)
	}
	for value := -40.0; value < 40; value += 0.7 {
		require.InDelta(t, distuv.UnitNormal.CDF(value), normal(value), 1e-15, "%v", value)
	}
}
