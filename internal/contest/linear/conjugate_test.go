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
