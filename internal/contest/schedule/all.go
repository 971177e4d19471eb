package schedule

import (
	"fmt"
	"iter"
	"slices"
)

// mostLineups is for how many All has room: 40 bots have so many in games of four seats, and
// days would not be enough to play them.
const mostLineups = 100_000

// All is the schedule in which every line-up of different bots plays a group: one match
// for each seat, with everybody moving on by one seat. When all line-ups have played, they
// begin again, on new seeds. It is made by [NewAll].
type All struct {
	first   uint64
	seats   int
	lineups [][]int
}

// NewAll returns the schedule of all line-ups of so many bots. Group g has the seed
// first+g. It fails if there are fewer bots than seats, or more than 100,000 line-ups.
func NewAll(bots, seats int, first uint64) (*All, error) {
	if seats < 1 || bots < seats {
		return nil, fmt.Errorf("%d bots for %d seats", bots, seats)
	}
	if tooMany(bots, seats) {
		return nil, fmt.Errorf("%d bots: more than %d line-ups", bots, mostLineups)
	}
	return &All{first: first, seats: seats, lineups: lineups(bots, seats)}, nil
}

// Pass returns the number of matches after which every line-up has played equally often.
func (a *All) Pass() int { return len(a.lineups) * a.seats }

// At returns the match with a number from 0.
func (a *All) At(number int) Planned {
	group := number / a.seats
	lineup := a.lineups[group%len(a.lineups)]
	return Planned{Number: number, Group: group, Seed: a.first + uint64(group), Seats: rotated(lineup, number%a.seats)}
}

// Matches returns the matches, without end.
func (a *All) Matches() iter.Seq[Planned] { return endless(a.At) }

// GroupSize returns the number of seats.
func (a *All) GroupSize() int { return a.seats }

// tooMany reports whether there are more line-ups than there is room for.
func tooMany(bots, seats int) bool {
	count := int64(1)
	for i := range int64(min(seats, bots-seats)) {
		count = count * (int64(bots) - i) / (i + 1)
		if count > mostLineups {
			return true
		}
	}
	return false
}

// lineups returns all line-ups. A line-up is followed by those with the next bot in the place
// of each. So every few line-ups, all bots have played equally often, which they would not
// have in lexicographic order.
func lineups(bots, seats int) [][]int {
	var all [][]int
	seen := make(map[string]bool)
	for lineup := lowest(seats); lineup != nil; lineup = following(lineup, bots) {
		for by := range bots {
			moved := make([]int, seats)
			for i, bot := range lineup {
				moved[i] = (bot + by) % bots
			}
			if name := fmt.Sprint(slices.Sorted(slices.Values(moved))); !seen[name] {
				seen[name] = true
				all = append(all, moved)
			}
		}
	}
	return all
}

// lowest returns the first line-up in lexicographic order.
func lowest(seats int) []int {
	lineup := make([]int, seats)
	for i := range lineup {
		lineup[i] = i
	}
	return lineup
}

// following returns the next line-up in lexicographic order. As bots move on, it is enough
// to have those with bot 0; after these it returns nil.
func following(lineup []int, bots int) []int {
	next := slices.Clone(lineup)
	for i := len(next) - 1; i > 0; i-- {
		if room := bots - (len(next) - i); next[i] < room {
			next[i]++
			for j := i + 1; j < len(next); j++ {
				next[j] = next[j-1] + 1
			}
			return next
		}
	}
	return nil
}
