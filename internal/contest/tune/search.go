// Package tune searches for the values of a bot's parameters with which it plays best.
//
// A [Search] asks for duels, groups of matches of the bot with one set of values against
// itself with another, and is told their results. It is a pure state machine: everything
// that it asks follows from its seed and the results. So nothing of it is stored. A search
// that was interrupted is gone through again with the results that are known.
//
// # How it searches
//
// It fits a parabola to all results: the strength of a bot is a polynomial of second degree
// in its parameters, and the result of a duel is the difference of two strengths. The
// posterior distribution of the coefficients says which parabolas fit, and how well. For
// each side of a duel, a parabola is drawn from it, and the side gets the values where that
// one is highest (Thompson's sampling). So the search looks everywhere as long as it knows
// little, and goes to good values as it gets to know them, without a schedule for either.
// Results count less the further they are from what seems best, as a parabola is true near
// it only. simulation_test.go has the figures of others.
package tune

import (
	"math/rand/v2"
	"slices"

	"github.com/botarena/arena/internal/bot/params"
)

// Duel is a group of matches between two sets of values.
type Duel struct{ A, B params.Values }

// Version changes whenever the same results lead to another search.
const Version = 1

// Step is how many duels are asked for at a time. They can be played at the same time.
const Step = 16

// Search is a search for the best values. It is made by [New].
type Search struct {
	space params.Space
	left  int // duels
	rand  *rand.Rand
	model *model
	asked []Duel
	best  params.Unit
}

// New returns a search that begins with the defaults of a space, and asks for so many duels.
func New(space params.Space, duels int, seed uint64) *Search {
	s := &Search{space: space, left: duels, rand: rand.New(rand.NewPCG(seed, 0x74756e65)), model: newModel(len(space))}
	s.best = space.Of(space.Defaults())
	return s
}

// Next returns the duels that come next, at most [Step]. There are none at the end.
func (s *Search) Next() []Duel {
	s.asked = s.asked[:0]
	for range min(s.left, Step) {
		s.asked = append(s.asked, s.duel())
	}
	s.left -= len(s.asked)
	return slices.Clone(s.asked)
}

// mostTries is how often another opponent is drawn for a side that got its own values.
const mostTries = 20

func (s *Search) duel() Duel {
	d := Duel{A: s.draw()}
	for range mostTries {
		if d.B = s.draw(); !d.B.Equal(d.A) {
			return d
		}
	}
	for d.B.Equal(d.A) { // a parameter has two values at least
		anywhere := make(params.Unit, len(s.space))
		for i := range anywhere {
			anywhere[i] = s.rand.Float64()
		}
		d.B = s.space.At(anywhere)
	}
	return d
}

// draw returns values that may be the best.
func (s *Search) draw() params.Values {
	return s.space.At(highest(s.model.draw(s.rand), s.best, s.rand))
}

// Told takes the results of all duels that Next returned last, in their order: 1 where A was
// ahead in all pairs, 0 where B was.
func (s *Search) Told(results []float64) {
	if len(results) != len(s.asked) {
		panic("tune: not as many results as duels")
	}
	for i, d := range s.asked {
		s.model.add(s.space.Of(d.A), s.space.Of(d.B), results[i])
	}
	s.model.fit(s.best)
	s.best = highest(s.model.mean, s.best, s.rand)
	s.asked = s.asked[:0]
}

// Best returns the values that seem best by now.
func (s *Search) Best() params.Values { return s.space.At(s.best) }
