package stats

import (
	"iter"
	"slices"
)

// pairs keeps the meetings of pairs of bots.
type pairs interface {
	// pair returns the meetings of two bots, of which low has the lower number. It is zero if they never met.
	pair(low, high int, told bool) Pair
	// totals yields the meetings of each pair that has met, added up.
	totals() iter.Seq[meeting]
}

// encounters are the meetings of all blocks, those of a pair one after the other, in the order of the blocks.
type encounters []meeting

// encountersOf takes two steps for each meeting, so that it doesn't grow with the pairs that have not met.
func encountersOf(blocks []*sums, bots int) encounters {
	count := 0
	for _, block := range blocks {
		count += len(block.meetings.list)
	}
	all := make(encounters, 0, count)
	for _, block := range blocks {
		all = append(all, block.meetings.list...)
	}
	all = all.by(bots, func(m meeting) int32 { return m.low })
	return all.by(bots, func(m meeting) int32 { return m.high })
}

// by returns them in the order of a bot's number; equal ones stay in their order.
func (e encounters) by(bots int, of func(meeting) int32) encounters {
	next := make([]int, bots+1)
	for _, m := range e {
		next[of(m)+1]++
	}
	for bot := range bots {
		next[bot+1] += next[bot]
	}
	ordered := make(encounters, len(e))
	for _, m := range e {
		at := &next[of(m)]
		ordered[*at] = m
		*at++
	}
	return ordered
}

func (e encounters) totals() iter.Seq[meeting] {
	return func(yield func(meeting) bool) {
		for from, to := 0, 0; from < len(e); from = to {
			total := e[from]
			for to = from + 1; to < len(e) && e[to].compare(e[from]) == 0; to++ {
				total.add(e[to])
			}
			if !yield(total) {
				return
			}
		}
	}
}

func (e encounters) pair(low, high int, told bool) Pair {
	wanted := meeting{low: int32(low), high: int32(high)}
	from, found := slices.BinarySearchFunc(e, wanted, meeting.compare)
	if !found {
		return Pair{}
	}
	var won, met column
	total := meeting{}
	for _, m := range e[from:] {
		if m.compare(wanted) != 0 {
			break
		}
		w, n := m.outcome()
		won, met = append(won, w), append(met, n)
		total.add(m)
	}
	return total.asPair(share(won, met, told))
}

func (m meeting) asPair(ahead Estimate) Pair {
	return Pair{Above: int(m.above), Below: int(m.below), Equal: int(m.equal), Ahead: ahead}
}
