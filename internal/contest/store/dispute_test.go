package store_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/store"
)

// found notes what workers have found in a match: who is named froze seat 1.
func found(t *testing.T, s *store.Store, key store.Key, workers ...string) []store.Finding {
	t.Helper()
	var c store.Dispute
	for _, worker := range workers {
		c.Findings = append(c.Findings, store.Finding{Worker: worker, Frozen: []int{1}})
	}
	require.NoError(t, s.SetClaim(t.Context(), key, c, noon))
	return c.Findings
}

func openClaims(t *testing.T, s *store.Store) map[store.Key][]store.Finding {
	t.Helper()
	claims, err := s.Claims(t.Context())
	require.NoError(t, err)
	return claims
}

// addFrozen adds a match of a worker in which a seat is frozen.
func addFrozen(t *testing.T, s *store.Store, l store.League, number int, worker string, seat int) store.Key {
	t.Helper()
	m := with(planned(number), store.Key{byte(number), 31: 1}, result(number))
	m.Worker, m.Verdicts = worker, []match.Verdict{{Seat: seat, Kind: match.OverCPU}}
	_, err := s.Add(t.Context(), l.ID, m, nil)
	require.NoError(t, err)
	return m.Key
}

// TestClaims are open until the match is in the store, or nobody can play it.
func TestClaims(t *testing.T) {
	s, l := beginLeague(t)
	key, other := store.Key{0, 31: 1}, store.Key{9, 31: 1}
	found(t, s, key, "A")
	both := found(t, s, key, "A", "B")
	found(t, s, other, "A")
	require.Equal(t, map[store.Key][]store.Finding{key: both, other: both[:1]}, openClaims(t, s))
	require.NoError(t, s.DropClaim(t.Context(), other))
	addBy(t, s, l, 0, "B", "")
	require.Empty(t, openClaims(t, s))
}

// TestClaimOfAnOlderArena has the name of a worker where its findings are now.
func TestClaimOfAnOlderArena(t *testing.T) {
	path := filepath.Join(t.TempDir(), "league.db")
	require.NoError(t, open(t, path, store.Options{}).Close())
	execute(t, path, "insert into claim values (zeroblob(32), 'UABC', 0)")
	s := open(t, path, store.Options{})
	require.Empty(t, openClaims(t, s))
	found(t, s, store.Key{}, "A")
	require.Len(t, openClaims(t, s), 1)
}

// TestClaimsOfTheRevoked count no more, nor do their matches; else one that is played again would count at once, as if
// somebody had found the same before.
func TestClaimsOfTheRevoked(t *testing.T) {
	s, l := beginLeague(t)
	found(t, s, addBy(t, s, l, 1, "A", ""), "B", "C")
	both := store.Key{2, 31: 1}
	of := found(t, s, both, "A", "B")
	found(t, s, store.Key{3, 31: 1}, "A")
	require.NoError(t, s.Revoke(t.Context(), "A", "it lies", noon))
	require.Equal(t, map[store.Key][]store.Finding{both: of[1:]}, openClaims(t, s))
}

// TestWhatRestsOnAVerdictThatIsNotBelieved is set aside, whoever was the second to find it; but nothing that this
// machine has found, and nothing in which another one is frozen.
func TestWhatRestsOnAVerdictThatIsNotBelieved(t *testing.T) {
	for name, act := range map[string]func(*store.Store) error{
		"not believed": func(s *store.Store) error { return s.Disbelieve(t.Context(), "A", "it freezes bots", noon) },
		"revoked":      func(s *store.Store) error { return s.Revoke(t.Context(), "A", "it freezes bots", noon) },
	} {
		t.Run(name, func(t *testing.T) {
			s, l := beginLeague(t)
			found(t, s, addFrozen(t, s, l, 0, "B", 1), "A", "B")
			found(t, s, addFrozen(t, s, l, 1, "", 1), "A", "")
			found(t, s, addFrozen(t, s, l, 2, "C", 0), "A", "B", "C")
			found(t, s, addFrozen(t, s, l, 3, "C", 1), "B", "C")
			require.NoError(t, act(s))
			require.Equal(t, []int{1, 2, 3}, numbers(t, s, l))
			require.Empty(t, openClaims(t, s), "they are asked anew")

			vacant, err := s.Vacant(t.Context(), l.ID)
			require.NoError(t, err)
			require.Equal(t, []store.VoidedMatch{
				{Planned: planned(0), Key: store.Key{0, 31: 1}, Worker: "B", Why: "it freezes bots", Noted: noon},
			}, vacant)
			addBy(t, s, l, 0, "C", "")
			vacant, err = s.Vacant(t.Context(), l.ID)
			require.NoError(t, err)
			require.Empty(t, vacant)
		})
	}
}

// TestWhoIsNotBelieved is not revoked, may be later, and keeps its first reason.
func TestWhoIsNotBelieved(t *testing.T) {
	s, l := beginLeague(t)
	addBy(t, s, l, 0, "A", "")
	state := func() store.Worker {
		workers, err := s.Workers(t.Context())
		require.NoError(t, err)
		require.Len(t, workers, 1)
		return workers[0]
	}
	require.True(t, state().IsBelieved())
	for _, why := range []string{"it is slow", "again"} {
		require.NoError(t, s.Disbelieve(t.Context(), "A", why, noon))
	}
	require.False(t, state().IsBelieved())
	require.False(t, state().IsRevoked())
	require.Equal(t, "it is slow", state().Why)
	require.Equal(t, []int{0}, numbers(t, s, l))
	require.NoError(t, s.Revoke(t.Context(), "A", "it lies", noon.Add(time.Hour)))
	require.NoError(t, s.Disbelieve(t.Context(), "A", "it is slow", noon))
	require.True(t, state().IsRevoked())
	require.Equal(t, "it lies", state().Why)
}

// TestUnfoundedVerdictsAreCounted once for each match, however often they are noted, and kept when their worker is
// revoked.
func TestUnfoundedVerdictsAreCounted(t *testing.T) {
	s, l := beginLeague(t)
	addBy(t, s, l, 0, "A", "")
	var want []store.Unfounded
	for number := range byte(3) {
		one := store.Unfounded{Worker: "A", Program: [32]byte{number}}
		want = append(want, one)
		for range 2 {
			require.NoError(t, s.SetClaim(t.Context(), store.Key{number, 31: 1}, store.Dispute{
				Findings: []store.Finding{{Worker: "A", Frozen: []int{1}}}, Unfounded: []store.Unfounded{one},
			}, noon))
		}
	}
	require.NoError(t, s.Revoke(t.Context(), "A", "it lies", noon))
	unfounded, err := s.Unfounded(t.Context(), noon)
	require.NoError(t, err)
	require.ElementsMatch(t, want, unfounded)
	unfounded, err = s.Unfounded(t.Context(), noon.Add(time.Second))
	require.NoError(t, err)
	require.Empty(t, unfounded)
	workers, err := s.Workers(t.Context())
	require.NoError(t, err)
	require.Equal(t, 3, workers[0].Unfounded)
}

// TestFailedMatchesAreNotVacant: nobody plays them again.
func TestFailedMatchesAreNotVacant(t *testing.T) {
	s, l := beginLeague(t)
	addBy(t, s, l, 0, "A", "")
	require.NoError(t, s.Revoke(t.Context(), "A", "it lies", noon))
	vacant, err := s.Vacant(t.Context(), l.ID)
	require.NoError(t, err)
	require.Len(t, vacant, 1)
	require.NoError(t, s.Fail(t.Context(), l.ID, store.Failure{Planned: planned(0), Reason: "no", Noted: noon}))
	vacant, err = s.Vacant(t.Context(), l.ID)
	require.NoError(t, err)
	require.Empty(t, vacant)
}
