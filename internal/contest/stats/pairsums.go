package stats

import (
	"iter"
	"slices"
)

// pairSums are the meetings of more bots than are tested, summed up by pair: the sums of each pair in each block would
// be more than all else.
type pairSums struct {
	index map[uint64]int32 // by the numbers of the bots
	list  []pairSum
}

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

func newPairSums() *pairSums { return &pairSums{index: make(map[uint64]int32)} }

// add adds a meeting in a group.
func (p *pairSums) add(m meeting, group int) {
	key := uint64(m.high)<<32 | uint64(m.low) //nolint:gosec // never negative
	at, known := p.index[key]
	if !known {
		at = int32(len(p.list)) //nolint:gosec // there is no room for more
		p.index[key] = at
		p.list = append(p.list, pairSum{meeting: meeting{low: m.low, high: m.high}, last: group})
	}
	s := &p.list[at]
	if s.last != group {
		s.closeGroup()
		s.last = group
	}
	s.meeting.add(m)
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
	order := make([]int32, len(p.list))
	for i := range order {
		order[i] = int32(i) //nolint:gosec // as many as there is room for
	}
	order = p.by(order, bots, func(s *pairSum) int32 { return s.low })
	order = p.by(order, bots, func(s *pairSum) int32 { return s.high })
	all := make(summed, len(order))
	for i, at := range order {
		all[i] = p.list[at]
		all[i].closeGroup()
	}
	return all
}

// by returns an order by the number of a bot; what is equal stays in its order.
func (p *pairSums) by(order []int32, bots int, of func(*pairSum) int32) []int32 {
	next := make([]int, bots+1)
	for i := range p.list {
		next[of(&p.list[i])+1]++
	}
	for bot := range bots {
		next[bot+1] += next[bot]
	}
	ordered := make([]int32, len(order))
	for _, i := range order {
		at := &next[of(&p.list[i])]
		ordered[*at] = i
		*at++
	}
	return ordered
}

// summed are pairs in the order of meetings.
type summed []pairSum

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
	at, found := slices.BinarySearchFunc(s, wanted, func(s pairSum, m meeting) int { return s.compare(m) })
	if !found {
		return Pair{}
	}
	one := s[at]
	won, met := one.outcome()
	p := won / met
	squares := (float64(one.wonSquared) - 2*p*float64(one.product) + p*p*float64(one.metSquared)) / 4
	return one.asPair(shareOf(p, met, squares, int(one.groups), told))
}
