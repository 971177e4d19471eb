package league_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/store"
)

// keptIn returns the numbers of the matches whose replays the store has.
func keptIn(t *testing.T, s *store.Store) (kept []int) {
	t.Helper()
	for _, m := range table(t, s) {
		if m.HasReplay {
			kept = append(kept, m.Number)
		}
	}
	count, err := s.Replays(t.Context())
	require.NoError(t, err)
	require.Len(t, kept, count, "none of a match that is not there")
	return kept
}

func keeping(t *testing.T, s *store.Store, rule string) {
	t.Helper()
	require.NoError(t, s.SetKeep(t.Context(), read(t, s).ID, rule))
}

// TestOnlyTheNewestReplaysAreKept, also when the league is served anew, and when the rule is another one then.
func TestOnlyTheNewestReplaysAreKept(t *testing.T) {
	s := begin(t, 6)
	oneByOne := func(first, last int) { // or a match might be stored before one that began sooner
		for matches := first; matches <= last; matches++ {
			runTo(t, s, matches, newDirect())
		}
	}
	keeping(t, s, "all")
	oneByOne(1, 8)
	require.Len(t, keptIn(t, s), 8)
	keeping(t, s, "newest:5")
	oneByOne(8, 8)
	require.Equal(t, []int{3, 4, 5, 6, 7}, keptIn(t, s), "what is too much goes, though nothing is played")
	oneByOne(9, 14)
	require.Equal(t, []int{9, 10, 11, 12, 13}, keptIn(t, s))
	keeping(t, s, "none")
	runTo(t, s, 16, newDirect())
	require.Equal(t, []int{9, 10, 11, 12, 13}, keptIn(t, s), "only a rule with a number drops what there is")
}

// TestReplaysOfUpsetsAreKept: as many as there may be, each time the league is served.
func TestReplaysOfUpsetsAreKept(t *testing.T) {
	const most = 4
	s := begin(t, 5)
	keeping(t, s, "upsets:4")
	runTo(t, s, 3, newDirect())
	require.Equal(t, []int{0, 1, 2}, keptIn(t, s), "there is room for all")
	runTo(t, s, 30, newDirect())
	kept := keptIn(t, s)
	require.Len(t, kept, most)
	require.NotEqual(t, []int{26, 27, 28, 29}, kept, "not the newest")
	runTo(t, s, 30, newDirect())
	require.Len(t, keptIn(t, s), most)
	for _, number := range keptIn(t, s) {
		require.True(t, slices.Contains(kept, number), "what was dropped can't come back")
	}
}

// TestAReplayStaysAsLongAsACheckWaitsForIt, and no longer.
func TestAReplayStaysAsLongAsACheckWaitsForIt(t *testing.T) {
	for _, rule := range []string{"newest:2", "upsets:2"} {
		s := checkedLeague(t, 1)
		keeping(t, s, rule)
		require.Empty(t, runTo(t, s, 10, newCrowd(t, 3, "anna")))
		require.Len(t, keptIn(t, s), 10, "%s: nobody else is there to check them", rule)
		over := newCrowd(t, 4, "anna", "ben")
		require.Empty(t, runTo(t, s, 12, over))
		due, err := s.Due(t.Context(), read(t, s).ID, 100)
		require.NoError(t, err)
		require.Empty(t, due)
		runTo(t, s, 12, over)
		require.LessOrEqual(t, len(keptIn(t, s)), 2, rule)
	}
}

// TestWhatALeagueDoesNotKnowKeepsNothing: losses are of the first bot of a comparison, and a league has none.
func TestWhatALeagueDoesNotKnowKeepsNothing(t *testing.T) {
	s := newLeague(t, t.TempDir()+"/league.db", 4, func(l *store.League) { l.Keep = "losses" })
	runTo(t, s, 3, newDirect())
	require.Empty(t, keptIn(t, s))
}
