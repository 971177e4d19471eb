package schedule_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/schedule"
)

// TestWalkThroughChanges: whoever joins and leaves on the way, the walk has the matches of a
// schedule that has known it from the beginning.
func TestWalkThroughChanges(t *testing.T) {
	for _, paired := range []bool{false, true} {
		for seed := range uint64(3) {
			stays := make([]schedule.Stay, 5)
			w := schedule.NewWalk(4, paired, seed)
			require.NoError(t, w.Change(stays))
			var walked []schedule.Planned
			for number := range 120 {
				switch number {
				case 20, 41:
					stays = append(stays, schedule.Stay{From: number})
				case 60:
					stays[1].Until = number
					stays = append(stays, schedule.Stay{From: number}, schedule.Never())
				}
				require.NoError(t, w.Change(stays))
				require.Equal(t, number, w.Number())
				m, ok := w.Next()
				require.True(t, ok)
				walked = append(walked, m)
			}
			whole, err := schedule.NewBalanced(stays, 4, paired, seed)
			require.NoError(t, err)
			require.Equal(t, first(120, whole), walked, "seed %d, paired %v", seed, paired)
		}
	}
}

// TestWhoIsPreferredPlaysEverySecondMatch beside its share until it has had its matches, and so does who takes its
// place. Nobody else plays less than half of what it did, and who only passes the matches comes to the same ones.
func TestWhoIsPreferredPlaysEverySecondMatch(t *testing.T) {
	stays := make([]schedule.Stay, 40)
	w, passing := schedule.NewWalk(4, false, 7), schedule.NewWalk(4, false, 7)
	var sat [41]int
	for number := range 400 {
		switch number {
		case 220:
			stays[3].Until = number
			stays = append(stays, schedule.Stay{From: number, After: 4})
		}
		debts := []schedule.Debt{{Bot: 3, From: 200, Matches: 30}, {Bot: 39, From: 300, Matches: 50}, {Bot: 39, From: 304}}
		require.NoError(t, w.Change(stays, debts...))
		require.NoError(t, passing.Change(stays, debts...))
		m, ok := w.Next()
		require.True(t, ok)
		if number%7 == 3 {
			other, _ := passing.Next()
			require.Equal(t, m, other)
		} else {
			require.NoError(t, passing.Pass(m.Seats))
		}
		for _, bot := range m.Seats {
			if number >= 200 && number < 260 {
				sat[bot]++
			}
		}
		switch preferred := slices.Contains(m.Seats, 3) || slices.Contains(m.Seats, 40); {
		case number >= 200 && number < 260 && number%2 == 0:
			require.True(t, preferred, number)
		case number == 300 || number == 302:
			require.Contains(t, m.Seats, 39)
		}
		if number >= 200 {
			require.Equal(t, max(0, 30-(number-198)/2), w.Owes(3), number)
		}
	}
	for bot, times := range sat[:40] {
		if bot == 3 {
			times += sat[40] - 30
		}
		require.True(t, times >= 3 && times <= 8, "bot %d sat %d times, beside what it was owed", bot, times)
	}
}

// TestWalkWaitsForBots, and goes on where it was.
func TestWalkWaitsForBots(t *testing.T) {
	w := schedule.NewWalk(4, false, 9)
	_, ok := w.Next()
	require.False(t, ok)
	require.NoError(t, w.Change(make([]schedule.Stay, 4)))
	for range 10 {
		_, ok = w.Next()
		require.True(t, ok)
	}
	stays := make([]schedule.Stay, 4)
	stays[3].Until = 10
	require.NoError(t, w.Change(stays))
	_, ok = w.Next()
	require.False(t, ok)
	stays = append(stays, schedule.Stay{From: 10})
	require.NoError(t, w.Change(stays))
	m, ok := w.Next()
	require.True(t, ok)
	require.Equal(t, 10, m.Number)
	require.Contains(t, m.Seats, 4)
	require.NotContains(t, m.Seats, 3)
}

// TestWalkDoesNotChangeWhatWas: what was played before stays as it was.
func TestWalkDoesNotChangeWhatWas(t *testing.T) {
	for name, stays := range map[string][]schedule.Stay{
		"joined before": append(make([]schedule.Stay, 5), schedule.Stay{From: 9}),
		"left before":   {{}, {}, {}, {}, {Until: 9}},
		"came later":    {{}, {}, {}, {}, {From: 3}},
		"never came":    {{}, {}, {}, {}, schedule.Never()},
		"fewer":         make([]schedule.Stay, 4),
	} {
		w := schedule.NewWalk(4, false, 9)
		require.NoError(t, w.Change(make([]schedule.Stay, 5)))
		for range 10 {
			w.Next()
		}
		require.Error(t, w.Change(stays), name)
		require.NoError(t, w.Change(append(make([]schedule.Stay, 5), schedule.Stay{From: 10})),
			fmt.Sprint(name, ": unchanged"))
	}
}

// TestWalkPasses: who goes past known matches is where who has worked them out is; also where some
// between them are not known, and bots join and leave.
func TestWalkPasses(t *testing.T) {
	for _, paired := range []bool{false, true} {
		stays := append(make([]schedule.Stay, 6), schedule.Stay{From: 41})
		stays[2].Until = 60
		whole := first(120, balanced(t, stays, paired))
		w := schedule.NewWalk(4, paired, 7)
		require.NoError(t, w.Change(stays))
		for _, m := range whole[:100] {
			if m.Number%7 != 3 {
				require.NoError(t, w.Pass(m.Seats))
				continue
			}
			next, ok := w.Next()
			require.True(t, ok)
			require.Equal(t, m, next)
		}
		for _, want := range whole[100:] {
			m, _ := w.Next()
			require.Equal(t, want, m)
		}
	}
}

func TestWalkPassesNoMatchThatCannotBe(t *testing.T) {
	w := schedule.NewWalk(4, true, 1)
	require.NoError(t, w.Change(append(make([]schedule.Stay, 5), schedule.Stay{From: 9})))
	for _, seats := range [][]int{
		nil,
		{0, 1, 2},
		{0, 1, 2, 3, 4},
		{0, 1, 2, 2},
		{0, 1, 2, -1},
		{0, 1, 2, 6},
		{0, 1, 2, 5},
	} {
		require.Error(t, w.Pass(seats), seats)
	}
	require.NoError(t, w.Pass([]int{3, 1, 4, 0}))
	require.Error(t, w.Pass([]int{3, 1, 4, 0}), "they move on by a seat")
	require.Equal(t, 1, w.Number())
	m, _ := w.Next()
	require.ElementsMatch(t, []int{3, 1, 4, 0}, m.Seats)
}

// BenchmarkPass is what a league does for each of its matches when it begins again.
func BenchmarkPass(b *testing.B) {
	w := schedule.NewWalk(4, false, 1)
	require.NoError(b, w.Change(make([]schedule.Stay, 1000)))
	for number := 0; b.Loop(); number++ {
		require.NoError(b, w.Pass([]int{number % 1000, (number + 1) % 1000, (number + 2) % 1000, (number + 3) % 1000}))
	}
}
