// Package schedule says who plays whom, in which seats and on which seed.
//
// A schedule is worked out from a few numbers, is the same wherever and whenever that is
// done, and has no state. So nothing of it is stored: a tournament that was interrupted
// goes through its schedule again, and skips the matches that were played.
//
// [Rotations] is for as many bots as there are seats, [Balanced] and [All] are for more,
// and [Versus] compares two versions of a bot.
package schedule

import "iter"

// Planned is one match of a schedule. It is a value of its own: changing it changes no
// other match.
type Planned struct {
	Number int // from 0
	// Group is the number of its group, from 0. The matches of a group follow one
	// another and share the seed, so that the luck of the board is shared.
	Group int
	Seed  uint64
	Seats []int // the number of the entrant in each seat
}

// Schedule is a list of matches that is worked out while it is read.
type Schedule interface {
	// Matches returns the matches in the order of their numbers. There is no last one,
	// unless the schedule says so: the caller stops.
	Matches() iter.Seq[Planned]
	// GroupSize returns the number of matches in each group, at least 1.
	GroupSize() int
}

// endless returns the matches that a function tells by their numbers.
func endless(at func(number int) Planned) iter.Seq[Planned] {
	return func(yield func(Planned) bool) {
		for number := 0; yield(at(number)); number++ {
		}
	}
}

// rotated returns a line-up in which everybody has moved on by some seats.
func rotated(lineup []int, by int) []int {
	seats := make([]int, len(lineup))
	for i, entrant := range lineup {
		seats[(i+by)%len(lineup)] = entrant
	}
	return seats
}

// SeatedLeast returns who sits in each seat, by how often each has sat in each seat so far, so that the sum of the
// squares of these grows least.
func SeatedLeast(sat [][]int) (seats []int) {
	h := &history{sat: sat}
	order := make([]int, len(sat))
	for i := range order {
		order[i] = i
	}
	return h.seat(order)
}
