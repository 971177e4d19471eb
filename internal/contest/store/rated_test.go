package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/store"
)

// TestRatingsAreKeptByDay: the last table of a day counts, also for those who only read.
func TestRatingsAreKeptByDay(t *testing.T) {
	f := begin(t)
	of, low, high := f.tournament.ID, 1400.5, 1600.5
	day := func(day string, bot, place int, rating float64) store.Rated {
		return store.Rated{Day: day, Entrant: bot, Place: place, Matches: 7, Rating: rating}
	}
	sure := day("2026-11-29", 0, 1, 1500)
	sure.Low, sure.High = &low, &high
	first, second := day("2026-11-27", 1, 1, 1510), day("2026-11-27", 0, 2, 1490)
	for _, all := range [][]store.Rated{
		{first, second},
		{day("2026-11-29", 0, 2, 1), day("2026-11-29", 1, 1, 2)},
		{sure, day("2026-11-29", 1, 2, 1400)},
	} {
		require.NoError(t, f.KeepRatings(t.Context(), of, all))
	}
	read := open(t, f.path, store.Options{ReadOnly: true})
	got, err := read.RatingsOf(t.Context(), of, 0, 10)
	require.NoError(t, err)
	require.Equal(t, []store.Rated{second, sure}, got)
	got, err = read.RatingsOf(t.Context(), of, 0, 1)
	require.NoError(t, err)
	require.Equal(t, []store.Rated{sure}, got, "the newest")
	for before, want := range map[string][]store.Rated{
		"2026-11-29": {first, second}, "2026-11-28": {first, second}, "2026-11-27": nil,
	} {
		got, err = read.RatingsBefore(t.Context(), of, before)
		require.NoError(t, err)
		require.Equal(t, want, got, before)
	}
	got, err = read.Leaders(t.Context(), of, 10)
	require.NoError(t, err)
	require.Equal(t, []store.Rated{first, sure}, got)
	got, err = read.Leaders(t.Context(), of+1, 10)
	require.NoError(t, err)
	require.Empty(t, got)
}

// TestRatingsAreHiddenFromTheDayOfTheFreezeOn: the table of that day may be of its end, if the freeze was set later.
func TestRatingsAreHiddenFromTheDayOfTheFreezeOn(t *testing.T) {
	f := begin(t)
	before, day := store.Rated{Day: "2026-11-28", Place: 1}, store.Rated{Day: "2026-11-29", Place: 1}
	for _, one := range []store.Rated{before, day, {Day: "2026-11-30", Place: 1}} {
		require.NoError(t, f.KeepRatings(t.Context(), f.tournament.ID, []store.Rated{one}))
	}
	freeze := time.Date(2026, 11, 29, 12, 0, 0, 0, time.Local) // days are those of where the league is
	require.NoError(t, f.SetHours(t.Context(), f.tournament.ID, store.Hours{Freeze: freeze}))
	got, err := f.Public(nil).Leaders(t.Context(), f.tournament.ID, 10)
	require.NoError(t, err)
	require.Equal(t, []store.Rated{before}, got)
}

// TestAStoreWithoutRatingsIsReadAndBroughtUpToDate: an arena of before has written it.
func TestAStoreWithoutRatingsIsReadAndBroughtUpToDate(t *testing.T) {
	f := begin(t)
	_, err := f.add(t.Context(), 0, nil)
	require.NoError(t, err)
	require.NoError(t, f.Exec(t.Context(), `drop table rated; drop table preferred; drop table challenge; drop table final; drop table paused;
		alter table hours drop column freeze; alter table match drop column lead_changes; pragma user_version = 6`))
	require.NoError(t, f.Close())
	old := open(t, f.path, store.Options{ReadOnly: true})
	got, err := old.RatingsOf(t.Context(), f.tournament.ID, 0, 10)
	require.NoError(t, err)
	require.Empty(t, got)
	require.Len(t, matches(t, old, f.tournament.ID), 1)
	now := open(t, f.path, store.Options{})
	want := []store.Rated{{Day: "2026-11-29", Place: 1, Matches: 1, Rating: 1500}}
	require.NoError(t, now.KeepRatings(t.Context(), f.tournament.ID, want))
	got, err = now.Leaders(t.Context(), f.tournament.ID, 10)
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Len(t, matches(t, now, f.tournament.ID), 1)
}
