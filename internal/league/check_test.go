package league_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
)

// TestHonestWorkersPassTheirChecks: the first 20 matches of each are checked, and nobody is revoked.
func TestHonestWorkersPassTheirChecks(t *testing.T) {
	s, over := checkedLeague(t, 0.0001), newCrowd(t, 1, "anna", "ben", "clara")
	require.Empty(t, runTo(t, s, 90, over))
	require.Empty(t, over.revoked)
	requireTruth(t, s, 90)
	for _, id := range over.names {
		w := workerOf(t, s, id)
		require.Equal(t, "name of "+id, w.Name)
		require.Equal(t, min(w.Matches, 20), w.Passed, id)
		require.Zero(t, w.Failed+w.Refused)
		require.False(t, w.Last.IsZero())
	}
	require.Equal(t, over.by["anna"]+over.by["ben"]+over.by["clara"], over.done)
	for _, m := range table(t, s) {
		require.NotEqual(t, store.CheckDue, m.Check)
		require.False(t, m.HasReplay, "it was kept for the check alone")
	}
}

// TestLiarsAreFound, and what they have played is played again.
func TestLiarsAreFound(t *testing.T) {
	for name, lie := range map[string]lie{
		"no commands":          silenced(2, 1),
		"commands of another":  exchanged,
		"a crash that was not": frozenFor(match.Crash),
	} {
		t.Run(name, func(t *testing.T) {
			s, over := checkedLeague(t, 0.05), newCrowd(t, 2, "anna", "ben", "mallory")
			over.lies["mallory"] = sometimes(0.5, lie)
			told := runTo(t, s, 40, over)
			require.Equal(t, []league.Kind{league.Revoked}, kindsOf(told))
			require.Equal(t, "mallory", told[0].Worker)
			require.Equal(t, "name of mallory", told[0].Name)
			require.Len(t, over.revoked, 1)
			requireTruth(t, s, 40)
			w := workerOf(t, s, "mallory")
			require.True(t, w.IsRevoked())
			require.Equal(t, 1, w.Failed)
			doubted, err := s.Doubted(t.Context(), read(t, s).ID)
			require.NoError(t, err)
			require.Len(t, doubted, w.Matches)
			require.Equal(t, w.Matches, told[0].Count)
			for _, m := range table(t, s) {
				require.NotEqual(t, "mallory", m.Worker)
			}
		})
	}
}

// TestWhoIsOutvotedHasNotPassed: a worker whose every match is a lie has passed no check, whoever is
// asked first.
func TestWhoIsOutvotedHasNotPassed(t *testing.T) {
	tier.Long(t, "a league of many matches")
	for seed := range uint64(6) {
		s, over := checkedLeague(t, 0.05), newCrowd(t, seed, "anna", "ben", "mallory")
		over.lies["mallory"] = always(silenced(2, 1))
		runTo(t, s, 20, over)
		w := workerOf(t, s, "mallory")
		require.True(t, w.IsRevoked())
		require.Zero(t, w.Passed)
	}
}
