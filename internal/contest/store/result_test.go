package store_test

import (
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
