package store_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

// TestABotIsPreferredFromAMatchOn until it has had its matches, another word is said, or nobody of its name plays. A
// new version goes on with it. All that was said stays: who plays follows from it.
func TestABotIsPreferredFromAMatchOn(t *testing.T) {
	s, l := beginLeague(t)
	prefer := func(name string, matches int) bool {
		found, err := s.Prefer(t.Context(), l.ID, name, matches)
		require.NoError(t, err)
		return found
	}
	now := func() store.League {
		now, err := s.League(t.Context())
		require.NoError(t, err)
		return now
	}
	require.False(t, prefer("a", 3))
	for i, name := range []string{"a", "b"} {
		enter(t, s, l, name, byte(i))
	}
	require.True(t, prefer("b", 3))
	require.Equal(t, []int{1}, now().Prefers())
	require.Equal(t, []schedule.Debt{{Bot: 1, From: math.MaxInt, Matches: 3}}, now().Debts())
	settle := func(next int) {
		changed, err := s.Settle(t.Context(), l.ID, next)
		require.NoError(t, err)
		require.True(t, changed)
	}
	settle(0)
	require.True(t, prefer("a", 5))
	settle(4)
	enter(t, s, l, "b", 7) // a version
	settle(6)
	require.Equal(t, []int{0, 2}, now().Prefers())
	require.NoError(t, s.EndPreferences(t.Context(), l.ID, 0))
	require.True(t, prefer("b", 0))
	require.Empty(t, now().Prefers())
	settle(8)
	require.Equal(t, []schedule.Debt{{Bot: 1, From: 0, Matches: 3}, {Bot: 0, From: 4, Matches: 5}, {Bot: 2, From: 8}},
		now().Debts())
	require.True(t, prefer("b", 9))
	_, err := s.Withdraw(t.Context(), l.ID, "b")
	require.NoError(t, err)
	require.Empty(t, now().Prefers(), "nobody of that name plays")
}
