package linear_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/linear"
)

// TestSparseIsTheDense for columns of all kinds, and sums of two.
func TestSparseIsTheDense(t *testing.T) {
	const size = 20
	random := rand.New(rand.NewPCG(1, 2))
	rows := make([][]int32, size)
	for i := range rows {
		for j := i + 1; j < size; j++ {
			if random.IntN(3) == 0 {
				rows[i] = append(rows[i], int32(j)) //nolint:gosec // small
			}
		}
	}
	dense := linear.NewSymmetric(size)
	fill := func() *linear.Sparse {
		s := linear.NewSparse(rows)
		for i, row := range rows {
			v := random.NormFloat64()
			s.Diagonal[i] += v
			dense.Add(i, i, v)
			for n, j := range row {
				v := random.NormFloat64()
				require.Equal(t, s.At(i, int(j)), s.FromEnd(i, len(row)-n))
				s.Add(s.At(i, int(j)), v)
				dense.Add(i, int(j), v)
			}
		}
		return s
	}
	sparse := fill()
	sparse.AddAll(fill())
	for _, width := range []int{1, 3} {
		of := make([]float64, size*width)
		for i := range of {
			of[i] = random.NormFloat64()
		}
		want, got, again := make([]float64, len(of)), make([]float64, len(of)), make([]float64, len(of))
		dense.Multiply(want, of, width)
		sparse.Multiply(got, of, width)
		sparse.Dense().Multiply(again, of, width)
		require.InDeltaSlice(t, want, got, 1e-12)
		require.InDeltaSlice(t, want, again, 1e-12)
	}
}
