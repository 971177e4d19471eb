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

// settle brings the list into its order.
func (l *ledger[T, P]) settle() {
	old, newest := l.list[:l.settled], l.list[l.settled:]
	if len(newest) == 0 {
		return
	}
	slices.SortFunc(newest, T.compare)
	l.list = merge[T, P](old, newest)
	l.settled = len(l.list)
}

// merge adds up two sorted lists, of which the second may have equal elements. They are not changed.
func merge[T interface{ compare(T) int }, P summand[T]](a, b []T) []T {
	merged := make([]T, 0, len(a)+len(b))
	for len(a)+len(b) > 0 {
		var next T
		if len(b) == 0 || len(a) > 0 && a[0].compare(b[0]) <= 0 {
			next, a = a[0], a[1:]
		} else {
			next, b = b[0], b[1:]
		}
		if last := len(merged) - 1; last >= 0 && merged[last].compare(next) == 0 {
			P(&merged[last]).add(next)
		} else {
			merged = append(merged, next)
		}
	}
	return merged
}
