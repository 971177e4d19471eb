package schedule

import (
	"fmt"
	"iter"
	"slices"

	"github.com/botarena/arena/engine"
)

// Balanced is the schedule of more bots than seats: after any number of matches, all bots
// have played about as many, each has met each other about as often, and sat in each seat
// about as often. A bot that joins later plays until it has caught up. It is made by
// [NewBalanced].
type Balanced struct {
	first  uint64
	seats  int
	paired bool
	bots   []Stay
}

// Stay says in which matches a bot takes part. The zero value is all of them.
type Stay struct {
	From  int // the number of its first match or a later one
	Until int // the number of the first match without it; 0 if it stays
}

func (s Stay) includes(match int) bool { return match >= s.From && (s.Until == 0 || match < s.Until) }

// NewBalanced returns the schedule of the bots, which are numbered by their place in the
// list. With paired, the line-up plays a group: one match for each seat, with everybody
// moving on by one seat; who joins or leaves meanwhile waits for its end. Otherwise each
// match is a group of its own. Group g has the seed first+g.
//
// The order of the list matters, and who joins must be added at its end: that changes no
// match before its first one. The schedule ends when there are fewer bots than seats;
// NewBalanced fails if it does so at once.
func NewBalanced(bots []Stay, seats int, paired bool, first uint64) (*Balanced, error) {
	b := &Balanced{first: first, seats: seats, paired: paired, bots: slices.Clone(bots)}
	if now := len(b.present(0)); seats < 1 || now < seats {
		return nil, fmt.Errorf("%d bots for %d seats", now, seats)
	}
	return b, nil
}

// GroupSize returns the number of seats if the schedule is paired, and otherwise 1.
func (b *Balanced) GroupSize() int {
	if b.paired {
		return b.seats
	}
	return 1
}

// Matches returns the matches, until there are too few bots.
func (b *Balanced) Matches() iter.Seq[Match] {
	return func(yield func(Match) bool) {
		sums := newHistory(len(b.bots), b.seats)
		for number, group := 0, 0; ; group++ {
			lineup := b.lineup(sums, number, group)
			if lineup == nil {
				return
			}
			sums.count(lineup)
			for move := range b.GroupSize() {
				m := Match{Number: number, Group: group, Seed: b.first + uint64(group), Seats: rotated(lineup, move)}
				if !yield(m) {
					return
				}
				number++
			}
		}
	}
}

// schedules keeps the draws of a schedule apart from those of the match on the same seed.
const schedules = 1 << 63

// lineup returns the line-up of a group, by seat, or nil if there are too few bots.
func (b *Balanced) lineup(sums *history, number, group int) []int {
	present := b.present(number)
	if len(present) < b.seats {
		return nil
	}
	random := engine.NewRand(engine.NewChaCha8(b.first, schedules+uint64(group)))
	shuffled := make([]int, len(present))
	for i, from := range random.Permutation(len(present)) {
		shuffled[i] = present[from]
	}
	return sums.seat(sums.choose(shuffled, b.seats))
}

// present returns the bots that take part in a match.
func (b *Balanced) present(match int) []int {
	var present []int
	for bot, stay := range b.bots {
		if stay.includes(match) {
			present = append(present, bot)
		}
	}
	return present
}
