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

// TestWhoJoinsHasItsShare from then on, and some matches more at first: it is in every second one until then.
func TestWhoJoinsHasItsShare(t *testing.T) {
	sums := newSums(9, 4)
	joined := append(make([]schedule.Stay, 8), schedule.Stay{From: 200})
	for _, m := range first(200+900, balanced(t, joined, false)) {
		if m.Number < 200 {
			require.NotContains(t, m.Seats, 8)
			continue
		}
		sums.add(m)
		if m.Number < 200+2*schedule.FewMatches && m.Number%2 == 0 && sums.played[8] < schedule.FewMatches {
			require.Contains(t, m.Seats, 8)
		}
	}
	require.InDelta(t, 4*900/9+schedule.FewMatches, sums.played[8], 4)
	sums.played[8] -= schedule.FewMatches
	require.LessOrEqual(t, sums.spreadOfMatches(), 4)
	for a := range 9 {
		for b := range a {
			require.InDelta(t, 4*900*3/(9*8), sums.met[[2]int{b, a}], 10, "%d and %d", a, b)
		}
	}
}

// TestAVersionGoesOnAsTheOneBefore: the matches are the same, and so they are for who goes through them again.
func TestAVersionGoesOnAsTheOneBefore(t *testing.T) {
	for _, paired := range []bool{false, true} {
		stays := append(make([]schedule.Stay, 8), schedule.Stay{From: 40, After: 3}, schedule.Stay{From: 80, After: 9})
		stays[2].Until, stays[8].Until = 40, 80
		before, again := balanced(t, make([]schedule.Stay, 8), paired).Walk(), schedule.NewWalk(4, paired, 7)
		require.NoError(t, again.Change(stays))
		for m := range balanced(t, stays, paired).Matches() {
			if m.Number == 120 {
				break
			}
			want, _ := before.Next()
			for seat, bot := range m.Seats {
				if bot >= 8 {
					require.Equal(t, 2, want.Seats[seat], m.Number)
					want.Seats[seat] = bot
				}
			}
			require.Equal(t, want.Seats, m.Seats, m.Number)
			require.NoError(t, again.Pass(m.Seats))
		}
		next, _ := again.Next()
		require.Equal(t, first(121, balanced(t, stays, paired))[120], next)
	}
}

// TestTwoTakeNoPlaceTogether: the second one begins beside the first, and is owed what that was.
func TestTwoTakeNoPlaceTogether(t *testing.T) {
	stays := append(make([]schedule.Stay, 8), schedule.Stay{From: 100, After: 1}, schedule.Stay{From: 100, After: 1},
		schedule.Stay{From: 100, After: 2})
	stays[0].Until = 100
	sums := newSums(11, 4)
	for _, m := range first(400, balanced(t, stays, false)) {
		if m.Number >= 100 {
			sums.add(m)
		}
	}
	for bot := 1; bot < 11; bot++ {
		require.InDelta(t, 300*4/10, sums.played[bot], 3, bot)
	}
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
