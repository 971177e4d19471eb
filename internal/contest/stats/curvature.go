package stats

import (
	"context"

	"github.com/botarena/arena/internal/contest/linear"
)

// Up to mostStepped parameters each step of the fit factorises the curvature, and up to mostFactorised that is done
// once, for the influences: the cost grows with the cube of the parameters. Tests change it.
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
	return f.SolveAll(right, width)
}

// sparse is a curvature matrix that stores only nonzero elements: those of bots that have met.
type sparse struct {
	*linear.Sparse
	tolerance float64
}

func (s sparse) solve(ctx context.Context, right []float64, width int) []float64 {
	by := linear.Conjugate{Multiply: s.Multiply, Diagonal: s.Diagonal, Tolerance: s.tolerance}
	return by.Solve(ctx, right, width)
}

// sketch says where in a sparse curvature the elements of each field are.
type sketch struct {
	rows *linear.Sparse // with the sealed matches
	at   []int32        // of the pairs of bots of all fields, one after the other
}

// newSketch looks at all fields once, as their elements stay where they are.
func (m *model) newSketch() *sketch {
	s := &sketch{rows: linear.NewSparse(m.rows())}
	if m.base != nil {
		s.rows.AddAll(m.base.curvature)
	}
	for _, f := range m.fields {
		for j := range f {
			for i := range j {
				if low, high := f[i].bot, f[j].bot; low != high {
					s.at = append(s.at, int32(s.rows.At(int(low), int(high)))) //nolint:gosec // as many as there is room for
				}
			}
		}
	}
	return s
}

// rows returns which elements are not zero: those of bots that are in one field, and all that have to do with seats.
func (m *model) rows() [][]int32 {
	rows := m.metInFields()
	for i := range m.times {
		if i >= m.bots {
			rows = append(rows, nil)
		}
		for seat := max(i+1, m.bots); seat < len(m.times); seat++ {
			rows[i] = append(rows[i], int32(seat)) //nolint:gosec // small
		}
	}
	return rows
}

// sparseAt returns the curvature.
func (m *model) sparseAt(at []float64) *linear.Sparse {
	c := m.ofMatches(at)
	for i, v := range at {
		won := against0(v)
		c.Diagonal[i] += drawsWith0 * won * (1 - won)
	}
	return c
}

func (m *model) ofMatches(at []float64) *linear.Sparse {
	c := m.sketch.rows.Clone()
	odds, chances, left := oddsOf(at), []float64(nil), m.sketch.at
	for i, f := range m.fields {
		chances = m.chances(chances[:0], f, odds)
		left = left[m.addBots(c, f, chances, m.weights[i], left):]
		if m.hasEffects() {
			m.addSeats(c, f, chances, m.weights[i])
		}
	}
	return c
}

// addBots adds the elements of a field that are of bots alone, and returns how many pairs of them there are.
func (m *model) addBots(c *linear.Sparse, f field, chances []float64, weight float64, at []int32) (pairs int) {
	for j, p := range f {
		part := weight * chances[j]
		c.Diagonal[p.bot] += part * (1 - chances[j])
		for i, q := range f[:j] {
			if q.bot == p.bot { // it has two seats
				c.Diagonal[p.bot] -= 2 * part * chances[i]
				continue
			}
			c.Add(int(at[pairs]), -part*chances[i])
			pairs++
		}
	}
	return pairs
}

// addSeats adds those that have to do with seats.
func (m *model) addSeats(c *linear.Sparse, f field, chances []float64, weight float64) {
	seats := len(m.times) - m.bots
	for j, p := range f {
		part, seat := weight*chances[j], int(p.seat)
		c.Diagonal[m.bots+seat] += part * (1 - chances[j])
		c.Add(c.FromEnd(int(p.bot), seats-seat), part)
		for i, q := range f {
			other := int(q.seat)
			c.Add(c.FromEnd(int(p.bot), seats-other), -part*chances[i])
			if other > seat {
				c.Add(c.FromEnd(m.bots+seat, seats-other), -part*chances[i])
			}
		}
	}
}

// metInFields returns by bot which others with greater numbers it has in its fields, in order.
func (m *model) metInFields() [][]int32 {
	counts := make([]int, m.bots)
	for _, f := range m.fields {
		for i, p := range f {
			counts[p.bot] += len(f) - 1 - i // fields are sorted
		}
	}
	met := make([][]int32, m.bots)
	for bot, n := range counts {
		met[bot] = make([]int32, 0, n)
	}
	for _, f := range m.fields {
		for i, p := range f {
			for _, q := range f[i+1:] {
				if p.bot != q.bot {
					met[p.bot] = append(met[p.bot], q.bot)
				}
			}
		}
	}
	for bot := range met {
		if m.base != nil {
			met[bot] = append(met[bot], m.base.curvature.Row(bot, m.bots)...)
		}
		met[bot] = sortedOnce(met[bot])
	}
	return met
}
