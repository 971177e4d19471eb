package orkisland

import (
	"fmt"
	"math"
	"math/big"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRadiiAreThoseOfExactArithmetic proves every bit of the table.
func TestRadiiAreThoseOfExactArithmetic(t *testing.T) {
	var want [maxExponent - minExponent + 1][maxRadius/64 + 1]uint64
	over := 0
	for exponent := minExponent; exponent <= maxExponent; exponent++ {
		for radius := 1; radius <= maxRadius; radius++ {
			if !returns(radius, exponent) {
				want[exponent-minExponent][radius/64] |= 1 << (radius % 64)
				over++
			}
		}
	}
	require.Positive(t, over)
	if *update {
		text := "package orkisland\n\n// maxRadius is that of the largest board.\nconst maxRadius = maxSize / 2\n\n" +
			"// overRadius has a bit for each exponent, from minExponent, and each radius: see\n// isOverRadius. The test " +
			"proves it; -update writes it.\n" +
			"var overRadius = [maxExponent - minExponent + 1][maxRadius/64 + 1]uint64{\n"
		for _, row := range want {
			text += fmt.Sprintf("\t{%#016x, %#016x, %#016x, %#016x},\n", row[0], row[1], row[2], row[3])
		}
		require.NoError(t, os.WriteFile("generate_sea_table.go", []byte(text+"}\n"), 0o600))
	}
	require.Equal(t, want, overRadius, "type: go test ./engine/games/orkisland -run Radii -update")
}

// returns reports whether raising a base to the power p, and the result to the power
// 1/p, comes back to the base or to less, when each of the two is rounded to the
// nearest 64-bit float. p is the float nearest to exponent/10.
func returns(base, exponent int) bool {
	x := float64(base)
	p := float64(exponent) / 10
	log := math.Log(x)
	// All numbers below are tiny and need no more than a few digits.
	missing := math.FMA(10, p, -float64(exponent)) / 10 // p - exponent/10
	excessOf := func(y float64) float64 { return float64(tenthExcess(y, base, exponent)) - float64(log*missing) }
	excess := math.Inf(1) // of the rounded power over the true one, relative
	// math.Pow is off by up to 5 floats, and not by the same number on every machine.
	y := math.Pow(x, p)
	for _, y := range floatsAround(y - float64(y*excessOf(y))) {
		e := excessOf(y)
		if math.Abs(e) < math.Abs(excess) {
			excess = e
		}
	}
	q := 1 / p
	// The second result is x * exp(back) before it is rounded.
	back := float64(log*math.FMA(q, p, -1)) + float64(q*excess)
	return back <= (math.Nextafter(x, math.Inf(1))-x)/2/x
}

// floatsAround are the floats around y.
func floatsAround(y float64) []float64 {
	up, down := math.Nextafter(y, math.Inf(1)), math.Nextafter(y, 0)
	return []float64{math.Nextafter(down, 0), down, y, up, math.Nextafter(up, math.Inf(1))}
}

// tenthExcess is by how much y exceeds base to the power exponent/10, relative to
// that. It compares the tenth powers, which have no rounding.
func tenthExcess(y float64, base, exponent int) float64 {
	const precision = 600 // bits; enough for both powers
	power := func(x float64, n int) *big.Float {
		product := new(big.Float).SetPrec(precision).SetInt64(1)
		for range n {
			product.Mul(product, new(big.Float).SetFloat64(x))
		}
		return product
	}
	whole := power(float64(base), exponent)
	excess := power(y, 10)
	excess.Sub(excess, whole).Quo(excess, whole)
	e, _ := excess.Float64()
	return e / 10
}
