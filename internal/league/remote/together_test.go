package remote

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league"
)

// side is a transport that keeps what it gets.
type side struct {
	room    int
	given   []league.Job
	results chan league.Delivered
}

func (s *side) Give(_ context.Context, j league.Job) error {
	s.given, s.room = append(s.given, j), s.room-1
	return nil
}
func (s *side) Results() <-chan league.Delivered             { return s.results }
func (s *side) Room() int                                    { return s.room }
func (s *side) Revoke(context.Context, string, string) error { return nil }
func (s *side) Present() map[string]int                      { return map[string]int{"anna": 1} }

func numbered(seed uint64, not ...string) league.Job {
	j := sample()
	j.Facts.Seed, j.Not = seed, not
	return j
}

// TestWhoPlaysWhat: this machine first, and what others leave behind.
func TestWhoPlaysWhat(t *testing.T) {
	here, there := &side{room: 1, results: make(chan league.Delivered, 1)}, &side{room: 5, results: make(chan league.Delivered, 1)}
	all := PlayTogether(t.Context(), here, there, there)
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
	there.results <- league.Delivered{Result: league.Result{Key: there.given[0].Key()}}
	require.Equal(t, there.given[0].Key(), (<-all.Results()).Key)

	here.room = 5
	now := time.Unix(1e9, 0)
	require.Empty(t, all.abandoned(now, true))
	require.Empty(t, all.abandoned(now, false))
	require.Empty(t, all.abandoned(now.Add(lonelyTime-1), false))
	left := all.abandoned(now.Add(lonelyTime), false)
	require.Len(t, left, 1, "neither what has come nor what must be played elsewhere")
	require.Equal(t, there.given[1].Key(), left[0].Key())
	require.Empty(t, all.abandoned(now.Add(lonelyTime), false), "it is played here once")
}
