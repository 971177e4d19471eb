package schedule

import (
	"iter"
	"slices"
)

// Rotations is the schedule of a line-up that fills the seats. In a group, everybody moves
// on by one seat after each match, until everybody is back. So a, b, c, d make groups of
// four matches, and a, b, a, b groups of two. It is made by [NewRotations].
type Rotations struct {
	lineup []int
	first  uint64
	size   int
}

// NewRotations returns the schedule of a line-up, which may name an entrant several times.
// The first group has the seed first, each further one the next.
func NewRotations(lineup []int, first uint64) *Rotations {
	return &Rotations{lineup: slices.Clone(lineup), first: first, size: period(lineup)}
}

// period returns after how many moves a line-up is as it was.
func period(lineup []int) int {
	for by := 1; by < len(lineup); by++ {
		if slices.Equal(rotated(lineup, by), lineup) {
			return by
		}
	}
	return max(1, len(lineup))
}

// At returns the match with a number from 0.
func (r *Rotations) At(number int) Planned {
	group := number / r.size
	return Planned{Number: number, Group: group, Seed: r.first + uint64(group), Seats: rotated(r.lineup, number%r.size)}
}

// Matches returns the matches, without end.
func (r *Rotations) Matches() iter.Seq[Planned] { return endless(r.At) }

// GroupSize returns the number of rotations that differ.
func (r *Rotations) GroupSize() int { return r.size }
