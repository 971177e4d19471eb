package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

// playedAt adds a match of two bots of a league that ended at a time.
func playedAt(t *testing.T, s *store.Store, l store.League, number int, ended time.Time, seats ...int) store.Key {
	t.Helper()
	now, err := s.League(t.Context())
	require.NoError(t, err)
	planned := schedule.Planned{Number: number, Group: number, Seed: uint64(number), Seats: seats} //nolint:gosec // small
	m := with(planned, now.Facts(planned).Key(), result(number))
	m.Ended, m.LeadChanges = ended, &number
	_, err = s.Add(t.Context(), l.ID, m, []byte("a replay"))
	require.NoError(t, err)
	return m.Key
}

// TestEverybodySeesTheTableOfThen, by when matches ended and by no other thing: neither when that was asked for,
// nor in which order they came.
func TestEverybodySeesTheTableOfThen(t *testing.T) {
	s, l := beginLeague(t)
	clock := noon.Add(time.Hour)
	public := s.Public(func() time.Time { return clock })
	enter(t, s, l, "anna", 1)
	enter(t, s, l, "ben", 2)
	settle(t, s, l, 0, true)
	playedAt(t, s, l, 0, noon, 0, 1)
	playedAt(t, s, l, 1, noon.Add(time.Hour+time.Millisecond), 1, 0) // the first that is too late
	shown := playedAt(t, s, l, 2, noon.Add(time.Hour), 0, 1)
	enter(t, s, l, "anna", 3)
	enter(t, s, l, "eve", 4)
	settle(t, s, l, 3, true)
	secret := playedAt(t, s, l, 3, noon.Add(2*time.Hour), 2, 3)
	failed := store.Failure{Planned: schedule.Planned{Number: 4, Seats: []int{3, 2}}, Noted: noon.Add(2 * time.Hour)}
	require.NoError(t, s.Fail(t.Context(), l.ID, failed))

	seen := func() (numbers []int, names []string) {
		now, err := public.Tournament(t.Context(), l.ID)
		require.NoError(t, err)
		for m, err := range public.Lines(t.Context(), l.ID, 0) {
			require.NoError(t, err)
			numbers = append(numbers, m.Number)
		}
		for _, e := range now.Entrants {
			require.True(t, e.Stays())
			names = append(names, e.Name)
		}
		require.Len(t, numbers, now.Matches)
		require.True(t, noon.Add(time.Hour).Equal(now.AsOf), now.AsOf)
		return numbers, names
	}
	freeze := store.Hours{Deadline: noon, Freeze: noon.Add(time.Hour)}
	require.NoError(t, s.SetHours(t.Context(), l.ID, freeze))
	numbers, names := seen()
	require.Equal(t, []int{0, 2}, numbers)
	require.Equal(t, []string{"anna", "ben"}, names, "the old version plays, and nobody else has come")
	for number, want := range []bool{true, false, true, false} {
		_, found, err := public.KeyOf(t.Context(), l.ID, number)
		require.NoError(t, err)
		require.Equal(t, want, found, number)
	}
	kept, err := public.Kept(t.Context(), l.ID)
	require.NoError(t, err)
	require.Len(t, kept, 2)
	var whole []int
	for m, err := range public.Matches(t.Context(), l.ID) {
		require.NoError(t, err)
		whole = append(whole, m.Number)
	}
	require.Equal(t, []int{0, 2}, whole)
	changes, err := public.LeadChanges(t.Context(), l.ID, 0)
	require.NoError(t, err)
	require.Equal(t, map[int]int{0: 0, 2: 2}, changes)
	for key, want := range map[store.Key]int{shown: 2, secret: -1} {
		number, err := public.NumberOf(t.Context(), l.ID, key)
		require.NoError(t, err)
		require.Equal(t, want, number)
	}
	failures, err := public.Failures(t.Context(), l.ID)
	require.NoError(t, err)
	require.Empty(t, failures)

	own, err := s.Tournament(t.Context(), l.ID)
	require.NoError(t, err)
	require.Zero(t, own.AsOf)
	require.Equal(t, 4, own.Matches, "the organiser sees all")
	require.Len(t, own.Entrants, 4)

	clock = noon // it is set back: bots are those of now, matches stay hidden
	now, err := public.Tournament(t.Context(), l.ID)
	require.NoError(t, err)
	require.Zero(t, now.AsOf)
	for m, err := range public.Lines(t.Context(), l.ID, 0) {
		require.NoError(t, err)
		require.False(t, m.Ended.After(freeze.Freeze))
	}

	clock = noon.Add(time.Hour)
	seen()
	freeze.Freeze = time.Time{} // it is lifted
	require.NoError(t, s.SetHours(t.Context(), l.ID, freeze))
	now, err = public.Tournament(t.Context(), l.ID)
	require.NoError(t, err)
	require.Equal(t, own, now)
}
