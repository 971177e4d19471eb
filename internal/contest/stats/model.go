package stats

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/botarena/arena/internal/contest/linear"
)

// model is the model of Plackett and Luce: each place goes to one of the seats that have no
// better one, with a chance in proportion to exp(strength of its bot + effect of the seat). The
// parameters are the strengths of the bots and, after them, the effects of the seats. Each is pulled to 0
// by next to nothing, as bots that never met must be somewhere.
type model struct {
	bots    int
	times   []float64 // in how many matches each parameter had a part, a bot with two seats twice
	fields  []field
	weights []float64 // how often a place was given from each field
	base    *base     // of the sealed matches; nil if there are none
	sketch  *sketch   // once it is needed
	guess   []float64 // parameters that are not far off
}

// hasEffects reports whether seats have effects of their own.
func (m *model) hasEffects() bool { return len(m.times) > m.bots }

// part is a parameter, and the chance that the place goes to where it has a part.
type part struct {
	parameter int
	chance    float64
}

// fit returns the parameters that maximise the corrected likelihood, and the curvature of that of the matches there.
func (m *model) fit(ctx context.Context) ([]float64, curvature) {
	at := m.climb(ctx)
	switch {
	case m.isSmall():
		return at, factorised{m.matrix(at).Factorise()}
	case len(at) <= mostFactorised:
		return at, factorised{m.sparseAt(at).Dense().Factorise()}
	}
	return at, sparse{m.sparseAt(at), 1e-3} // the ends of an interval are not that sure
}

// isSmall reports whether each step of the fit factorises the curvature.
func (m *model) isSmall() bool { return len(m.times) <= mostStepped && m.base == nil }

// climb returns the parameters that maximise the corrected likelihood.
//
// It takes Newton's steps, some ten. To minorise and maximise leads to the same strengths, in
// a thousand steps and more.
func (m *model) climb(ctx context.Context) []float64 {
	const (
		mostSteps = 100  // a bot that wins all of a hundred million matches takes 27
		smallStep = 1e-3 // from here on steps go uphill
	)
	at, lastStep := make([]float64, len(m.times)), 1e-9 // the error then is less than a point's millionth
	if !m.isSmall() {
		at, lastStep = slices.Clone(m.guess), 1e-6
		m.sketch = m.newSketch()
	}
	for range mostSteps {
		now := m.corrected(at)
		step := now.curvatureForSteps(at).solve(ctx, now.slope(at), 1)
		size := m.sizeOf(step)
		part := 1.0
		if size > smallStep {
			part = now.uphill(at, step)
		}
		floats.AddScaled(at, part, step)
		if size < lastStep || ctx.Err() != nil {
			break
		}
	}
	return at
}

// sizeOf returns by how much a step moves bots, or seats, apart. How far it moves all of them tells nothing, and is
// mostly rounding.
func (m *model) sizeOf(step []float64) float64 {
	size := floats.Max(step[:m.bots]) - floats.Min(step[:m.bots])
	if m.hasEffects() {
		size = max(size, floats.Max(step[m.bots:])-floats.Min(step[m.bots:]))
	}
	return size
}

// corrected returns the model with a correction as Firth's, as it is at some parameters. By the greatest likelihood
// alone bots are too far from each other, the more the fewer matches they have, and one that is always ahead is
// infinitely far. So each place counts a little more often, and that as a draw of those to whom it was open. Where it
// was open to nobody else, that is next to nothing, so that those far away keep their distance. Of two seats it is
// Firth's own, of more nearly.
//
// A parameter is taken to be as unsure as if the others were known, less the share of one in all of its kind; more
// exactly, it would be a variance in the inverse of the curvature.
func (m *model) corrected(at []float64) *model {
	now := *m
	now.times, now.weights = slices.Clone(m.times), slices.Clone(m.weights)
	odds, unsure, chances := oddsOf(at), make([]float64, len(at)), []float64(nil)
	if m.base != nil {
		copy(unsure, m.base.curvature.Diagonal)
	}
	for i, f := range m.fields {
		chances = m.chances(chances[:0], f, odds)
		for k := range chances {
			chances[k] *= 1 - chances[k]
		}
		m.addExpected(unsure, f, chances, m.weights[i])
	}
	for i, told := range unsure {
		alike := m.bots
		if i >= m.bots {
			alike = len(at) - m.bots
		}
		unsure[i] = (1 - 1/float64(alike)) / max(told, 1e-9)
	}
	for i, f := range m.fields {
		chances = m.chances(chances[:0], f, odds)
		open, sum := 0.0, 0.0
		for k, p := range f {
			chances[k] *= 1 - chances[k]
			open += chances[k]
			sum += chances[k] * m.performance(p, unsure)
		}
		if open > 0 {
			now.weights[i] += m.weights[i] * sum
			m.addExpected(now.times, f, chances, m.weights[i]*sum/open)
		}
	}
	return &now
}

func (m *model) curvatureForSteps(at []float64) curvature {
	if m.isSmall() {
		return factorised{m.matrix(at).Factorise()}
	}
	return sparse{m.sparseAt(at), 1e-6} // the next step mends it
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
func (m *model) likelihood(at []float64) float64 {
	sum := 0.0
	for i, v := range at {
		sum += m.times[i]*v + drawsWith0*(v/2-math.Log1p(math.Exp(v)))
	}
	odds := oddsOf(at)
	for i, f := range m.fields {
		total := 0.0
		for _, p := range f {
			total += m.oddsIn(p, odds)
		}
		sum -= m.weights[i] * math.Log(total)
	}
	if m.base != nil {
		sum -= floats.Dot(m.base.constant, at) + floats.Dot(m.base.turned(at), at)/2
	}
	return sum
}

// oddsOf returns exp of each parameter.
func oddsOf(at []float64) []float64 {
	odds := make([]float64, len(at))
	for i, v := range at {
		odds[i] = math.Exp(v)
	}
	return odds
}

// oddsIn returns exp(strength of a bot + effect of its seat).
func (m *model) oddsIn(p place, odds []float64) float64 {
	if !m.hasEffects() {
		return odds[p.bot]
	}
	return odds[p.bot] * odds[m.bots+int(p.seat)]
}

// performance returns the strength of a bot in a seat.
func (m *model) performance(p place, at []float64) float64 {
	if !m.hasEffects() {
		return at[p.bot]
	}
	return at[p.bot] + at[m.bots+int(p.seat)]
}

// slope returns the gradient of the likelihood.
func (m *model) slope(at []float64) []float64 {
	slope := make([]float64, len(at))
	for i, v := range at {
		slope[i] = m.times[i] + drawsWith0*(0.5-against0(v))
	}
	odds, chances := oddsOf(at), []float64(nil)
	for i, f := range m.fields {
		chances = m.chances(chances[:0], f, odds)
		m.addExpected(slope, f, chances, -m.weights[i])
	}
	if m.base != nil {
		floats.Sub(slope, m.base.constant)
		floats.Sub(slope, m.base.turned(at))
	}
	return slope
}

// addExpected adds how often each parameter is expected to have a part in one place, times a weight.
func (m *model) addExpected(to []float64, f field, chances []float64, weight float64) {
	for i, p := range f {
		to[p.bot] += weight * chances[i]
		if m.hasEffects() {
			to[m.bots+int(p.seat)] += weight * chances[i]
		}
	}
}

// matrix returns the curvature.
func (m *model) matrix(at []float64) *linear.Symmetric {
	matrix := linear.NewSymmetric(len(at))
	for i, v := range at {
		won := against0(v)
		matrix.Add(i, i, drawsWith0*won*(1-won))
	}
	var parts []part
	odds, chances := oddsOf(at), []float64(nil)
	for i, f := range m.fields {
		chances = m.chances(chances[:0], f, odds)
		parts = m.parts(parts[:0], f, chances)
		for j, a := range parts {
			matrix.Add(a.parameter, a.parameter, m.weights[i]*a.chance*(1-a.chance))
			for _, b := range parts[:j] {
				matrix.Add(a.parameter, b.parameter, -m.weights[i]*a.chance*b.chance)
			}
		}
		if m.hasEffects() {
			for j, p := range f { // where both have a part
				matrix.Add(int(p.bot), m.bots+int(p.seat), m.weights[i]*chances[j])
			}
		}
	}
	return matrix
}

// parts returns the parameters of a field, each once: first the bots, in order, then the seats.
func (m *model) parts(parts []part, f field, chances []float64) []part {
	for i, p := range f {
		if last := len(parts) - 1; last >= 0 && parts[last].parameter == int(p.bot) {
			parts[last].chance += chances[i]
		} else {
			parts = append(parts, part{int(p.bot), chances[i]})
		}
	}
	if m.hasEffects() {
		for i, p := range f {
			parts = append(parts, part{m.bots + int(p.seat), chances[i]})
		}
	}
	return parts
}

// drawsWith0 is next to nothing, as it pulls at those who are far from 0.
const drawsWith0 = 1e-5

// against0 returns the chance of a win against a strength of 0.
func against0(strength float64) float64 { return 1 / (1 + math.Exp(-strength)) }

// chances appends the chance of each seat of the field to get the place.
func (m *model) chances(to []float64, f field, odds []float64) []float64 {
	from, total := len(to), 0.0
	for _, p := range f {
		one := m.oddsIn(p, odds)
		to, total = append(to, one), total+one
	}
	for i := from; i < len(to); i++ {
		to[i] /= total
	}
	return to
}
