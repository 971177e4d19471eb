package stats

import (
	"iter"
	"slices"
)

// encounters are the meetings of all blocks, those of a pair one after the other, in the order of the blocks.
type encounters []meeting

// encountersOf takes two steps for each meeting, so that it doesn't grow with the pairs that have not met.
func encountersOf(blocks []*sums, bots int) encounters {
	var all encounters
	for _, block := range blocks {
		all = append(all, block.meetings.list...)
	}
	all = all.by(bots, func(m meeting) int32 { return m.low })
	return all.by(bots, func(m meeting) int32 { return m.high })
}

// by returns them in the order of a bot's number; what is equal stays in its order.
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

// pairs yields the encounters of each pair that has met.
func (e encounters) pairs() iter.Seq[encounters] {
	return func(yield func(encounters) bool) {
		for from, to := 0, 0; from < len(e); from = to {
			for to = from + 1; to < len(e) && e[to].compare(e[from]) == 0; {
				to++
			}
			if !yield(e[from:to]) {
				return
			}
		}
	}
}

// total adds up the encounters of a pair.
func (e encounters) total() meeting {
	total := e[0]
	for _, m := range e[1:] {
		total.add(m)
	}
	return total
}

// known is a pair that has met.
type known struct {
	low, high int
	Pair
}

func (e encounters) known(est *estimator) (all []known) {
	var won, met column
	for pair := range e.pairs() {
		won, met = won[:0], met[:0]
		for _, m := range pair {
			w, n := m.outcome()
			won, met = append(won, w), append(met, n)
		}
		t := pair.total()
		all = append(all, known{int(t.low), int(t.high), Pair{
			Above: int(t.above), Below: int(t.below), Equal: int(t.equal), Ahead: est.share(won, met),
		}})
	}
	return all
}

// find returns a pair, which is zero if it never met.
func find(pairs []known, low, high int) Pair {
	at, found := slices.BinarySearchFunc(pairs, pairIndex(low, high), func(k known, index int) int {
		return pairIndex(k.low, k.high) - index
	})
	if !found {
		return Pair{}
	}
	return pairs[at].Pair
}
