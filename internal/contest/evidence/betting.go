package evidence

import (
	"fmt"
	"math"
)

// DefaultLevel is the probability of a false answer if nothing else is asked for.
const DefaultLevel = 0.05

// Options say what a test has to find out.
type Options struct {
	// Level is the greatest probability of a false answer, and of an interval without
	// the true mean: more than 0 and less than 1. 0 stands for [DefaultLevel].
	Level float64
	// Margin is the difference from 1/2 that is of no interest, from 0 to less than
	// 1/2. With 0 the answer is never [NoDifference].
	Margin float64
}

// Test is a test in progress. It is made by [NewTest], and takes 170 KB at most, however
// many results it is given. It must not be used by several goroutines at once.
type Test struct {
	groups int
	sum    float64 // of the results, less 1/2 each
	margin float64
	// Of each pair, the second gets the mirror images of the results: it bets on "less",
	// and its bound is minus the upper bound.
	better, worse capital // against a mean of 1/2
	below, above  bound
}

// NewTest returns a test without results. It is an error if an option is out of its range.
func NewTest(o Options) (*Test, error) {
	if o.Level == 0 {
		o.Level = DefaultLevel
	}
	if !(o.Level > 0 && o.Level < 1) {
		return nil, fmt.Errorf("level: %v, but it must be more than 0 and less than 1", o.Level)
	}
	if !(o.Margin >= 0 && o.Margin < 0.5) {
		return nil, fmt.Errorf("margin: %v, but it must be from 0 to less than 0.5", o.Margin)
	}
	limit := Needed(o.Level)
	return &Test{
		margin: o.Margin,
		better: newCapital(0),
		worse:  newCapital(0),
		below:  newBound(limit, -o.Margin),
		above:  newBound(limit, -o.Margin),
	}, nil
}

// Needed returns the evidence for one side, as [Test.Evidence] gives it, that refutes a
// mean of 1/2: the logarithm of 2/level, since each side has half of the level.
func Needed(level float64) float64 { return math.Log(2 / level) }

// Add takes the result of a further group. It panics unless that is from 0 to 1.
func (t *Test) Add(result float64) {
	if !(result >= 0 && result <= 1) {
		panic(fmt.Sprintf("evidence: the result of a group is %v, but it must be from 0 to 1", result))
	}
	x := result - 0.5
	t.groups++
	t.sum += x
	t.better.add(x)
	t.worse.add(-x)
	t.below.add(x)
	t.above.add(-x)
	t.below.stayBelow(-t.above.value)
	t.above.stayBelow(-t.below.value)
}

// Groups returns the number of results so far.
func (t *Test) Groups() int { return t.groups }

// Mean returns the mean of the results so far, or 1/2 if there are none.
func (t *Test) Mean() float64 { return 0.5 + t.sum/float64(max(t.groups, 1)) }

// Evidence returns the natural logarithms of what the capitals are by now that were
// staked on "the mean is above 1/2" and on "below 1/2". Both begin at 0, may fall again,
// and refute a mean of 1/2 for good when they reach [Needed].
func (t *Test) Evidence() (better, worse float64) { return t.better.log(), t.worse.log() }

// Interval returns bounds of the true mean: it is greater than low and less than high, or
// equal to them while they are 0 and 1. The bounds never move apart again. They are
// rounded outwards, by less than 1/512 each.
func (t *Test) Interval() (low, high float64) { return 0.5 + t.below.value, 0.5 - t.above.value }

// Answer returns what the interval says. An answer is never taken back: one of
// NoDifference can only become Better or Worse when the test goes on, and then both are
// claimed, a difference and that it is below the margin.
func (t *Test) Answer() Answer {
	switch {
	case t.below.value >= 0:
		return Better
	case t.above.value >= 0:
		return Worse
	case t.below.value >= -t.margin && t.above.value >= -t.margin:
		return NoDifference
	default:
		return Undecided
	}
}
