package linear

import (
	"context"
	"math"
)

// Conjugate solves many systems with one symmetric, positive matrix at once, by the method of conjugate gradients: it
// needs to know only what the matrix makes of columns, so the matrix may be as large as it likes.
type Conjugate struct {
	// Multiply sets what the matrix makes of some columns. They stand beside each other, row after row, and there are
	// width of them.
	Multiply func(to, of []float64, width int)
	Diagonal []float64 // of the matrix
	// Tolerance is how large what remains of a right side may be, as a part of it. Each row counts by its diagonal.
	Tolerance float64
}

// Solve returns the columns for which the matrix times them is right. It is broken off when ctx is done.
func (c *Conjugate) Solve(ctx context.Context, right []float64, width int) []float64 {
	most := max(1000, 2*len(c.Diagonal)) // steps; some ten are usual, and without rounding there are no more than rows
	solved, left := make([]float64, len(right)), append([]float64(nil), right...)
	scaled, along, made := make([]float64, len(right)), make([]float64, len(right)), make([]float64, len(right))
	c.scale(scaled, left, width)
	copy(along, scaled)
	size := dots(left, scaled, width)
	enough := make([]float64, width)
	for k, s := range size {
		enough[k] = s * c.Tolerance * c.Tolerance
	}
	for range most {
		if ctx.Err() != nil || allBelow(size, enough) {
			break
		}
		c.Multiply(made, along, width)
		far := ratios(size, dots(along, made, width))
		addScaled(solved, along, far, 1)
		addScaled(left, made, far, -1)
		c.scale(scaled, left, width)
		now := dots(left, scaled, width)
		turn := ratios(now, size)
		size = now
		for i := range along {
			along[i] = scaled[i] + turn[i%width]*along[i]
		}
	}
	return solved
}

// scale divides each row by its diagonal.
func (c *Conjugate) scale(to, of []float64, width int) {
	for row, d := range c.Diagonal {
		for i := row * width; i < (row+1)*width; i++ {
			to[i] = of[i] / d
		}
	}
}

func dots(a, b []float64, width int) []float64 {
	sums := make([]float64, width)
	for from := 0; from < len(a); from += width {
		x, y := a[from:from+width], b[from:from+width]
		for k := range sums {
			sums[k] += x[k] * y[k]
		}
	}
	return sums
}

// ratios returns 0 for columns that have converged.
func ratios(a, b []float64) []float64 {
	all := make([]float64, len(a))
	for k := range all {
		if all[k] = a[k] / b[k]; math.IsNaN(all[k]) || math.IsInf(all[k], 0) {
			all[k] = 0
		}
	}
	return all
}

func addScaled(to, of, factors []float64, sign float64) {
	for from := 0; from < len(to); from += len(factors) {
		for k, factor := range factors {
			to[from+k] += sign * factor * of[from+k]
		}
	}
}

func allBelow(values, most []float64) bool {
	for k, v := range values {
		if v > most[k] {
			return false
		}
	}
	return true
}
