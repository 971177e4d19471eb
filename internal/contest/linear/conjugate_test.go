package linear_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/linear"
)

// TestConjugateSolvesAsTheFactorDoes several systems at once, one of which is solved from the start.
func TestConjugateSolvesAsTheFactorDoes(t *testing.T) {
	const n, width = 40, 3
	random := rand.New(rand.NewPCG(1, 2))
	own, _ := matrices(n, random)
	c := linear.Conjugate{Multiply: own.Multiply, Diagonal: own.Diagonal(), Tolerance: 1e-12}
	right := make([]float64, n*width)
	for i := range n {
		right[i*width], right[i*width+2] = random.NormFloat64(), random.NormFloat64()
	}
	solved, factor := c.Solve(t.Context(), right, width), own.Factorise()
	for k := range width {
		column := make([]float64, n)
		for i := range column {
			column[i] = right[i*width+k]
		}
		for i, want := range factor.Solve(column) {
			require.InDelta(t, want, solved[i*width+k], 1e-8)
		}
	}
}

// TestALongChainIsSolved has rows of which each knows its neighbours alone, and the ends hear of each other last.
func TestALongChainIsSolved(t *testing.T) {
	const rows, tie, own = 4000, 250000., .25
	diagonal := make([]float64, rows)
	for i := range diagonal {
		diagonal[i] = 2*tie + own
	}
	diagonal[0], diagonal[rows-1] = tie+own, tie+own
	multiply := func(to, of []float64, _ int) {
		for i := range of {
			to[i] = diagonal[i] * of[i]
			if i > 0 {
				to[i] -= tie * of[i-1]
			}
			if i < rows-1 {
				to[i] -= tie * of[i+1]
			}
		}
	}
	right := make([]float64, rows)
	right[0], right[rows-1] = 1, -1
	c := linear.Conjugate{Multiply: multiply, Diagonal: diagonal, Tolerance: 1e-6}
	made := make([]float64, rows)
	multiply(made, c.Solve(t.Context(), right, 1), 1)
	for i, want := range right {
		require.InDelta(t, want, made[i], 1e-5)
	}
}
