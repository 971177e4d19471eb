package league_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/schedule"
	"github.com/botarena/arena/internal/store"
)

// TestLadderPlaysWhatItHasDecided, however often it is killed, also when bots join and leave.
func TestLadderPlaysWhatItHasDecided(t *testing.T) {
	path := filepath.Join(t.TempDir(), "league.db")
	s := newLeague(t, path, 6, func(l *store.League) { l.Format, l.Ladder = league.Ladder, true })
	random := rand.New(rand.NewPCG(3, 4))
	const matches = 60
	for kills := 0; len(table(t, s)) < matches; kills++ {
		require.Less(t, kills, 100)
		switch kills {
		case 2:
			enter(t, s, "late", 50)
		case 4:
			_, err := s.Withdraw(t.Context(), read(t, s).ID, "bot 2")
			require.NoError(t, err)
		}
		over := &killed{direct: newDirect(), after: 4 + random.IntN(12), holds: random.IntN(3), rand: random}
		r := league.Run{Store: s, Games: games.All(), Transport: over, Matches: matches}
		ctx, stop := context.WithTimeout(t.Context(), 200*time.Millisecond)
		_ = r.Play(ctx)
		stop()
		require.NoError(t, s.Close())
		s = open(t, path)
	}
	decisions, err := s.Decisions(t.Context(), read(t, s).ID)
	require.NoError(t, err)
	all, entrants := table(t, s), read(t, s).Entrants
	played := make([]int, len(entrants))
	for number, m := range all {
		require.Equal(t, decisions[number].Match, m.Match)
		require.NotEmpty(t, decisions[number].Why)
		for _, bot := range m.Match.Seats {
			played[bot]++
			require.True(t, entrants[bot].Stay().Includes(number), "bot %d in match %d", bot, number)
		}
	}
	require.GreaterOrEqual(t, played[6], schedule.FewMatches, "the new bot plays first")
}
