package remote

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
)

// side is a transport that keeps what it gets.
type side struct {
	mu      sync.Mutex // others look for room at any time
	room    int
	given   []league.Job
	revoked []string

	withdrawn []store.Key
	results   chan league.Delivered
}

func (s *side) Give(_ context.Context, j league.Job) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.given, s.room = append(s.given, j), s.room-1
	return nil
}

func (s *side) Revoke(_ context.Context, worker, _ string) error {
	s.revoked = append(s.revoked, worker)
	return nil
}
func (s *side) Results() <-chan league.Delivered { return s.results }
func (s *side) Present() map[string]int          { return anna }

func (s *side) Room() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.room
}

func (s *side) Withdraw(_ context.Context, key store.Key) { s.withdrawn = append(s.withdrawn, key) }

// anna is who is there.
var anna = map[string]int{"anna": 1}

func numbered(seed uint64, not ...string) league.Job {
	j := sample()
	j.Facts.Seed, j.Not = seed, not
	return j
}

// TestWhoPlaysWhat: this machine first, and what others leave behind.
func TestWhoPlaysWhat(t *testing.T) {
	here, there := &side{room: 1, results: make(chan league.Delivered, 1)},
		&side{room: 5, results: make(chan league.Delivered, 1)}
	all := PlayTogether(t.Context(), here, there)
	defer all.Close()
	require.Equal(t, 6, all.Room())
	for seed := range uint64(4) {
		var not []string
		if seed == 3 {
			not = []string{""} // this machine has played it before
		}
		require.NoError(t, all.Give(t.Context(), numbered(seed, not...)))
	}
	require.Len(t, here.given, 1)
	require.Len(t, there.given, 3)
	done := 0
	here.results <- league.Delivered{Result: league.Result{Key: here.given[0].Key()}, Done: func() { done++ }}
	(<-all.Results()).Done()
	require.Equal(t, 1, done)
	require.Equal(t, []store.Key{here.given[0].Key()}, there.withdrawn, "others need not play it")
	there.results <- league.Delivered{Result: league.Result{Key: there.given[0].Key()}}
	require.Equal(t, there.given[0].Key(), (<-all.Results()).Key)
	all.Close()

	here.room = 5
	now := time.Unix(1e9, 0)
	require.Empty(t, all.abandoned(now, anna))
	require.Empty(t, all.abandoned(now, nil))
	require.Empty(t, all.abandoned(now.Add(lonelyTime-1), nil))
	left := all.abandoned(now.Add(lonelyTime), nil)
	require.Len(t, left, 1, "neither what has come nor what must be played elsewhere")
	require.Equal(t, there.given[1].Key(), left[0].Key())
	require.Empty(t, all.abandoned(now.Add(lonelyTime), nil), "it is played here once")
}

// TestWhatOnlyThisMachineMayPlay is not left with the others, however busy this machine is: a check
// of the only other worker's match would never be made.
func TestWhatOnlyThisMachineMayPlay(t *testing.T) {
	here, there := &side{results: make(chan league.Delivered, 1)}, &side{room: 5, results: make(chan league.Delivered, 1)}
	all := &Together{here: here, there: there}
	now := time.Unix(1e9, 0)
	give := func(j league.Job) { require.NoError(t, all.Give(t.Context(), j)) }
	give(numbered(0, "anna"))
	give(numbered(1, "anna", ""))
	give(numbered(2))
	require.Empty(t, here.given, "it has no room")
	require.Empty(t, all.abandoned(now, anna), "it still has none")
	require.Equal(t, 2, all.Room(), "that of the others")

	here.room = 1
	give(numbered(3))
	require.Empty(t, here.given, "what comes later does not take its room")
	here.room = 2
	give(numbered(4))
	require.Len(t, here.given, 1)
	here.room = 2
	give(numbered(5, ""))
	require.Len(t, here.given, 1, "what it must not play goes to the others, also when it has room")
	here.room = 1
	require.Empty(t, all.abandoned(now, map[string]int{"anna": 1, "bert": 1}), "bert may play it")
	jobs := all.abandoned(now, anna)
	require.Len(t, jobs, 1)
	require.Equal(t, uint64(0), jobs[0].Facts.Seed)
	require.Empty(t, all.abandoned(now, anna))

	here.room = 0
	give(numbered(2, "anna")) // once more: others are not to play it now
	require.Len(t, all.away, 4, "each job is there once")
	require.Equal(t, 1, all.onlyHere())
}

// TestWhoIsRevoked: workers by those who know them.
func TestWhoIsRevoked(t *testing.T) {
	here, there := &side{}, &side{}
	all := &Together{here: here, there: there}
	for _, worker := range []string{"anna", ""} {
		require.NoError(t, all.Revoke(t.Context(), worker, "it lies"))
	}
	require.Equal(t, []string{""}, here.revoked)
	require.Equal(t, []string{"anna"}, there.revoked)
}
