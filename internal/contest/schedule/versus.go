package schedule

import (
	"fmt"
	"iter"
)

// The entrants of a comparison. Those of the field follow, from FirstOfField.
const (
	New = iota
	Old
	FirstOfField
)

// Mixture says how the seats of a comparison are shared out.
type Mixture struct {
	New, Old int // seats of each, at least 1
	Field    int // seats of bots of the field, which may be none
}

func (m Mixture) seats() int { return m.New + m.Old + m.Field }

// Versus is the schedule that compares a new bot with an old one. A group has pairs of
// matches: in the second match of a pair, new and old have exchanged their seats, and the
// bots of the field sit where they sat. So in each group, new and old have been in the same
// seats equally often, in the same company and on the same board.
//
// One pair after the other goes through all ways to share out the seats. When each had its
// turn, which takes Cycle matches, everybody has sat equally often in every seat. It is made
// by [NewVersus].
type Versus struct {
	mixture    Mixture
	field      int
	group      int
	first      uint64
	placements [][]int // the role in each seat
}

// NewVersus returns the schedule of a comparison, with so many bots in the field and
// matches in a group, of which there are even many: at least 2, and at most [Versus.Cycle],
// so that no match is the same as another. Group g has the seed first+g.
func NewVersus(mixture Mixture, field, group int, first uint64) (*Versus, error) {
	if mixture.New < 1 || mixture.Old < 1 || mixture.Field < 0 {
		return nil, fmt.Errorf("%d seats for the new bot, %d for the old one, %d for others", mixture.New, mixture.Old,
			mixture.Field)
	}
	if (field > 0) != (mixture.Field > 0) {
		return nil, fmt.Errorf("%d bots in the field for %d seats", field, mixture.Field)
	}
	v := &Versus{mixture: mixture, field: field, group: group, first: first, placements: placements(mixture)}
	if group < 2 || group%2 != 0 || group > v.Cycle() {
		return nil, fmt.Errorf("groups of %d matches: it is an even number from 2 to %d", group, v.Cycle())
	}
	return v, nil
}

// Cycle returns the number of matches in which new and old share the seats in all possible
// ways.
func (v *Versus) Cycle() int { return 2 * len(v.placements) }

// At returns the match with a number from 0.
func (v *Versus) At(number int) Planned {
	group := number / v.group
	cycle, pair := number/v.Cycle(), number%v.Cycle()/2
	seats := make([]int, v.mixture.seats())
	others := pair*v.mixture.Field + cycle // the next cycle gives them other seats
	for seat, role := range v.placements[pair] {
		switch {
		case role == FirstOfField:
			seats[seat] = FirstOfField + others%v.field
			others++
		case number%2 == 0:
			seats[seat] = role
		default:
			seats[seat] = New + Old - role
		}
	}
	return Planned{Number: number, Group: group, Seed: v.first + uint64(group), Seats: seats}
}

// Matches returns the matches, without end.
func (v *Versus) Matches() iter.Seq[Planned] { return endless(v.At) }

// GroupSize returns the number of matches in a group.
func (v *Versus) GroupSize() int { return v.group }
