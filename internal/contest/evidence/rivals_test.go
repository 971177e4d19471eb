package evidence_test

import (
	"math"

	"github.com/botarena/arena/internal/contest/evidence"
)

// Two tests that the bets are compared with. Both are planned for a true share of 0.53
// or 0.47, with errors of 5 % on both sides of the fixed one.

const plannedDifference = 0.03

// fewest is how many results either has before it is asked, as a variance that is
// estimated from fewer can be next to nothing.
const fewest = 10

// moments estimates mean and variance of results, less 1/2.
type moments struct{ n, sum, squares float64 }

func (m *moments) add(result float64) {
	x := result - 0.5
	m.n++
	m.sum += x
	m.squares += x * x
}

// variance is more than 0, also for equal results, so that one can divide by it.
func (m *moments) variance() float64 {
	return max((m.squares-m.sum*m.sum/m.n)/(m.n-1), 1e-9)
}

// fixed is the test of the mean of a number of results that is fixed before: two-sided at
// 5 %, by the normal distribution.
type fixed struct{ moments }

// plannedGroups is how many groups the fixed test takes to find the planned difference
// in 90 of 100 cases.
func plannedGroups(sd float64) int {
	const sides, power = 1.959964, 1.281552 // quantiles of the normal distribution
	root := (sides + power) * sd / plannedDifference
	return int(math.Ceil(root * root))
}

func (f *fixed) answer() evidence.Answer {
	z := f.sum / math.Sqrt(f.n*f.variance())
	switch {
	case z > 1.959964:
		return evidence.Better
	case z < -1.959964:
		return evidence.Worse
	default:
		return evidence.Undecided
	}
}

// gaussian is Wald's sequential probability ratio test, as chess engines are tested with:
// the planned difference against none, once for "better" and once for "worse", each with
// errors of 5 %. Results count as normal.
type gaussian struct {
	moments
	sd float64 // the true one; or 0, and it is estimated
}

func (g *gaussian) answer() evidence.Answer {
	limit := math.Log(0.95 / 0.05)
	variance := g.sd * g.sd
	if variance == 0 {
		variance = g.variance()
	}
	ratio := func(sum float64) float64 { return plannedDifference * (sum - g.n*plannedDifference/2) / variance }
	better, worse := ratio(g.sum), ratio(-g.sum)
	switch {
	case better >= limit:
		return evidence.Better
	case worse >= limit:
		return evidence.Worse
	case better <= -limit && worse <= -limit:
		return evidence.NoDifference
	default:
		return evidence.Undecided
	}
}
