package evidence

import (
	"fmt"
	"math"
	"sort"
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

// MostMore is the largest number of further groups that is foretold: nobody plays more.
const MostMore = 5000

// More foretells how many groups more an answer takes if their results are on average as
// those so far. The number is greater than [MostMore] if that would be too many, or if there
// are no results yet. It says nothing about how exactly the results so far are known.
func (t *Test) More() (groups int) {
	few := min(t.better.more(t.groups, t.below.limit), t.worse.more(t.groups, t.above.limit))
	if t.margin > 0 {
		few = min(few, max(t.below.more(t.groups, -t.margin), t.above.more(t.groups, -t.margin)))
	}
	return few
}

// more foretells how many results more the bound takes to get to a mean.
func (b *bound) more(results int, mean float64) int {
	if b.value >= mean {
		return 0
	}
	for i := range b.open {
		if b.open[i].mean == mean {
			return b.open[i].more(results, b.limit)
		}
	}
	return MostMore + 1
}

// more foretells how many results more the capital takes to grow to a limit, if each
// multiplies the capital of a player as those so far did on average.
func (c *capital) more(results int, limit float64) int {
	if results == 0 {
		return MostMore + 1
	}
	var had, grows [players]float64
	for i := range had {
		had[i] = c.logs[i] + math.Log(c.factors[i])
		grows[i] = (had[i] - logShares[i]) / float64(results)
	}
	return sort.Search(MostMore+1, func(further int) bool {
		then := had
		for i := range then {
			then[i] += float64(grows[i] * float64(further))
		}
		return logOfSum(then) >= limit
	})
}

// Answer is what can be said about the true mean. Each but Undecided is a claim about
// it, and all claims that a [Test] ever makes are true with the probability 1 - level.
type Answer int

// The answers.
const (
	Undecided    Answer = iota
	Better              // the mean is above 1/2
	Worse               // the mean is below 1/2
	NoDifference        // the mean differs from 1/2 by less than the margin
)

// String returns the answer in words, such as "no difference".
func (a Answer) String() string {
	switch a {
	case Better:
		return "better"
	case Worse:
		return "worse"
	case NoDifference:
		return "no difference"
	default:
		return "undecided"
	}
}
