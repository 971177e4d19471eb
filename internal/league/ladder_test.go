package league_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/contest/ladder"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
)

// TestLadderPlaysWhatItHasDecided, however often it is killed, also when bots join and leave.
func TestLadderPlaysWhatItHasDecided(t *testing.T) {
	tier.Long(t, "a league of many matches")
	league.SetStride(t, 5)
	path := filepath.Join(t.TempDir(), "league.db")
	s := newLeague(t, path, 6, func(l *store.League) { l.Format, l.Ladder = league.Ladder, true })
	killing := newKills(3)
	matches := 40
	if tier.IsLong() {
		matches = 60
	}
	for turn := 0; len(table(t, s)) < matches; turn++ {
		switch turn {
		case 2:
			enter(t, s, "late", 50)
		case 4:
			_, err := s.Withdraw(t.Context(), read(t, s).ID, "bot 2")
			require.NoError(t, err)
		}
		s = killing.play(t, s, path, matches)
	}
	require.Greater(t, killing.count, 3)
	all, entrants := table(t, s), read(t, s).Entrants
	played := make([]int, len(entrants))
	for number, m := range all {
		decision, decided, err := s.Decision(t.Context(), read(t, s).ID, number)
		require.NoError(t, err)
		require.True(t, decided)
		require.Equal(t, decision.Planned, m.Planned)
		require.NotEmpty(t, decision.Why)
		for _, bot := range m.Seats {
			played[bot]++
			require.True(t, entrants[bot].Stay().Includes(number), "bot %d in match %d", bot, number)
		}
	}
	require.GreaterOrEqual(t, played[6], ladder.FewMatches, "the new bot plays first")
}
