package store_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/store"
)

func TestVerdictsAreInTheOrderInWhichTheyWereGiven(t *testing.T) {
	f := begin(t)
	r := f.match(0)
	r.Verdicts = []match.Verdict{{Seat: 1, Kind: match.Crash, Round: 2}, {Seat: 0, Kind: match.Late, Round: 9}}
	_, err := f.Add(t.Context(), f.tournament.ID, r, nil)
	require.NoError(t, err)
	found, known, err := f.Find(t.Context(), f.key(0))
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, r.Verdicts, found.Verdicts)
	require.Equal(t, r.Verdicts, matches(t, f.Store, f.tournament.ID)[0].Verdicts)
}

func TestAResultHasAllFiguresOfEachSeat(t *testing.T) {
	f := begin(t)
	for _, change := range []func(*store.Match){
		func(r *store.Match) { r.Scores = r.Scores[:1] },
		func(r *store.Match) { r.Places = nil },
		func(r *store.Match) { r.CPU = r.CPU[:1] },
		func(r *store.Match) { r.MostCPU = append(r.MostCPU, 1) },
	} {
		r := f.match(0)
		change(&r)
		_, err := f.Add(t.Context(), f.tournament.ID, r, nil)
		require.ErrorContains(t, err, "match 0: ")
	}
	require.Empty(t, matches(t, f.Store, f.tournament.ID))
}

// TestChangesOfTheLeadAreKept, and are not known of matches that an older arena has added.
func TestChangesOfTheLeadAreKept(t *testing.T) {
	f := begin(t)
	_, err := f.add(t.Context(), 0, nil)
	require.NoError(t, err)
	require.NoError(t, f.Exec(t.Context(), `alter table match drop column lead_changes; pragma user_version = 8`))
	require.NoError(t, f.Close())
	old := open(t, f.path, store.Options{ReadOnly: true})
	changes, err := old.LeadChanges(t.Context(), f.tournament.ID, 0)
	require.NoError(t, err)
	require.Empty(t, changes)
	require.Len(t, matches(t, old, f.tournament.ID), 1)

	now := open(t, f.path, store.Options{})
	for number, often := range []int{1: 0, 2: 14} {
		if number > 0 {
			m := f.match(number)
			m.LeadChanges = &often
			_, err := now.Add(t.Context(), f.tournament.ID, m, nil)
			require.NoError(t, err)
		}
	}
	read := open(t, f.path, store.Options{ReadOnly: true})
	for first, want := range []map[int]int{{1: 0, 2: 14}, {1: 0, 2: 14}, {2: 14}, {}} {
		changes, err = read.LeadChanges(t.Context(), f.tournament.ID, first)
		require.NoError(t, err)
		require.Equal(t, want, changes)
	}
	changes, err = read.LeadChanges(t.Context(), f.tournament.ID+1, 0)
	require.NoError(t, err)
	require.Empty(t, changes)
	for often, can := range map[int]bool{-1: false, 0: true, 199: true, 200: false, math.MaxInt64: false} {
		require.NoError(t, now.Exec(t.Context(), fmt.Sprintf("update match set lead_changes = %d", often)))
		changes, err = read.LeadChanges(t.Context(), f.tournament.ID, 0)
		require.NoError(t, err)
		require.Equal(t, can, len(changes) == 3, "%d in 200 rounds", often)
		require.Equal(t, can, len(changes) > 0)
	}
	require.NoError(t, now.Exec(t.Context(), "update match set rounds = 0, lead_changes = 0"))
	changes, err = read.LeadChanges(t.Context(), f.tournament.ID, 0)
	require.NoError(t, err)
	require.Len(t, changes, 3, "a match without rounds has none")
}
