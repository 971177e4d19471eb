package league_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
)

// watcher keeps how a league stood last, and the most that waited.
type watcher struct {
	last, most league.QueueStats

	out     []schedule.Planned
	mostOut int
	inOrder bool

	mu       sync.Mutex
	verified int
}

func (w *watcher) Stands(s league.QueueStats) {
	w.last = s
	w.most.Given, w.most.Verifying = max(w.most.Given, s.Given), max(w.most.Verifying, s.Verifying)
	w.most.Due, w.most.Missing = max(w.most.Due, s.Due), max(w.most.Missing, s.Missing)
}

func (w *watcher) plays(out []schedule.Planned) {
	w.out, w.mostOut = out, max(w.mostOut, len(out))
	w.inOrder = w.inOrder && slices.IsSortedFunc(out, func(a, b schedule.Planned) int { return a.Number - b.Number })
}

func (w *watcher) Verified(took time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if took > 0 {
		w.verified++
	}
}

// watch plays a league while it is watched.
func watch(t *testing.T, s *store.Store, matches int, over league.Transport) *watcher {
	t.Helper()
	w := &watcher{inOrder: true}
	ctx, stop := context.WithCancel(testkit.Patiently(t))
	defer stop()
	r := league.Run{Store: s, Games: games.All(), Transport: over, Matches: matches, Observer: w, Plays: w.plays}
	require.NoError(t, r.Play(ctx))
	require.Empty(t, w.out, "at the end nothing is out")
	return w
}

// TestALeagueSaysHowItStands: at its end nothing is out, and what came is counted.
func TestALeagueSaysHowItStands(t *testing.T) {
	began := time.Now()
	w := watch(t, begin(t, 4), 12, newDirect())
	require.Equal(t, league.QueueStats{Tally: league.Tally{Stored: 12, Accepted: 12, Newest: w.last.Newest}}, w.last)
	require.False(t, w.last.Newest.Before(began))
	require.Equal(t, 12, w.verified)
	require.Positive(t, w.most.Given)
	require.Equal(t, w.most.Given, w.mostOut)
	require.True(t, w.inOrder)
	require.Positive(t, w.most.Verifying)
}

// TestWhatComesOfLiarsIsCounted: what is refused, compared and set aside.
func TestWhatComesOfLiarsIsCounted(t *testing.T) {
	s, over := checkedLeague(t, 0.05), newCrowd(t, 2, "anna", "ben", "mallory", "trudy")
	over.lies["mallory"] = sometimes(0.5, silenced(2, 1))
	over.lies["trudy"] = always(bitFlipped)
	w := watch(t, s, 40, over)
	doubted, err := s.Doubted(t.Context(), read(t, s).ID)
	require.NoError(t, err)
	require.NotEmpty(t, doubted, "mallory was found")
	require.Equal(t, len(doubted), w.last.SetAside)
	require.Equal(t, 3, w.last.Refused, "then trudy's key counts no more")
	require.Equal(t, 40+w.last.SetAside, w.last.Stored)
	require.Equal(t, w.last.Stored+w.last.Checked, w.last.Accepted)
	passed := 0
	for _, id := range over.names {
		passed += workerOf(t, s, id).Passed
	}
	require.GreaterOrEqual(t, w.last.Checked, passed)
	require.Positive(t, passed)
	require.Positive(t, w.most.Due)
}

// TestALeagueThatWaitsForBotsSaysSo, until it ends.
func TestALeagueThatWaitsForBotsSaysSo(t *testing.T) {
	w := &watcher{}
	ctx, stop := context.WithCancel(testkit.Patiently(t))
	defer stop()
	waits := func(e league.Event) {
		if e.Kind == league.Waiting {
			stop()
		}
	}
	r := league.Run{Store: begin(t, 3), Games: games.All(), Transport: newDirect(), Tell: waits, Observer: w}
	require.ErrorIs(t, r.Play(ctx), context.Canceled)
	require.True(t, w.last.Waiting)
}

// TestMatchesThatNobodyCanPlayAreCounted.
func TestMatchesThatNobodyCanPlayAreCounted(t *testing.T) {
	over := newDirect()
	first := true
	over.spoil = func(d league.Delivered) []league.Delivered {
		if first {
			first = false
			return []league.Delivered{{Result: league.Result{Key: d.Key}, Err: errKilled, Tries: league.MostTries}}
		}
		return []league.Delivered{d}
	}
	w := watch(t, begin(t, 4), 6, over)
	require.Equal(t, 1, w.last.Failed)
	require.Equal(t, 5, w.last.Stored)
}
