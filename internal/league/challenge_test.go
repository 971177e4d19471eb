package league_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
)

// TestAChallengeIsOfBotsThatPlay, on ten seeds that are drawn then, and each bot sits in each seat about as often.
func TestAChallengeIsOfBotsThatPlay(t *testing.T) {
	l := openLeague(t, nil)
	for _, name := range []string{"a", "b", "c", "d", "paused", "gone"} {
		brought(t, l, name, name)
	}
	_, err := l.Store.Settle(t.Context(), l.ID, 0)
	require.NoError(t, err)
	_, err = l.Store.Pause(t.Context(), l.ID, "paused")
	require.NoError(t, err)
	_, err = l.Store.Withdraw(t.Context(), l.ID, "gone")
	require.NoError(t, err)
	ask := func(names ...string) (store.Challenge, error) {
		return l.Challenge(t.Context(), "anna", names, noon)
	}
	for _, c := range []struct {
		want  string
		names []string
	}{
		{"choose 4 bots, each once", nil},
		{"choose 4 bots, each once", []string{"a", "b", "c"}},
		{"choose 4 bots, each once", []string{"a", "b", "c", "a"}},
		{"choose 4 bots, each once", []string{"a", "b", "c", "d", "x"}},
		{"paused is paused", []string{"a", "b", "c", "paused"}},
		{"gone plays no more", []string{"gone", "b", "c", "d"}},
		{`"\x1b[31m" is no bot of the league`, []string{"\x1b[31m", "b", "c", "d"}},
	} {
		_, err := ask(c.names...)
		require.EqualError(t, err, c.want)
	}
	c, err := ask("d", "b", "a", "c")
	require.NoError(t, err)
	bots, turns, err := l.Challenged(t.Context(), find.Finder{}, c)
	require.NoError(t, err)
	names, sat := "", [4][4]int{}
	for _, b := range bots {
		names += b.Label
	}
	require.Equal(t, "dbac", names)
	for m := range turns.Matches() {
		require.Equal(t, c.First+uint64(m.Number), m.Seed) //nolint:gosec // never negative
		for seat, bot := range m.Seats {
			sat[bot][seat]++
		}
		if m.Number == league.ChallengeMatches-1 {
			break
		}
	}
	for bot := range sat {
		for seat := range sat[bot] {
			require.InDelta(t, 2.5, sat[bot][seat], 0.6)
		}
	}
	again, err := ask("d", "b", "a", "c")
	require.NoError(t, err)
	require.Equal(t, c, again, "it was asked for once more, as no answer came")
	_, err = ask("a", "b", "c", "d")
	require.ErrorIs(t, err, store.ErrChallengeWaits)
	require.NoError(t, l.Store.EndChallenge(t.Context(), c.ID, "", noon))
	other, err := ask("d", "b", "a", "c")
	require.NoError(t, err)
	require.NotEqual(t, c.First, other.First)
}

// TestNoChallengeWhileTheTableStandsStill, nor after the deadline.
func TestNoChallengeWhileTheTableStandsStill(t *testing.T) {
	l := openLeague(t, nil)
	for _, c := range []struct {
		hours store.Hours
		want  error
	}{
		{store.Hours{}, nil},
		{store.Hours{Freeze: noon.Add(time.Minute), Deadline: noon}, nil},
		{store.Hours{Freeze: noon}, league.ErrStandsStill},
		{store.Hours{Deadline: noon.Add(-time.Hour), Late: time.Hour}, nil},
		{store.Hours{Deadline: noon.Add(-time.Hour), Late: time.Hour - time.Millisecond}, league.ErrClosed},
	} {
		require.NoError(t, l.Store.SetHours(t.Context(), l.ID, c.hours))
		require.ErrorIs(t, l.TakesChallenges(t.Context(), noon), c.want)
		_, err := l.Challenge(t.Context(), "anna", nil, noon)
		if c.want != nil {
			require.ErrorIs(t, err, c.want)
		}
	}
}
