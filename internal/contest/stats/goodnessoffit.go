package stats

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Fit says whether one number for each bot, and one for each seat, explains the order of all bots.
type Fit struct {
	// Chance is how often the pairs would be as far off their ratings, or farther, if one number were right. From 0 to 1.
	Chance float64
	// Circle is three bots of which each is ahead of the next, and the last of the first, where the intervals of all
	// three pairs say so; nil if there are no such three.
	Circle []int
	// Pair is the two bots that are farthest off their ratings: the first is ahead more often than they say.
	Pair []int
}

// mostUnlikely is the chance below which one number does not fit.
const mostUnlikely = 0.01

// Fails reports whether one number does not fit. It says so of one league in a hundred of which it is right.
func (f *Fit) Fails() bool { return f != nil && f.Chance < mostUnlikely }

const (
	mostTested = 60  // up to so many bots all pairs are tested, and of more as many as these have: those that met first
	mostSigns  = 200 // enough to tell a chance of mostUnlikely
)

// fit compares how often bots were ahead of each other with what their ratings say. It returns nil if the matches do
// not tell: there are less than three bots, too few groups, bots with several seats, or matches that were sealed.
//
// What a pair is off in each block is a draw whose sign is as likely the other one, if one number is right. So all
// blocks are given random signs, again and again. A block also moves the ratings; so its part of what the pair is off
// is taken after that.
func (l *league) fit(values []float64, influences []column, blocks []*sums, e *estimator, seed uint64) *Fit {
	if len(l.bots) < 3 || !e.enough(len(blocks)) || l.model.base != nil {
		return nil
	}
	off, ok := l.off(values, blocks)
	if !ok {
		return nil
	}
	var tested []*pairOff
	for _, p := range off {
		if p.afterMoving(influences); nonzero(p.more) >= LeastGroups {
			tested = append(tested, p)
		}
	}
	if len(tested) == 0 {
		return nil
	}
	random := rand.New(rand.NewPCG(seed, uint64(len(blocks))))
	signs, farther := slices.Repeat([]float64{1}, len(blocks)), 1
	found := deviation(tested, signs)
	again := min(len(e.resamples), mostSigns)
	for range again {
		for b := range signs {
			signs[b] = float64(1 - 2*random.IntN(2))
		}
		if deviation(tested, signs) >= found {
			farther++
		}
	}
	return &Fit{Chance: float64(farther) / float64(again+1), Pair: farthest(tested)}
}

// farthest returns the two bots that are farthest off their ratings, the one that is ahead more often first.
func farthest(pairs []*pairOff) []int {
	far := func(p *pairOff) float64 { sum := floats.Sum(p.more); return sum * sum / p.information }
	p := slices.MaxFunc(pairs, func(a, b *pairOff) int { return cmp.Compare(far(a), far(b)) })
	if floats.Sum(p.more) < 0 {
		return []int{p.high, p.low}
	}
	return []int{p.low, p.high}
}

// deviation is how far the pairs are off together, each by its variance if the ratings are right. The results do
// not tell it of a pair of which one bot hardly ever wins: all its blocks are off to the same side then, by next to
// nothing.
func deviation(pairs []*pairOff, signs []float64) (sum float64) {
	for _, p := range pairs {
		d := floats.Dot(p.more, signs)
		sum += d * d / p.information
	}
	return sum
}

// pairOff is by how many matches the first of two bots was ahead more often, in each block, than their ratings say.
type pairOff struct {
	low, high   int
	more        column
	information float64 // by how much the expected number grows with the difference of the ratings, in logits
}

// afterMoving leaves what remains when each block has moved the ratings.
func (p *pairOff) afterMoving(influences []column) {
	floats.AddScaled(p.more, -p.information/pointsPerLogit, influences[p.low])
	floats.AddScaled(p.more, p.information/pointsPerLogit, influences[p.high])
}

// offs are pairs, by pairIndex.
type offs map[int]*pairOff

// off returns by how much the pairs are off whose meetings are in the blocks. It fails if a bot had several seats in a
// match.
func (l *league) off(values []float64, blocks []*sums) (all []*pairOff, ok bool) {
	pairs := make(offs)
	for b, block := range blocks {
		for _, m := range block.meetings.list {
			low, high := l.index[m.low], l.index[m.high]
			at := pairIndex(low, high)
			if pairs[at] == nil {
				pairs[at] = &pairOff{low: low, high: high, more: make(column, len(blocks))}
				all = append(all, pairs[at])
			}
			won, _ := m.outcome()
			pairs[at].more[b] += won
		}
		for _, c := range l.choices[b] {
			f := l.model.fields[c.field]
			if len(f) < l.seated {
				continue // of those who were left
			}
			if !l.expect(pairs, b, f, float64(c.weight)/whole, values) {
				return nil, false
			}
		}
	}
	return all, true
}

// expect subtracts what the ratings say of some matches of a field.
func (l *league) expect(pairs offs, block int, f field, matches float64, values []float64) bool {
	for i, high := range f {
		for _, low := range f[:i] {
			if low.bot == high.bot {
				return false
			}
			p := pairs[pairIndex(int(low.bot), int(high.bot))]
			if p == nil {
				continue
			}
			by := l.model.performance(low, values) - l.model.performance(high, values)
			chance := 1 / (1 + math.Exp(-by/pointsPerLogit))
			p.more[block] -= matches * chance
			p.information += matches * chance * (1 - chance)
		}
	}
	return true
}

// circleOf returns the three bots that go round most clearly, or nil: each is ahead of the next by its interval.
func (s *Summary) circleOf() (circle []int) {
	leads := make([][]float64, len(s.Bots))
	for a := range leads {
		leads[a] = make([]float64, len(s.Bots))
		for b := range leads {
			leads[a][b] = s.lead(a, b)
		}
	}
	clearest := 0.0
	for a := range leads {
		for b := a + 1; b < len(leads); b++ {
			for c := a + 1; c < len(leads); c++ {
				if by := min(leads[a][b], leads[b][c], leads[c][a]); c != b && by > clearest {
					circle, clearest = []int{a, b, c}, by
				}
			}
		}
	}
	return circle
}

// lead returns by how much the share of matches in which a bot is ahead of another one is at least above a half.
func (s *Summary) lead(a, b int) float64 {
	if i := s.Pair(a, b).Ahead.Interval; i != nil {
		return i.Low - 0.5
	}
	return 0
}
