package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/store"
)

func TestQuotasAreKept(t *testing.T) {
	f := begin(t)
	_, set, err := f.Quotas(t.Context(), f.tournament.ID)
	require.NoError(t, err)
	require.False(t, set)
	for _, want := range []store.Quotas{{3, 100, 20}, {0, 1, 0}} {
		require.NoError(t, f.SetQuotas(t.Context(), f.tournament.ID, want))
		got, set, err := f.Quotas(t.Context(), f.tournament.ID)
		require.NoError(t, err)
		require.True(t, set)
		require.Equal(t, want, got)
	}
}

// TestUploadsOfADay: each author has their own, and each counts for a day.
func TestUploadsOfADay(t *testing.T) {
	f := begin(t)
	upload := func(author string, after time.Duration) time.Duration {
		wait, err := f.Upload(t.Context(), f.tournament.ID, author, 2, noon.Add(after))
		require.NoError(t, err)
		return wait
	}
	require.Zero(t, upload("anna", 0))
	require.Zero(t, upload("anna", time.Hour))
	require.Equal(t, 22*time.Hour, upload("anna", 2*time.Hour))
	require.Zero(t, upload("eve", 2*time.Hour))
	require.Equal(t, time.Millisecond, upload("anna", 24*time.Hour-time.Millisecond))
	require.Zero(t, upload("anna", 24*time.Hour))
	require.Equal(t, time.Hour, upload("anna", 24*time.Hour))
	require.Zero(t, upload("anna", 20*time.Hour), "the clock had run ahead")
}

// TestAStoreOfFormat2IsReadAsItIs, and brought up to date when it is written.
func TestAStoreOfFormat2IsReadAsItIs(t *testing.T) {
	f := begin(t)
	for _, old := range []string{
		"drop table quota", "drop table upload", "drop table line", "drop table checkpoint",
		"drop table counted", "drop index part_match", "drop table hours", "drop table change",
		"drop table handed", "drop table personal", "drop table final", "drop table paused", "drop table rated",
		"drop table preferred", "drop table challenge", "alter table match drop column lead_changes",
		"pragma user_version = 2",
	} {
		require.NoError(t, f.Exec(t.Context(), old))
	}
	require.NoError(t, f.Close())
	require.NoError(t, open(t, f.path, store.Options{ReadOnly: true}).Close())
	again := open(t, f.path, store.Options{ReadOnly: true})
	kept, err := again.Tournament(t.Context(), f.tournament.ID)
	require.NoError(t, err)
	require.Len(t, kept.Entrants, 2)
	written := open(t, f.path, store.Options{})
	require.NoError(t, written.SetQuotas(t.Context(), f.tournament.ID, store.Quotas{Bots: 1}))
	format, err := written.Query(t.Context(), "pragma user_version")
	require.NoError(t, err)
	require.Equal(t, fmt.Sprint(store.Format()), format)
}
