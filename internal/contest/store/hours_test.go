package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/store"
)

func TestHoursOfALeague(t *testing.T) {
	f := begin(t)
	for _, want := range []store.Hours{
		{},
		{Opens: noon, Deadline: noon.Add(time.Hour), Late: 90 * time.Minute},
		{Deadline: noon},
		{},
	} {
		if want != (store.Hours{}) {
			require.NoError(t, f.SetHours(t.Context(), f.tournament.ID, want))
		}
		got, err := f.Hours(t.Context(), f.tournament.ID)
		require.NoError(t, err)
		require.True(t, want.Opens.Equal(got.Opens), got.Opens)
		require.True(t, want.Deadline.Equal(got.Deadline), got.Deadline)
		require.Equal(t, want.Late, got.Late)
		require.NoError(t, f.SetHours(t.Context(), f.tournament.ID, store.Hours{}))
	}
}

// TestWhoCameLateIsKnown also to whoever only reads, and when.
func TestWhoCameLateIsKnown(t *testing.T) {
	f := begin(t)
	late := f.tournament.Entrants[0]
	late.Name, late.Late, late.Came = "late", 90*time.Second, noon
	_, err := f.Enter(t.Context(), f.tournament.ID, late)
	require.NoError(t, err)
	kept, err := open(t, f.path, store.Options{ReadOnly: true}).Tournament(t.Context(), f.tournament.ID)
	require.NoError(t, err)
	require.Len(t, kept.Entrants, 3)
	require.Zero(t, kept.Entrants[1].Late)
	require.Zero(t, kept.Entrants[1].Came, "it is not known")
	require.Equal(t, late.Late, kept.Entrants[2].Late)
	require.True(t, noon.Equal(kept.Entrants[2].Came), kept.Entrants[2].Came)
}

// TestChangesAreWrittenDown, the newest first.
func TestChangesAreWrittenDown(t *testing.T) {
	f := begin(t)
	all := []store.Change{
		{noon, "anna", "one"}, {noon.Add(time.Hour), "ben", "two"}, {noon.Add(time.Hour), "anna", "three"},
	}
	for _, c := range all {
		require.NoError(t, f.NoteChange(t.Context(), f.tournament.ID, c))
	}
	got, err := f.Changes(t.Context(), f.tournament.ID, 2)
	require.NoError(t, err)
	require.Len(t, got, 2)
	for i, want := range []store.Change{all[2], all[1]} {
		require.True(t, want.Noted.Equal(got[i].Noted))
		require.Equal(t, [2]string{want.Who, want.What}, [2]string{got[i].Who, got[i].What})
	}
}
