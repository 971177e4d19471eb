package league_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

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

// leads are how often the leads of matches have changed, by number.
func leads(t *testing.T, s *store.Store) map[int]int {
	t.Helper()
	changes, err := s.LeadChanges(t.Context(), read(t, s).ID, 0)
	require.NoError(t, err)
	return changes
}

// TestMatchesOfABotArePlayedAnew with the same seeds and bots, so that they come out the same, when the league goes on.
func TestMatchesOfABotArePlayedAnew(t *testing.T) {
	for format, change := range map[string]func(*store.League){
		league.Balanced: nil, league.Ladder: func(l *store.League) { l.Ladder, l.Format = true, league.Ladder },
	} {
		t.Run(format, func(t *testing.T) {
			s := newLeague(t, newFolder(t).Store(), 6, change)
			runTo(t, s, 20, newDirect())
			before, led := table(t, s), leads(t, s)
			count, _, err := s.SetAside(t.Context(), read(t, s).ID, 2, nil, "why", noon)
			require.NoError(t, err)
			require.Len(t, of(before, 2), count)
			require.NotZero(t, count)
			require.Empty(t, of(table(t, s), 2))
			require.Equal(t, 20-count, read(t, s).Matches)
			require.Len(t, leads(t, s), 20-count)
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
			require.Equal(t, led, leads(t, s))
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
			_, _, err := s.SetAside(t.Context(), read(t, s).ID, 2, nil, "why", noon)
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

// TestMatchesWithRemovedBotsStay: they can't be played anew, so a rejudge of an opponent leaves them as they are.
func TestMatchesWithRemovedBotsStay(t *testing.T) {
	l, bots := crowded(t, "all", nil)
	serve(t, l, 10, newDirect())
	withdraw(t, l, "anna")
	serve(t, l, 14, newDirect())
	requireThere(t, l, bots[0], false, false)
	require.NoError(t, l.Read(t.Context()))
	before := table(t, l.Store)
	both := len(of(of(before, 0), 1))
	aside, stay, err := l.Rejudge(t.Context(), 1, noon)
	require.NoError(t, err)
	require.Equal(t, []int{len(of(before, 1)) - both, both}, []int{aside, stay})
	require.NotZero(t, aside)
	require.NotZero(t, stay)
	require.Equal(t, of(of(before, 0), 1), of(table(t, l.Store), 1))
	over := newDirect()
	serve(t, l, 14, over)
	require.Len(t, over.given, aside)
	require.Equal(t, before, table(t, l.Store))
}

// TestProgramsStayForWhatIsSetAsideNow, also by another process since the league has looked.
func TestProgramsStayForWhatIsSetAsideNow(t *testing.T) {
	l, bots := crowded(t, "all", nil)
	serve(t, l, 10, newDirect())
	withdraw(t, l, "anna")
	runTo(t, l.Store, 14, newDirect()) // which removes nothing
	before := table(t, l.Store)
	var asked sync.Once
	r := league.Run{Store: l.Store, Folder: l.Folder, Games: games.All(), Transport: newDirect(), Matches: 14}
	r.Now = func() time.Time {
		asked.Do(func() { // when it is about to remove something
			aside, stay, err := l.Rejudge(t.Context(), 0, noon)
			require.NoError(t, err)
			require.Equal(t, []int{len(of(before, 0)), 0}, []int{aside, stay})
		})
		requireThere(t, l, bots[0], true, true)
		return noon
	}
	require.NoError(t, r.Play(testkit.Patiently(t)))
	require.Equal(t, before, table(t, l.Store))
	serve(t, l, 14, newDirect())
	requireThere(t, l, bots[0], false, false)
}

// TestWhatCanBePlayedNoMoreIsGivenUpAtOnce, however much of it there is: an older arena has set it aside.
func TestWhatCanBePlayedNoMoreIsGivenUpAtOnce(t *testing.T) {
	s := begin(t, 6)
	runTo(t, s, 40, newDirect())
	before := table(t, s)
	_, _, err := s.SetAside(t.Context(), read(t, s).ID, 2, nil, "why", noon)
	require.NoError(t, err)
	lost := of(before, 2)
	require.Greater(t, len(lost), 10)
	over := newDirect()
	over.spoil = func(d league.Delivered) []league.Delivered {
		for _, m := range lost {
			if m.Key == d.Key {
				return []league.Delivered{{
					Result: league.Result{Key: d.Key}, Err: fmt.Errorf("zorg: zorg %w", league.ErrRemoved),
				}}
			}
		}
		return []league.Delivered{d}
	}
	runTo(t, s, 41, over)
	require.Len(t, over.given, len(lost)+1, "each once")
	l := league.League{League: read(t, s), Store: s}
	known, err := l.Known(t.Context())
	require.NoError(t, err)
	require.Zero(t, known.Aside)
}
