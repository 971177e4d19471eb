package stats

import (
	"iter"
	"slices"
)

// pairSums are the meetings of more bots than are tested, summed up by pair: the sums of each pair in each block would
// be more than all else.
type pairSums struct {
	count  int
	chunks [][]pairSum // all of the same size, so that nothing is copied when there are more
	table  []int32     // numbers of pairs and 1 more, at their hash or the next place that was free
}

// chunk is how many pairs are in one.
const chunk = 4096

// pairSum is how two bots met, and what an interval needs of the groups in which they did. A group is taken for
// another one if the pair has met in others meanwhile.
type pairSum struct {
	meeting

	groups int32 // before the last
	last   int   // its number
	// Of the matches of the last group, what they count of, a half each, and what the lower bot won of that.
	met, won int32
	// Sums over the groups before.
	metSquared, wonSquared, product int64
}

func newPairSums() *pairSums { return &pairSums{table: make([]int32, 64)} }

func (p *pairSums) at(number int) *pairSum { return &p.chunks[number/chunk][number%chunk] }

// of returns the sums of two bots. They are new if the pair never met.
func (p *pairSums) of(m meeting, group int) *pairSum {
	place := p.place(m)
	if number := p.table[place]; number > 0 {
		return p.at(int(number) - 1)
	}
	if p.count%chunk == 0 {
		p.chunks = append(p.chunks, make([]pairSum, chunk))
	}
	s := p.at(p.count)
	*s = pairSum{meeting: meeting{low: m.low, high: m.high}, last: group}
	p.count++
	if p.table[place] = int32(p.count); 2*p.count > len(p.table) { //nolint:gosec // there is no room for more
		p.rehash()
	}
	return s
}

// place returns where in the table a pair is, or would be.
func (p *pairSums) place(m meeting) int {
	mask := len(p.table) - 1
	place := int(scatter(int(m.high)<<32|int(m.low))) & mask //nolint:gosec // its last bits count
	for ; p.table[place] > 0; place = (place + 1) & mask {
		if s := p.at(int(p.table[place]) - 1); s.low == m.low && s.high == m.high {
			break
		}
	}
	return place
}

// rehash makes the table larger.
func (p *pairSums) rehash() {
	p.table = make([]int32, 2*len(p.table))
	for number := range p.count {
		p.table[p.place(p.at(number).meeting)] = int32(number + 1) //nolint:gosec // there is no room for more
	}
}

// add adds a meeting in a group.
func (p *pairSums) add(m meeting, group int) {
	s := p.of(m, group)
	if s.last != group {
		s.closeGroup()
		s.last = group
	}
	s.add(m)
	s.met += 2 * (m.above + m.below + m.equal)
	s.won += 2*m.above + m.equal
}

func (s *pairSum) closeGroup() {
	met, won := int64(s.met), int64(s.won)
	s.groups++
	s.metSquared, s.wonSquared, s.product = s.metSquared+met*met, s.wonSquared+won*won, s.product+met*won
	s.met, s.won = 0, 0
}

// sorted returns the pairs as they are now, in the order of meetings.
func (p *pairSums) sorted(bots int) summed {
	order := make([]int32, p.count)
	for i := range order {
		order[i] = int32(i) //nolint:gosec // as many as there is room for
	}
	order = p.by(order, bots, func(s *pairSum) int32 { return s.low })
	order = p.by(order, bots, func(s *pairSum) int32 { return s.high })
	all := make(summed, len(order))
	for i, number := range order {
		one := *p.at(int(number))
		one.closeGroup()
		all[i] = one.told()
	}
	return all
}

// by returns an order by the number of a bot; what is equal stays in its order.
func (p *pairSums) by(order []int32, bots int, of func(*pairSum) int32) []int32 {
	next := make([]int, bots+1)
	for number := range p.count {
		next[of(p.at(number))+1]++
	}
	for bot := range bots {
		next[bot+1] += next[bot]
	}
	ordered := make([]int32, len(order))
	for _, number := range order {
		at := &next[of(p.at(int(number)))]
		ordered[*at] = number
		*at++
	}
	return ordered
}

// toldPair is what a pair's figures are made of.
type toldPair struct {
	meeting

	groups  int32
	squares float64 // of by how much more the lower bot won in each group than its share of all
}

// told is what the groups up to the last one say.
func (s *pairSum) told() toldPair {
	won, met := s.outcome()
	p := won / met
	squares := float64(s.wonSquared) - 2*p*float64(s.product) + p*p*float64(s.metSquared)
	return toldPair{s.meeting, s.groups, squares / 4} // as they count halves
}

// summed are pairs in the order of meetings.
type summed []toldPair

func (s summed) totals() iter.Seq[meeting] {
	return func(yield func(meeting) bool) {
		for i := range s {
			if !yield(s[i].meeting) {
				return
			}
		}
	}
}

func (s summed) pair(low, high int, told bool) Pair {
	wanted := meeting{low: int32(low), high: int32(high)}
	at, found := slices.BinarySearchFunc(s, wanted, func(t toldPair, m meeting) int { return t.compare(m) })
	if !found {
		return Pair{}
	}
	won, met := s[at].outcome()
	return s[at].asPair(shareOf(won/met, met, s[at].squares, int(s[at].groups), told))
}
