package tune

import (
	"math"
	"math/rand/v2"

	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/contest/linear"
)

// The assumptions before the first result, in shares of pairs. A parameter goes from -1 to 1.
const (
	noise = 0.15 // the sd of a group, as measured on matches
	slope = 0.2  // the sd of a coefficient
	cross = 0.1  // the same for products of two parameters, which are many
)

// reach is how far from what seems best a result counts fully, in ranges of a parameter.
const reach = 0.35

// model is the strength of a bot as a polynomial of its parameters, by the results so far.
type model struct {
	params int
	duels  []duel
	prior  []float64 // the precision of each coefficient

	mean   []float64 // of the coefficients
	factor *linear.Factor
}

type duel struct {
	a, b   params.Unit
	row    []float64 // how the result depends on the coefficients
	result float64   // from -1/2 to 1/2
}

func newModel(n int) *model {
	m := &model{params: n}
	for i := range terms(make(params.Unit, n)) {
		sd := slope
		if i >= 2*n {
			sd = cross
		}
		m.prior = append(m.prior, 1/(sd*sd))
	}
	m.fit(make(params.Unit, n))
	return m
}

// terms are what the coefficients are multiplied with: each parameter, its square, and the
// products of two.
func terms(at params.Unit) []float64 {
	n := len(at)
	t := make([]float64, 0, n*(n+3)/2)
	for _, u := range at {
		t = append(t, 2*u-1)
	}
	for _, x := range t[:n] {
		t = append(t, x*x)
	}
	for i := range n {
		for j := range i {
			t = append(t, t[i]*t[j])
		}
	}
	return t
}

func (m *model) add(a, b params.Unit, result float64) {
	row := terms(a)
	for i, t := range terms(b) {
		row[i] -= t
	}
	m.duels = append(m.duels, duel{a, b, row, result - 0.5})
}

// fit works out what the results say, and counts them by their distance from a point.
func (m *model) fit(around params.Unit) {
	n := len(m.prior)
	precision, sums := linear.NewSymmetric(n), make([]float64, n)
	for i, p := range m.prior {
		precision.Add(i, i, p)
	}
	for _, d := range m.duels {
		w := weight(max(distance(d.a, around), distance(d.b, around))) / (noise * noise)
		precision.AddSquare(d.row, w)
		for i, t := range d.row {
			sums[i] += w * d.result * t
		}
	}
	if m.factor = precision.Factorise(); m.factor == nil {
		panic("tune: precision is not positive") // the prior's is, and results add to it
	}
	m.mean = m.factor.Solve(sums)
}

func weight(distance float64) float64 {
	const least = 0.05 // far results still say where not to look
	over := max(distance-reach, 0) / reach
	return max(least, math.Exp(-over*over/2))
}

// distance is the root of the mean square over the parameters, so that it is from 0 to 1.
func distance(a, b params.Unit) float64 {
	sum := 0.0
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return math.Sqrt(sum / float64(len(a)))
}

// draw returns coefficients that may be the true ones.
func (m *model) draw(r *rand.Rand) []float64 {
	z := make([]float64, len(m.prior))
	for i := range z {
		z[i] = r.NormFloat64()
	}
	drawn := m.factor.SolveMirrored(z)
	for i := range drawn {
		drawn[i] += m.mean[i]
	}
	return drawn
}

// highest returns the point at which a polynomial is highest: the best of those that are
// found by going up along one parameter after the other from some points.
func highest(coefficients []float64, near params.Unit, r *rand.Rand) params.Unit {
	const starts = 6
	best, height := params.Unit(nil), math.Inf(-1)
	for start := range starts {
		at := append(params.Unit(nil), near...)
		if start > 0 {
			for i := range at {
				at[i] = r.Float64()
			}
		}
		climb(coefficients, at)
		if h := value(coefficients, at); h > height {
			best, height = at, h
		}
	}
	return best
}

func value(coefficients []float64, at params.Unit) float64 {
	sum := 0.0
	for i, t := range terms(at) {
		sum += coefficients[i] * t
	}
	return sum
}

// climb moves a point up along one parameter after the other.
func climb(coefficients []float64, at params.Unit) {
	const (
		sweeps = 50
		enough = 1e-4
	)
	for range sweeps {
		moved := 0.0
		for i := range at {
			before := at[i]
			at[i] = peak(coefficients, at, i)
			moved = max(moved, math.Abs(at[i]-before))
		}
		if moved < enough {
			return
		}
	}
}

// peak returns where on a line along one parameter a polynomial is highest.
func peak(coefficients []float64, at params.Unit, i int) float64 {
	n := len(at)
	bend, rise := coefficients[n+i], coefficients[i]
	pair := 2 * n
	for a := range n {
		for b := range a {
			switch i {
			case a:
				rise += coefficients[pair] * (2*at[b] - 1)
			case b:
				rise += coefficients[pair] * (2*at[a] - 1)
			}
			pair++
		}
	}
	x := math.Copysign(1, rise)
	if bend < 0 {
		x = min(max(-rise/(2*bend), -1), 1)
	}
	return (x + 1) / 2
}
