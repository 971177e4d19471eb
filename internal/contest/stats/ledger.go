package stats

import "slices"

// ledger is a list of sums, each of something else. It is in its order, each once, after settle; until then the newest
// stand at its end, as inserting each at its place takes the longer the longer the list is.
type ledger[T interface{ compare(T) int }, P summand[T]] struct {
	list    []T
	settled int // so many are in order
}

// summand is a pointer to an element of a ledger.
type summand[T any] interface {
	*T
	add(T)
}

// add adds up what compares equal.
func (l *ledger[T, P]) add(all ...T) {
	const few = 64
	l.list = append(l.list, all...)
	if newest := len(l.list) - l.settled; newest > few+l.settled/4 {
		l.settle()
	}
}

// settle brings the list into its order. It needs room for the newest alone.
func (l *ledger[T, P]) settle() {
	if l.settled == len(l.list) {
		return
	}
	newest := l.list[l.settled:]
	slices.SortFunc(newest, T.compare)
	newest = l.addToSettled(once[T, P](newest))
	l.list = mergeInto(l.list[:l.settled], slices.Clone(newest))
	l.settled = len(l.list)
}

// once adds up what compares equal in a sorted list, in its place.
func once[T interface{ compare(T) int }, P summand[T]](sorted []T) []T {
	last := 0
	for _, next := range sorted[1:] {
		if sorted[last].compare(next) == 0 {
			P(&sorted[last]).add(next)
			continue
		}
		last++
		sorted[last] = next
	}
	return sorted[:last+1]
}

// addToSettled adds sorted elements to those that are there already, and returns the others, in the same place.
func (l *ledger[T, P]) addToSettled(sorted []T) []T {
	others, old := sorted[:0], l.list[:l.settled]
	for _, next := range sorted {
		for len(old) > 0 && old[0].compare(next) < 0 {
			old = old[1:]
		}
		if len(old) > 0 && old[0].compare(next) == 0 {
			P(&old[0]).add(next)
			continue
		}
		others = append(others, next)
	}
	return others
}

// mergeInto puts sorted elements at their places in a sorted list, the last ones first. The list has no equal of them.
func mergeInto[T interface{ compare(T) int }](list, others []T) []T {
	from := len(list)
	list = slices.Grow(list, len(others))[:len(list)+len(others)]
	for to := len(list) - 1; len(others) > 0; to-- {
		if last := others[len(others)-1]; from == 0 || list[from-1].compare(last) < 0 {
			list[to], others = last, others[:len(others)-1]
			continue
		}
		from--
		list[to] = list[from]
	}
	return list
}
