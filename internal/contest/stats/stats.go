// Package stats says what a set of matches tells about its bots: means, shares, pairs, the
// effect of the seats and ratings, each with an interval of 95 %.
//
// A [Tally] is added to while matches are played or read, and makes a [Summary] at any time.
// The same matches make the same summary, to the last bit, in whatever order they came. With more than sixty bots that
// holds only as long as matches of a pair come group by group, and have no more than some hundred thousand line-ups:
// older ones are summed up around the strengths of that time.
//
// Matches of one group, with the same seed, share their luck. So the group, not the match,
// is what intervals are made of: many matches of few groups have wide ones. Fewer than
// [LeastGroups] have none.
package stats

import "github.com/botarena/arena/engine/match"

// LeastGroups is how many groups an interval needs. A figure that rests on fewer has none,
// as it would be wrong too often.
const LeastGroups = 10

// DefaultResamples is enough for bounds that differ by some 4 % of the interval's
// half width from seed to seed.
const DefaultResamples = 1000

// Options say how intervals are made.
type Options struct {
	Resamples int    // how often the groups are drawn again; 0 for no intervals at all
	Seed      uint64 // of these draws
	NoCosts   bool   // CPU times need no intervals, which take a fifth of the time where there are many bots
}

// Summary is what matches tell about their bots. It is made by
// [Tally.Summary].
type Summary struct {
	Matches int
	Groups  int
	Bots    []Bot  // by number
	Seats   []Seat // by number, all bots together
	// Effects are by how many points of a rating each seat is better than the mean of the seats, for
	// all bots. There are none if the groups are too few, or the bots have not changed seats so that it can be told.
	Effects []Estimate
	// Fit says whether the ratings explain the pairs; nil if the matches do not tell.
	Fit  *Fit
	met  pairs // of which pairs are made when they are asked for
	told bool  // whether there are intervals
}

// Bot has the figures of one bot. The estimates of a bot that never had a seat are zero.
type Bot struct {
	Seats    int                // in all matches together
	Matches  int                // in which it had a seat
	Wins     float64            // first places; a shared one counts as a part, so wins add up to the matches
	WinShare Estimate           // wins per match in which it had a seat, from 0 to 1
	Place    Estimate           // mean over its seats, from 1
	Score    Estimate           // mean over its seats
	CPU      Estimate           // seconds that a seat took in a match, mean; zero if not known
	Faults   map[match.Kind]int // verdicts by kind
	Faulty   Estimate           // share of its seats that had a verdict, from 0 to 1
	// Rating is the strength in the model of Plackett and Luce. 400 points more are odds
	// of 10 to 1. The mean of all bots is 1500. If some were always ahead of others, it is
	// the mean of the largest set of which that is not so, and bots outside of it
	// have no interval: how far they are away is not known.
	Rating Estimate
	BySeat []Seat // by number
}

// Seat is how one bot, or all of them, did in one seat.
type Seat struct {
	Seats    int      // in how many matches
	Place    Estimate // mean, from 1
	WinShare Estimate // wins per match in this seat, from 0 to 1; a shared one counts as a part
}

// Pair compares two bots, in each match by the mean score of their seats.
type Pair struct {
	Above, Below, Equal int // matches in which the first bot was above, below, and neither
	// share of their matches in which the first was above, from 0 to 1; an equal one counts half
	Ahead Estimate
}

// Estimate is a figure with its interval.
type Estimate struct {
	Value    float64   // 0 if no match tells it
	Interval *Interval // nil if too few groups tell it
}

// Interval says where a figure is if there were no end of such matches: 95 of 100
// intervals are right about that.
type Interval struct{ Low, High float64 }

// Pair compares bot a with another bot b. It is zero if they never met. With more than sixty bots, matches count that
// were added to the tally meanwhile.
func (s *Summary) Pair(a, b int) Pair {
	if s.met == nil {
		return Pair{}
	}
	if a < b {
		return s.met.pair(a, b, s.told)
	}
	return s.met.pair(b, a, s.told).reversed()
}

// pairIndex returns the index of a pair in a list of all pairs, in which low < high.
func pairIndex(low, high int) int { return high*(high-1)/2 + low }

func (p Pair) reversed() Pair {
	if p.Above+p.Below+p.Equal > 0 {
		p.Ahead.Value = 1 - p.Ahead.Value
	}
	if i := p.Ahead.Interval; i != nil {
		p.Ahead.Interval = &Interval{1 - i.High, 1 - i.Low}
	}
	p.Above, p.Below = p.Below, p.Above
	return p
}

func (e Estimate) times(factor float64) Estimate {
	e.Value *= factor
	if i := e.Interval; i != nil {
		e.Interval = &Interval{factor * i.Low, factor * i.High}
	}
	return e
}
