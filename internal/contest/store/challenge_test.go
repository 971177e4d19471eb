package store_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

var bounds = store.ChallengeBounds{Waiting: 3, Day: 4, Kept: 2}

// challenge asks for a challenge of two bots.
func challenge(t *testing.T, s *store.Store, l store.League, person string, now time.Time) (store.Challenge, error) {
	t.Helper()
	c := store.Challenge{Tournament: sample(), Person: person}
	c.Kind, c.First = store.KindSeries, uint64(now.UnixMilli()) //nolint:gosec // never negative
	return s.BeginChallenge(t.Context(), l.ID, c, bounds, now)
}

// ended plays a match of a challenge, and ends it.
func ended(t *testing.T, s *store.Store, c store.Challenge, now time.Time) {
	t.Helper()
	planned := schedule.Planned{Seed: c.First, Seats: []int{0, 1}}
	_, err := s.Add(t.Context(), c.ID, with(planned, c.Facts(planned).Key(), result(0)), []byte("a replay"))
	require.NoError(t, err)
	require.NoError(t, s.EndChallenge(t.Context(), c.ID, "", now))
}

// TestChallengesAreBounded by person, by day, and all together; a clock that was set back lets nobody wait.
func TestChallengesAreBounded(t *testing.T) {
	s, l := beginLeague(t)
	now := noon
	next := func() time.Time { now = now.Add(time.Minute); return now }
	anna, err := challenge(t, s, l, "anna", next())
	require.NoError(t, err)
	again, err := challenge(t, s, l, "anna", next())
	require.NoError(t, err)
	require.Equal(t, anna, again, "the answer to the first may have been lost")
	other := store.Challenge{Tournament: sample(), Person: "anna"}
	slices.Reverse(other.Entrants)
	_, err = s.BeginChallenge(t.Context(), l.ID, other, bounds, next())
	require.ErrorIs(t, err, store.ErrChallengeWaits)
	for _, person := range []string{"ben", "cleo"} {
		_, err = challenge(t, s, l, person, next())
		require.NoError(t, err)
	}
	_, err = challenge(t, s, l, "dora", next())
	require.ErrorIs(t, err, store.ErrChallengesWait)

	waits, found, err := s.NextChallenge(t.Context(), l.ID)
	require.NoError(t, err)
	require.True(t, found)
	require.Equal(t, anna, waits)
	ended(t, s, anna, next())
	waits, _, err = s.NextChallenge(t.Context(), l.ID)
	require.NoError(t, err)
	require.Equal(t, "ben", waits.Person)
	_, found, err = s.NextChallenge(t.Context(), l.ID+1)
	require.NoError(t, err)
	require.False(t, found, "it is of another league")

	bounds.Kept = 100
	defer func() { bounds.Kept = 2 }()
	for range 3 {
		c, err := challenge(t, s, l, "anna", next())
		require.NoError(t, err)
		ended(t, s, c, now)
	}
	many := new(store.ManyError)
	_, err = challenge(t, s, l, "anna", noon.Add(time.Hour))
	require.ErrorAs(t, err, &many)
	require.Equal(t, 23*time.Hour+time.Minute, many.Wait)
	_, err = challenge(t, s, l, "anna", noon.Add(-time.Hour))
	require.NoError(t, err, "the clock had run ahead")
}

// TestOldChallengesAreForgotten with all that was of them, but no match that counts elsewhere.
func TestOldChallengesAreForgotten(t *testing.T) {
	s, l := beginLeague(t)
	count := func(table string) string {
		n, err := s.Query(t.Context(), "select count(*) from "+table)
		require.NoError(t, err)
		return n
	}
	before := map[string]string{}
	tables := []string{"tournament", "entrant", "part", "match", "seat", "replay", "line", "counted", "challenge"}
	for _, table := range tables {
		before[table] = count(table)
	}
	var all []store.Challenge
	for hour := range 5 {
		c, err := challenge(t, s, l, string(rune('a'+hour)), noon.Add(time.Duration(hour)*time.Hour))
		require.NoError(t, err)
		ended(t, s, c, noon.Add(time.Duration(hour)*time.Hour))
		all = append(all, c)
	}
	kept, err := s.Challenges(t.Context(), l.ID, 10)
	require.NoError(t, err)
	require.Len(t, kept, 3, "that which was asked for last waited then")
	require.Equal(t, all[4].ID, kept[0].ID)
	_, found, err := s.Challenge(t.Context(), l.ID, all[0].ID)
	require.NoError(t, err)
	require.False(t, found)
	for _, table := range []string{"match", "part", "replay", "line", "counted", "challenge"} {
		require.Equal(t, "3", count(table), "%s: %s before", table, before[table])
	}
	require.Equal(t, "6", count("seat"))

	shared := all[4]
	planned := schedule.Planned{Seed: shared.First, Seats: []int{0, 1}}
	_, known, err := s.Place(t.Context(), l.ID, planned, shared.Facts(planned).Key())
	require.NoError(t, err)
	require.True(t, known)
	for hour := 5; hour < 9; hour++ {
		c, err := challenge(t, s, l, string(rune('a'+hour)), noon.Add(time.Duration(hour)*time.Hour))
		require.NoError(t, err)
		ended(t, s, c, noon.Add(time.Duration(hour)*time.Hour))
	}
	_, found, err = s.Challenge(t.Context(), l.ID, shared.ID)
	require.NoError(t, err)
	require.False(t, found)
	require.Equal(t, "4", count("match"), "one is of the league")
}

// TestAFreezeHidesChallenges that had not ended before it.
func TestAFreezeHidesChallenges(t *testing.T) {
	s, l := beginLeague(t)
	clock := noon
	public := s.Public(func() time.Time { return clock })
	early, err := challenge(t, s, l, "anna", noon)
	require.NoError(t, err)
	ended(t, s, early, noon.Add(time.Hour))
	late, err := challenge(t, s, l, "ben", noon.Add(time.Minute))
	require.NoError(t, err)
	require.NoError(t, s.SetHours(t.Context(), l.ID, store.Hours{Freeze: noon.Add(time.Hour)}))
	shown := func(in *store.Store) int {
		list, err := in.Challenges(t.Context(), l.ID, 10)
		require.NoError(t, err)
		_, found, err := in.Challenge(t.Context(), l.ID, late.ID)
		require.NoError(t, err)
		require.Equal(t, len(list) == 2, found)
		return len(list)
	}
	require.Equal(t, 2, shown(public), "the freeze has not begun")
	clock = noon.Add(time.Hour)
	require.Equal(t, 1, shown(public))
	ended(t, s, late, noon.Add(time.Hour+time.Millisecond))
	require.Equal(t, 1, shown(public))
	require.Equal(t, 2, shown(s))
	require.NoError(t, s.SetHours(t.Context(), l.ID, store.Hours{}))
	require.Equal(t, 2, shown(public))
}
