package stats

import (
	"context"

	"github.com/botarena/arena/internal/contest/linear"
)

// Up to mostStepped parameters each step of the fit factorises the curvature, and up to mostFactorised it is written
// down and factorised once, for the influences: the cost grows with the cube of the parameters. Tests change it.
var (
	mostStepped    = 300
	mostFactorised = 1500
)

// curvature is the matrix of second derivatives of the likelihood, negated.
type curvature interface {
	// solve returns the columns which the curvature turns into the right ones. They stand beside each other, row after
	// row, and there are width of them.
	solve(ctx context.Context, right []float64, width int) []float64
}

// factorised is a curvature as the product of a factor with its mirror image.
type factorised struct{ *linear.Factor }

func (f factorised) solve(_ context.Context, right []float64, width int) []float64 {
	solved, column := make([]float64, len(right)), make([]float64, len(right)/width)
	for k := range width {
		for i := range column {
			column[i] = right[i*width+k]
		}
		for i, v := range f.Solve(column) {
			solved[i*width+k] = v
		}
	}
	return solved
}

// written is a curvature that is not factorised.
type written struct {
	*linear.Symmetric
	tolerance float64
}

func (w written) solve(ctx context.Context, right []float64, width int) []float64 {
	by := linear.Conjugate{Multiply: w.Multiply, Diagonal: w.Diagonal(), Tolerance: w.tolerance}
	return by.Solve(ctx, right, width)
}

// implied is a curvature that is never written down: fields say what it makes of a column.
type implied struct {
	*model
	phantom   []float64 // what it adds to the diagonal
	chances   []float64 // of all fields, one after the other
	diagonal  []float64 // of the whole
	tolerance float64
	none      [atOnce]float64 // the effects of seats that have none
	lost      [atOnce]float64 // what is added to them
}

func (m *model) impliedAt(at []float64, tolerance float64) *implied {
	c := &implied{model: m, phantom: make([]float64, len(at)), tolerance: tolerance}
	for i, v := range at {
		won := againstPhantom(v)
		c.phantom[i] = won * (1 - won)
	}
	c.diagonal = append([]float64(nil), c.phantom...)
	odds := oddsOf(at)
	for i, f := range m.fields {
		from := len(c.chances)
		c.chances = m.chances(c.chances, f, odds)
		for j, p := range f {
			part := m.weights[i] * c.chances[from+j] * (1 - c.chances[from+j])
			c.diagonal[p.bot] += part
			if m.hasEffects() {
				c.diagonal[m.bots+int(p.seat)] += part
			}
		}
	}
	return c
}

func (c *implied) solve(ctx context.Context, right []float64, width int) []float64 {
	by := linear.Conjugate{Multiply: c.multiply, Diagonal: c.diagonal, Tolerance: c.tolerance}
	return by.Solve(ctx, right, width)
}

func (c *implied) multiply(to, of []float64, width int) {
	for i, own := range c.phantom {
		for k := i * width; k < (i+1)*width; k++ {
			to[k] = own * of[k]
		}
	}
	left, mean := c.chances, make([]float64, width)
	for i, f := range c.fields {
		chances := take(&left, len(f))
		switch {
		case len(f) == 1: // gets the place for certain
		case width == 1:
			c.multiplyOne(to, of, f, chances, c.weights[i])
		default:
			c.multiplyRows(to, of, mean, f, chances, c.weights[i])
		}
	}
}

// multiplyOne adds what a field makes of a column: by how much more than the mean of the field each of its places has.
func (c *implied) multiplyOne(to, of []float64, f field, chances []float64, weight float64) {
	mean := 0.0
	for j, p := range f {
		mean += chances[j] * c.performance(p, of)
	}
	for j, p := range f {
		more := weight * chances[j] * (c.performance(p, of) - mean)
		to[p.bot] += more
		if c.hasEffects() {
			to[c.bots+int(p.seat)] += more
		}
	}
}

// multiplyRows is the same for several columns.
func (c *implied) multiplyRows(to, of, mean []float64, f field, chances []float64, weight float64) {
	width, none := len(mean), c.none[:len(mean)]
	clear(mean)
	row := func(of []float64, i int) []float64 { return of[i*width : (i+1)*width] }
	for j, p := range f {
		bot, seat, chance := row(of, int(p.bot)), none, chances[j]
		if c.hasEffects() {
			seat = row(of, c.bots+int(p.seat))
		}
		for k := range mean {
			mean[k] += chance * (bot[k] + seat[k])
		}
	}
	for j, p := range f {
		bot, seat, toBot, toSeat, part := row(of, int(p.bot)), none, row(to, int(p.bot)), c.lost[:width], weight*chances[j]
		if c.hasEffects() {
			seat, toSeat = row(of, c.bots+int(p.seat)), row(to, c.bots+int(p.seat))
		}
		for k := range mean {
			more := part * (bot[k] + seat[k] - mean[k])
			toBot[k] += more
			toSeat[k] += more
		}
	}
}

// take cuts the first n off a list.
func take(list *[]float64, n int) []float64 {
	first := (*list)[:n]
	*list = (*list)[n:]
	return first
}
