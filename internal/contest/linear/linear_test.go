package linear_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/botarena/arena/internal/contest/linear"
)

// matrices makes the same positive matrix twice: a sum of squares, and something on the diagonal.
func matrices(n int, r *rand.Rand) (*linear.Symmetric, *mat.SymDense) {
	own, other := linear.NewSymmetric(n), mat.NewSymDense(n, nil)
	for range n {
		column, weight := draws(n, r), r.Float64()
		own.AddSquare(column, weight)
		other.SymRankOne(other, weight, mat.NewVecDense(n, column))
	}
	for i := range n {
		v := 0.1 + r.Float64()
		own.Add(i, i, v)
		other.SetSym(i, i, other.At(i, i)+v)
		if j := r.IntN(n); j != i {
			own.Add(i, j, v/float64(8*n))
			other.SetSym(i, j, other.At(i, j)+v/float64(8*n))
		}
	}
	return own, other
}

func draws(n int, r *rand.Rand) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = r.NormFloat64()
	}
	return all
}

// TestSolutionsAreThoseOfGonum, a library that many others use.
func TestSolutionsAreThoseOfGonum(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 20, 100} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(n), 1))
			own, other := matrices(n, r)
			factor := own.Factorise()
			require.NotNil(t, factor)
			var cholesky mat.Cholesky
			require.True(t, cholesky.Factorize(other))
			b := draws(n, r)

			want := mat.NewVecDense(n, nil)
			require.NoError(t, cholesky.SolveVecTo(want, mat.NewVecDense(n, b)))
			require.InDeltaSlice(t, want.RawVector().Data, factor.Solve(b), 1e-9)

			var upper mat.TriDense
			cholesky.UTo(&upper)
			require.NoError(t, want.SolveVec(&upper, mat.NewVecDense(n, b)))
			before := append([]float64(nil), b...)
			require.InDeltaSlice(t, want.RawVector().Data, factor.SolveMirrored(b), 1e-9)
			require.Equal(t, before, b)
		})
	}
}

// TestManyColumnsAreSolvedAsOneIs, to the last bit.
func TestManyColumnsAreSolvedAsOneIs(t *testing.T) {
	const n, width = 23, 7
	r := rand.New(rand.NewPCG(1, 2))
	own, _ := matrices(n, r)
	factor, right := own.Factorise(), draws(n*width, r)
	before := slices.Clone(right)
	all := factor.SolveAll(right, width)
	require.Equal(t, before, right)
	for k := range width {
		column := make([]float64, n)
		for i := range column {
			column[i] = right[i*width+k]
		}
		for i, want := range factor.Solve(column) {
			require.Equal(t, math.Float64bits(want), math.Float64bits(all[i*width+k]))
		}
	}
}

func TestMatricesThatAreNotPositive(t *testing.T) {
	require.NotNil(t, linear.NewSymmetric(0).Factorise())
	require.Nil(t, linear.NewSymmetric(1).Factorise())
	for _, v := range []float64{-1, math.NaN()} {
		s := linear.NewSymmetric(2)
		s.Add(0, 0, 1)
		s.Add(1, 1, v)
		require.Nil(t, s.Factorise())
	}
	wide := linear.NewSymmetric(2)
	wide.AddSquare([]float64{1, 2}, 1)
	require.Nil(t, wide.Factorise(), "one square fills one dimension")
}
