package stats

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/botarena/arena/internal/contest/linear"
)

// model is the model of Plackett and Luce: each place goes to one of the seats that have no
// better one, with a chance in proportion to exp(strength of its bot). Each bot also has half
// a win and half a loss against a phantom of strength 0, so that one that is always ahead
// has a finite strength.
type model struct {
	seats   []float64 // of each bot, in all matches together
	fields  []field
	weights []float64 // how often a place was given from each field
}

// fit returns the strengths that maximise the likelihood, and its curvature there.
//
// It takes Newton's steps, some ten. To minorise and maximise leads to the same strengths, in
// a thousand steps and more.
func (m *model) fit() ([]float64, *linear.Factor) {
	const (
		mostSteps = 100   // a bot that wins all of a hundred million matches takes 27
		smallStep = 1e-3  // from here on each step has twice the right digits of the one before
		lastStep  = 1e-11 // what is left then is less than a point's millionth
	)
	strengths := make([]float64, len(m.seats))
	curvature := m.curvature(strengths)
	for range mostSteps {
		step := curvature.Solve(m.slope(strengths))
		size := floats.Norm(step, math.Inf(1))
		part := 1.0
		if size > smallStep {
			part = m.uphill(strengths, step)
		}
		floats.AddScaled(strengths, part, step)
		curvature = m.curvature(strengths)
		if size < lastStep {
			break
		}
	}
	return strengths, curvature
}

// uphill returns which part of a step, a half to some power, makes the likelihood greater.
func (m *model) uphill(from, step []float64) float64 {
	const least = 1e-9 // never needed, as a step points uphill
	before := m.likelihood(from)
	part := 1.0
	for part > least {
		if m.likelihood(floats.AddScaledTo(make([]float64, len(from)), from, part, step)) > before {
			break
		}
		part /= 2
	}
	return part
}

// likelihood returns the logarithm of the likelihood.
func (m *model) likelihood(strengths []float64) float64 {
	sum := 0.0
	for bot, s := range strengths {
		sum += m.seats[bot]*s + s/2 - math.Log1p(math.Exp(s))
	}
	for i, f := range m.fields {
		total := 0.0
		for j, bot := range f.bots {
			total += f.seats[j] * math.Exp(strengths[bot])
		}
		sum -= m.weights[i] * math.Log(total)
	}
	return sum
}

// slope returns the gradient of the likelihood.
func (m *model) slope(strengths []float64) []float64 {
	slope := make([]float64, len(strengths))
	for bot, s := range strengths {
		slope[bot] = m.seats[bot] + 0.5 - againstPhantom(s)
	}
	for i, f := range m.fields {
		for j, chance := range f.chances(strengths) {
			slope[f.bots[j]] -= m.weights[i] * chance
		}
	}
	return slope
}

// curvature returns the matrix of second derivatives of the likelihood, negated and
// factorised.
func (m *model) curvature(strengths []float64) *linear.Factor {
	matrix := linear.NewSymmetric(len(strengths))
	for bot, s := range strengths {
		won := againstPhantom(s)
		matrix.Add(bot, bot, won*(1-won))
	}
	for i, f := range m.fields {
		chances := f.chances(strengths)
		for j, p := range chances {
			matrix.Add(f.bots[j], f.bots[j], m.weights[i]*p*(1-p))
			for k, q := range chances[:j] {
				matrix.Add(f.bots[j], f.bots[k], -m.weights[i]*p*q)
			}
		}
	}
	return matrix.Factorise()
}

// againstPhantom returns the chance of a win against the phantom.
func againstPhantom(strength float64) float64 { return 1 / (1 + math.Exp(-strength)) }

// chances returns the chance of each bot of the field to get the place, with all its seats
// together.
func (f field) chances(strengths []float64) []float64 {
	chances := make([]float64, len(f.bots))
	for j, bot := range f.bots {
		chances[j] = f.seats[j] * math.Exp(strengths[bot])
	}
	floats.Scale(1/floats.Sum(chances), chances)
	return chances
}
