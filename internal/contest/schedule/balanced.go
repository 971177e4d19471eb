package schedule

import (
	"fmt"
	"iter"
	"math"
	"slices"
)

// Balanced is the schedule of more bots than seats: after any number of matches, all bots
// have played about as many, each has met each other about as often, and sat in each seat
// about as often. A bot that joins later has its share from then on, and [FewMatches] more at
// first, unless it takes the place of another. It is made by [NewBalanced].
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
	After int // one more than the number of the bot whose place it takes; 0 if it is new
}

// Debt says that a bot, or who takes its place, plays so many matches before others, from the match of a number on, in
// place of those that it was owed till then.
type Debt struct{ Bot, From, Matches int }

// Never returns the stay of a bot that plays no match.
func Never() Stay { return Stay{From: math.MaxInt} }

// Includes reports whether the bot takes part in a match.
func (s Stay) Includes(match int) bool { return match >= s.From && (s.Until == 0 || match < s.Until) }

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
func (b *Balanced) Matches() iter.Seq[Planned] {
	return func(yield func(Planned) bool) {
		for w := b.Walk(); ; {
			if m, ok := w.Next(); !ok || !yield(m) {
				return
			}
		}
	}
}

// present returns the bots that take part in a match.
func (b *Balanced) present(match int) []int {
	var present []int
	for bot, stay := range b.bots {
		if stay.Includes(match) {
			present = append(present, bot)
		}
	}
	return present
}
