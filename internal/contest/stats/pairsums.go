package stats

import (
	"iter"
	"math"
)

// pairSums are the meetings of more bots than are tested, summed up by pair: the sums of each pair in each block would
// be more than all else. What they tell of a pair, they tell of the matches until then: a copy would be too large.
type pairSums struct {
	count  int
	chunks [][]pairSum // all of the same size, so that nothing is copied when there are more
	table  []int32     // numbers of pairs and 1 more, at their hash or the next place that was free
}

// chunk is how many pairs are in one.
const chunk = 4096

// pairSum is how two bots met, and what an interval needs of the groups in which they did. A group is taken for
// another one if the pair has met in others meanwhile. It is small, as a thousand bots have half a million of them.
type pairSum struct {
	low, high           int32
	above, below, equal int32

	groups int32  // before the last
	last   uint32 // the end of its number
	// Of the matches of the last group, what they count of, a half each, and what the lower bot won of that.
	met, won int32
	// Sums over the groups before, or the largest number if they are larger.
	metSquared, wonSquared, product int32

	lowKeptUp, highKeptUp bool
}

func newPairSums() *pairSums { return &pairSums{table: make([]int32, 64)} }

func (p *pairSums) at(number int) *pairSum { return &p.chunks[number/chunk][number%chunk] }

// of returns the number of two bots. Their sums are new if the pair never met.
func (p *pairSums) of(m meeting, group int) int {
	place := p.place(m.low, m.high)
	if number := p.table[place]; number > 0 {
		return int(number) - 1
	}
	if p.count%chunk == 0 {
		p.chunks = append(p.chunks, make([]pairSum, chunk))
	}
	s := p.at(p.count)
	*s = pairSum{low: m.low, high: m.high, last: uint32(group)} //nolint:gosec // its end
	p.count++
	if p.table[place] = int32(p.count); 2*p.count > len(p.table) { //nolint:gosec // there is no room for more
		p.rehash()
	}
	return p.count - 1
}

// place returns where in the table a pair is, or would be.
func (p *pairSums) place(low, high int32) int {
	mask := len(p.table) - 1
	place := int(scatter(int(high)<<32|int(low))) & mask //nolint:gosec // its last bits count
	for ; p.table[place] > 0; place = (place + 1) & mask {
		if s := p.at(int(p.table[place]) - 1); s.low == low && s.high == high {
			break
		}
	}
	return place
}

// rehash makes the table larger.
func (p *pairSums) rehash() {
	p.table = make([]int32, 2*len(p.table))
	for number := range p.count {
		s := p.at(number)
		p.table[p.place(s.low, s.high)] = int32(number + 1) //nolint:gosec // there is no room for more
	}
}

// add adds a meeting in a group. It returns how many pairs have met before this one did.
func (p *pairSums) add(m meeting, group int) int {
	number := p.of(m, group)
	s := p.at(number)
	if last := uint32(group); s.last != last { //nolint:gosec // the end of its number
		s.closeGroup()
		s.last = last
	}
	s.above, s.below, s.equal = s.above+m.above, s.below+m.below, s.equal+m.equal
	s.lowKeptUp, s.highKeptUp = s.lowKeptUp || m.lowKeptUp > 0, s.highKeptUp || m.highKeptUp > 0
	s.met += 2 * (m.above + m.below + m.equal)
	s.won += 2*m.above + m.equal
	return number
}

func (s *pairSum) closeGroup() {
	s.groups++
	addProduct(&s.metSquared, s.met, s.met)
	addProduct(&s.wonSquared, s.won, s.won)
	addProduct(&s.product, s.met, s.won)
	s.met, s.won = 0, 0
}

func addProduct(to *int32, a, b int32) {
	*to = int32(min(int64(*to)+int64(a)*int64(b), math.MaxInt32)) //nolint:gosec // no more than that
}

// meeting is the sum of all groups. Bots have kept up with each other once if they have at all.
func (s *pairSum) meeting() meeting {
	m := meeting{low: s.low, high: s.high, above: s.above, below: s.below, equal: s.equal}
	if s.lowKeptUp {
		m.lowKeptUp = 1
	}
	if s.highKeptUp {
		m.highKeptUp = 1
	}
	return m
}

// totals yields the pairs in the order in which they first met.
func (p *pairSums) totals() iter.Seq[meeting] {
	return func(yield func(meeting) bool) {
		for number := range p.count {
			if !yield(p.at(number).meeting()) {
				return
			}
		}
	}
}

func (p *pairSums) pair(low, high int, told bool) Pair {
	number := p.table[p.place(int32(low), int32(high))] //nolint:gosec // as many as there are bots
	if number == 0 {
		return Pair{}
	}
	one := *p.at(int(number) - 1)
	one.closeGroup()
	total := one.meeting()
	won, met := total.outcome()
	share := won / met
	// By how much more the lower bot won in each group than its share of all, as groups count halves.
	squares := float64(one.wonSquared) - 2*share*float64(one.product) + share*share*float64(one.metSquared)
	return total.asPair(shareOf(share, met, squares/4, int(one.groups), told))
}
