package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
)

// TestABotComesBackAsItself: as another entrant, which has all that the first one had.
func TestABotComesBackAsItself(t *testing.T) {
	s, l := beginLeague(t)
	anna := store.Entrant{
		Entrant: played.Entrant{Name: "anna", Version: "1", Typed: "a", Program: [32]byte{1}}, Package: [32]byte{2},
		Signer: "key", Author: "Anna", Person: "p", Late: time.Minute, Came: noon,
	}
	_, err := s.Enter(t.Context(), l.ID, anna)
	require.NoError(t, err)
	enter(t, s, l, "ben", 2)
	settle(t, s, l, 0, true)
	does := func(do func(*store.Store) (bool, error), want bool) {
		t.Helper()
		found, err := do(s)
		require.NoError(t, err)
		require.Equal(t, want, found)
	}
	pause := func(s *store.Store) (bool, error) { return s.Pause(t.Context(), l.ID, "anna") }
	goOn := func(s *store.Store) (bool, error) { return s.GoOn(t.Context(), l.ID, "anna") }
	paused := func(number int) bool {
		now, err := s.League(t.Context())
		require.NoError(t, err)
		return now.Entrants[number].Paused
	}

	does(goOn, false)
	does(pause, true)
	does(pause, false)
	require.True(t, paused(0))
	does(goOn, true) // before it has gone
	settle(t, s, l, 3, false)
	require.Equal(t, [][2]int{{0, -1}, {0, -1}}, stays(t, s))

	does(pause, true)
	settle(t, s, l, 3, true)
	require.True(t, paused(0))
	does(goOn, true)
	does(goOn, false)
	settle(t, s, l, 5, true)
	require.Equal(t, [][2]int{{0, 3}, {0, -1}, {5, -1}}, stays(t, s))
	now, err := s.League(t.Context())
	require.NoError(t, err)
	back := now.Entrants[2]
	require.NotNil(t, back.Joined)
	require.True(t, noon.Equal(back.Came))
	back.Joined, back.Came = nil, noon
	require.Equal(t, anna, back)
	require.Equal(t, []int{2, 1, 2}, store.Last(now.Entrants))

	does(pause, true)
	anna.Program = [32]byte{3} // its author has a new version
	_, err = s.Enter(t.Context(), l.ID, anna)
	require.NoError(t, err)
	require.False(t, paused(2))
	does(goOn, false)
	settle(t, s, l, 7, true)
	require.Equal(t, [][2]int{{0, 3}, {0, -1}, {5, 7}, {7, -1}}, stays(t, s))
}
