package league_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
)

// of returns the matches in which a bot played.
func of(all []store.Match, bot int) (some []store.Match) {
	for _, m := range all {
		if slices.Contains(m.Seats, bot) {
			some = append(some, m)
		}
	}
	return some
}

// TestMatchesOfABotArePlayedAnew with the same seeds and bots, so that they come out the same, when the league goes on.
func TestMatchesOfABotArePlayedAnew(t *testing.T) {
	for format, change := range map[string]func(*store.League){
		league.Balanced: nil, league.Ladder: func(l *store.League) { l.Ladder, l.Format = true, league.Ladder },
	} {
		t.Run(format, func(t *testing.T) {
			s := newLeague(t, newFolder(t).Store(), 6, change)
			runTo(t, s, 20, newDirect())
			before := table(t, s)
			count, err := s.SetAside(t.Context(), read(t, s).ID, 2, "why", noon)
			require.NoError(t, err)
			require.Len(t, of(before, 2), count)
			require.NotZero(t, count)
			require.Empty(t, of(table(t, s), 2))
			require.Equal(t, 20-count, read(t, s).Matches)
			aside := func() int {
				l := league.League{League: read(t, s), Store: s}
				known, err := l.Known(t.Context())
				require.NoError(t, err)
				require.Len(t, known.Doubted, count)
				return known.Aside
			}
			require.Equal(t, count, aside())
			over := newDirect()
			runTo(t, s, 20, over)
			require.Zero(t, aside(), "all were played again")
			require.Len(t, over.given, count, "the others stay")
			require.Equal(t, before, table(t, s))
		})
	}
}

// TestMatchesOfABotArePlayedAnewWhileTheLeagueIsPlayed as soon as another process has set them aside.
func TestMatchesOfABotArePlayedAnewWhileTheLeagueIsPlayed(t *testing.T) {
	s := begin(t, 6)
	runTo(t, s, 20, newDirect())
	before := table(t, s)
	ctx, stop := context.WithCancel(testkit.Patiently(t))
	defer stop()
	asked, aside, back := false, 0, 0
	r := league.Run{Store: s, Games: games.All(), Transport: newDirect(), Tell: func(e league.Event) {
		switch {
		case e.Kind == league.Aside:
			aside = e.Count
		case e.Kind == league.Played && e.Match.Number == 20 && !asked: // it may be played anew, too
			asked = true
			_, err := s.SetAside(t.Context(), read(t, s).ID, 2, "why", noon)
			require.NoError(t, err)
		case e.Kind == league.Played && e.Match.Number < 20:
			back++
		}
		if aside > 0 && back == len(of(before, 2)) {
			stop()
		}
	}}
	require.ErrorIs(t, r.Play(ctx), context.Canceled)
	require.GreaterOrEqual(t, aside, back, "later ones are among them")
	require.Equal(t, before, table(t, s)[:20])
}
