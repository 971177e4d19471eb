package league

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

// TestNoBotCostsMoreWorkersWhereAReplayIsGone: a match that had passed is checked anew when who has confirmed it is
// revoked, and its replay was dropped by then. So nobody knows with whose commands it began to differ.
func TestNoBotCostsMoreWorkersWhereAReplayIsGone(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "league.db"), store.Options{})
	require.NoError(t, err)
	defer s.Close() //nolint:errcheck // nothing was written
	type program = [32]byte
	var league store.League
	for _, one := range []program{{1}, {2}, {3}, {3}} {
		league.Entrants = append(league.Entrants, store.Entrant{Entrant: played.Entrant{Program: one}})
	}
	all := []finding{{"anna", []byte("a")}, {"ben", []byte("b")}, {"clara", []byte("b")}}
	for name, test := range map[string]struct {
		cost map[program]int
		odd  []string
	}{
		"the first":               {nil, []string{"anna"}},
		"the second":              {map[program]int{{1}: 1, {2}: 1, {3}: 1}, []string{"anna"}},
		"one too many":            {map[program]int{{3}: mostCost}, nil},
		"others have cost enough": {map[program]int{{4}: mostCost}, []string{"anna"}},
	} {
		p := &playing{Run: &Run{Store: s}, league: league, checks: checks{cost: test.cost}}
		c := store.Conclusion{Again: store.Replayed{Worker: "clara"}}
		c, err := p.decide(t.Context(), c, schedule.Planned{Seats: []int{0, 1, 2, 3}}, all)
		require.NoError(t, err, name)
		require.Equal(t, test.odd, c.Odd, name)
		require.Empty(t, c.Varying, name)
		if test.odd == nil {
			require.Equal(t, store.CheckVoid, c.Check, name)
			continue
		}
		require.Equal(t, store.CheckFailed, c.Check, name)
		require.Equal(t, []program{{1}, {2}, {3}}, c.Began, name)
	}
}
