package series

import (
	"maps"
	"slices"
)

// InOrder sorts matches that arrive in any order: it hands them on by number, so that
// sums over them are the same to the last bit, whichever worker played which match.
// It is made by [NewInOrder].
type InOrder struct {
	done func(Match)
	next int
	held map[int]Match // matches that arrived before their turn
}

// NewInOrder returns an InOrder that hands the matches to the function done.
func NewInOrder(done func(Match)) *InOrder { return &InOrder{done: done, held: make(map[int]Match)} }

// Add takes a match and hands on all those whose turn it is.
func (o *InOrder) Add(m Match) {
	o.held[m.Number] = m
	for {
		m, ok := o.held[o.next]
		if !ok {
			return
		}
		delete(o.held, o.next)
		o.next++
		o.done(m)
	}
}

// End hands on the matches that are still held because an earlier one is missing.
func (o *InOrder) End() {
	for _, number := range slices.Sorted(maps.Keys(o.held)) {
		o.done(o.held[number])
	}
	clear(o.held)
}
