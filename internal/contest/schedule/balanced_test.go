package schedule_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/schedule"
)

// sums counts matches, meetings and seats in its own way.
type sums struct {
	played []int
	met    map[[2]int]int
	sat    map[[2]int]int
}

func newSums(bots, seats int) *sums {
	s := &sums{played: make([]int, bots), met: make(map[[2]int]int), sat: make(map[[2]int]int)}
	for a := range bots {
		for b := range a {
			s.met[[2]int{b, a}] = 0
		}
		for seat := range seats {
			s.sat[[2]int{a, seat}] = 0
		}
	}
	return s
}

func (s *sums) add(m schedule.Planned) {
	for seat, bot := range m.Seats {
		s.played[bot]++
		s.sat[[2]int{bot, seat}]++
		for _, other := range m.Seats[seat+1:] {
			s.met[[2]int{min(bot, other), max(bot, other)}]++
		}
	}
}

func (s *sums) spreadOfMatches() int  { return slices.Max(s.played) - slices.Min(s.played) }
func (s *sums) spreadOfMeetings() int { return spread(s.met) }
func (s *sums) spreadOfSeats() int    { return spread(s.sat) }

// spread returns by how much the largest count is above the smallest.
func spread(counts map[[2]int]int) int {
	least, most := 1<<30, 0
	for _, n := range counts {
		least, most = min(least, n), max(most, n)
	}
	return most - least
}

// TestBalancedAfterAnyMatch holds what the schedule is for, after each match.
func TestBalancedAfterAnyMatch(t *testing.T) {
	for bots := 4; bots <= 13; bots++ {
		t.Run(fmt.Sprint(bots), func(t *testing.T) {
			sums := newSums(bots, 4)
			for _, m := range first(100*bots, balanced(t, make([]schedule.Stay, bots), false)) {
				sums.add(m)
				require.LessOrEqual(t, sums.spreadOfMatches(), 2, m.Number)
				require.LessOrEqual(t, sums.spreadOfMeetings(), 3, m.Number)
				require.LessOrEqual(t, sums.spreadOfSeats(), 3, m.Number)
			}
		})
	}
}

// TestBalancedInPairedGroups: it is the groups that are balanced.
func TestBalancedInPairedGroups(t *testing.T) {
	sums := newSums(13, 4)
	for _, m := range first(1300, balanced(t, make([]schedule.Stay, 13), true)) {
		sums.add(m)
		require.LessOrEqual(t, sums.spreadOfMatches(), 4*2, m.Number)
		require.LessOrEqual(t, sums.spreadOfMeetings(), 4*3, m.Number)
		require.LessOrEqual(t, sums.spreadOfSeats(), 3, m.Number)
	}
}

func TestBalancedWithManyBots(t *testing.T) {
	sums := newSums(100, 4)
	for _, m := range first(2000, balanced(t, make([]schedule.Stay, 100), false)) {
		sums.add(m)
	}
	require.LessOrEqual(t, sums.spreadOfMatches(), 2)
	require.LessOrEqual(t, sums.spreadOfMeetings(), 3)
	require.LessOrEqual(t, sums.spreadOfSeats(), 3)
}

// TestBalancedWithOtherSeats: not all games have four.
func TestBalancedWithOtherSeats(t *testing.T) {
	for _, seats := range []int{1, 2, 3, 6} {
		s, err := schedule.NewBalanced(make([]schedule.Stay, 8), seats, false, 1)
		require.NoError(t, err)
		sums := newSums(8, seats)
		for _, m := range first(400, s) {
			sums.add(m)
			require.LessOrEqual(t, sums.spreadOfMatches(), 2, m.Number)
			require.LessOrEqual(t, sums.spreadOfMeetings(), 4, m.Number)
			require.LessOrEqual(t, sums.spreadOfSeats(), 3, m.Number)
		}
	}
}

// TestJoiningChangesNothingBefore: whoever joins at whatever match, what was played is as
// it was, and so is what is played by those who went through the schedule again.
func TestJoiningChangesNothingBefore(t *testing.T) {
	for _, paired := range []bool{false, true} {
		before := first(60, balanced(t, make([]schedule.Stay, 6), paired))
		for k := 1; k < len(before); k++ {
			joined := append(make([]schedule.Stay, 6), schedule.Stay{From: k})
			require.Equal(t, before[:k], first(k, balanced(t, joined, paired)))
			left := make([]schedule.Stay, 6)
			left[2].Until = k
			require.Equal(t, before[:k], first(k, balanced(t, left, paired)))
		}
	}
}

func TestWhoJoinsCatchesUp(t *testing.T) {
	sums := newSums(9, 4)
	joined := append(make([]schedule.Stay, 8), schedule.Stay{From: 200})
	for _, m := range first(400, balanced(t, joined, false)) {
		sums.add(m)
		if m.Number < 200 {
			require.NotContains(t, m.Seats, 8)
		} else if m.Number < 350 {
			require.Contains(t, m.Seats, 8)
		}
	}
	require.LessOrEqual(t, sums.spreadOfMatches(), 2)
	require.LessOrEqual(t, sums.spreadOfMeetings(), 3)
	require.LessOrEqual(t, sums.spreadOfSeats(), 3)
}

func TestWhoLeavesPlaysNoMore(t *testing.T) {
	bots := make([]schedule.Stay, 6)
	bots[2].Until, bots[4].Until = 100, 101
	for _, m := range first(200, balanced(t, bots, false)) {
		require.False(t, m.Number >= 100 && slices.Contains(m.Seats, 2), m)
		require.False(t, m.Number >= 101 && slices.Contains(m.Seats, 4), m)
	}
	bots[0].Until = 150
	require.Len(t, first(200, balanced(t, bots, false)), 150, "three are too few")
	require.Len(t, first(200, balanced(t, bots, true)), 152, "the last group is played to its end")
}

func BenchmarkBalanced(b *testing.B) {
	for _, bots := range []int{13, 100, 1000} {
		b.Run(fmt.Sprint(bots), func(b *testing.B) {
			s := balanced(b, make([]schedule.Stay, bots), false)
			left := b.N
			for range s.Matches() {
				if left--; left == 0 {
					return
				}
			}
		})
	}
}
