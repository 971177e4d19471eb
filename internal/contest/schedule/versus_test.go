package schedule_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/schedule"
)

var comparisons = []struct {
	mixture             schedule.Mixture
	field, group, cycle int
}{
	{schedule.Mixture{New: 2, Old: 2}, 0, 2, 6},
	{schedule.Mixture{New: 2, Old: 2}, 0, 4, 6},
	{schedule.Mixture{New: 2, Old: 2}, 0, 6, 6},
	{schedule.Mixture{New: 1, Old: 1}, 0, 2, 2},
	{schedule.Mixture{New: 1, Old: 3}, 0, 2, 8},
	{schedule.Mixture{New: 1, Old: 1, Field: 2}, 2, 2, 12},
	{schedule.Mixture{New: 1, Old: 1, Field: 2}, 1, 2, 12},
	{schedule.Mixture{New: 1, Old: 1, Field: 2}, 13, 4, 12},
	{schedule.Mixture{New: 1, Old: 2, Field: 1}, 3, 6, 24},
	{schedule.Mixture{New: 2, Old: 2, Field: 4}, 5, 2, 420},
}

// TestNewAndOldExchangeSeats in each pair of matches, in the same company.
func TestNewAndOldExchangeSeats(t *testing.T) {
	for _, test := range comparisons {
		s := versus(t, test.mixture, test.field, test.group)
		require.Equal(t, test.cycle, s.Cycle(), test)
		matches := first(3*s.Cycle(), s)
		for pair := range slices.Chunk(matches, 2) {
			a, b := pair[0], pair[1]
			require.Equal(t, a.Seed, b.Seed)
			require.Equal(t, test.mixture.New, count(a.Seats, schedule.New))
			require.Equal(t, test.mixture.Old, count(a.Seats, schedule.Old))
			for seat, entrant := range a.Seats {
				want := map[int]int{schedule.New: schedule.Old, schedule.Old: schedule.New}
				if other, exchanged := want[entrant]; exchanged {
					require.Equal(t, other, b.Seats[seat])
				} else {
					require.Equal(t, entrant, b.Seats[seat])
				}
			}
		}
	}
}

func count(seats []int, entrant int) int {
	n := 0
	for _, e := range seats {
		if e == entrant {
			n++
		}
	}
	return n
}

// TestEverySeatIsVisitedEqually: by new and old in each cycle, and by the bots of the field
// after as many cycles as there are of them.
func TestEverySeatIsVisitedEqually(t *testing.T) {
	for _, test := range comparisons {
		t.Run(fmt.Sprint(test), func(t *testing.T) {
			s := versus(t, test.mixture, test.field, test.group)
			seats := test.mixture.New + test.mixture.Old + test.mixture.Field
			for cycle := range slices.Chunk(first(4*s.Cycle(), s), s.Cycle()) {
				sums := newSums(2, seats)
				for _, m := range cycle {
					for seat, entrant := range m.Seats {
						if entrant < schedule.FirstOfField {
							sums.sat[[2]int{entrant, seat}]++
						}
					}
				}
				require.Zero(t, sums.spreadOfSeats())
			}
			if test.field == 0 {
				return
			}
			sums := newSums(test.field, seats)
			for _, m := range first(test.field*s.Cycle(), s) {
				for seat, entrant := range m.Seats {
					if entrant >= schedule.FirstOfField {
						sums.sat[[2]int{entrant - schedule.FirstOfField, seat}]++
					}
				}
			}
			require.Zero(t, sums.spreadOfSeats())
		})
	}
}

// TestFieldPlaysEqually: soon, not only in the end.
func TestFieldPlaysEqually(t *testing.T) {
	played := make([]int, 5)
	for _, m := range first(600, versus(t, schedule.Mixture{New: 1, Old: 1, Field: 2}, 5, 2)) {
		for _, entrant := range m.Seats {
			if entrant >= schedule.FirstOfField {
				played[entrant-schedule.FirstOfField]++
			}
		}
		require.LessOrEqual(t, slices.Max(played)-slices.Min(played), 6, "match %d: %v", m.Number, played)
	}
}

func TestComparisonBeginsWithAlternatingSeats(t *testing.T) {
	s := versus(t, schedule.Mixture{New: 2, Old: 2}, 0, 2)
	require.Equal(t, []int{0, 1, 0, 1}, s.At(0).Seats)
	require.Equal(t, []int{1, 0, 1, 0}, s.At(1).Seats)
}
