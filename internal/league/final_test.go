package league_test

import (
	"testing"
	"time"
	_ "time/tzdata" // this machine may have none

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
)

// TestAFinalIsOfTheBestThatPlay, by the table, and on other seeds each time. It is the same when it is read again.
func TestAFinalIsOfTheBestThatPlay(t *testing.T) {
	l := openLeague(t, nil)
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "gone"} {
		brought(t, l, name, name)
	}
	_, err := l.Store.Withdraw(t.Context(), l.ID, "gone")
	require.NoError(t, err)
	require.NoError(t, l.Read(t.Context()))
	require.NoError(t, l.Store.SetHours(t.Context(), l.ID, store.Hours{Deadline: noon}))
	table := []int{6, 3, 0, 5, 2, 1, 4}
	seeds := make(map[uint64]bool)
	for _, c := range []struct {
		best int
		want string
	}{{4, "dafc"}, {5, "dafcb"}, {99, "dafcbe"}} {
		drawn, err := l.DrawFinal(t.Context(), table, c.best, 12, noon.Add(time.Second))
		require.NoError(t, err)
		f, found, err := l.Store.Final(t.Context(), l.ID)
		require.NoError(t, err)
		require.True(t, found)
		require.Equal(t, drawn, f)
		require.Equal(t, 12, f.Of)
		require.True(t, noon.Add(time.Second).Equal(f.Begun))
		seeds[f.First] = true
		bots, turns, err := l.Finalists(t.Context(), find.Finder{}, f)
		require.NoError(t, err)
		names := ""
		for _, b := range bots {
			names += b.Label
			require.FileExists(t, b.Bot.Command.Path)
		}
		require.Equal(t, c.want, names)
		require.Equal(t, 4, turns.GroupSize())
		for m := range turns.Matches() {
			require.Len(t, m.Seats, 4)
			require.Equal(t, f.First+uint64(m.Group), m.Seed) //nolint:gosec // never negative
			if m.Number == 8 {
				break
			}
		}
	}
	require.Len(t, seeds, 3)
}

// TestNoFinalBeforeTheDeadline, by the clock that is handed in, in any zone; nor as long as bots may come late, nor
// while one has not played.
func TestNoFinalBeforeTheDeadline(t *testing.T) {
	l := openLeague(t, nil)
	for _, name := range []string{"a", "b", "c", "d"} {
		brought(t, l, name, name)
	}
	draw := func(now time.Time, table ...int) error {
		_, err := l.DrawFinal(t.Context(), table, 8, 12, now)
		return err
	}
	require.ErrorIs(t, draw(noon, 0, 1, 2, 3), league.ErrNoDeadline)
	// Summer time ends in that night: four hours after 23:59 it is 02:59 for the second time.
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	deadline := time.Date(2026, time.October, 24, 23, 59, 0, 0, berlin)
	require.NoError(t, l.Store.SetHours(t.Context(), l.ID, store.Hours{Deadline: deadline, Late: 4 * time.Hour}))
	open := new(league.OpenError)
	for _, now := range []time.Time{
		deadline.Add(-time.Hour), deadline, time.Date(2026, time.October, 25, 0, 59, 0, 0, time.UTC),
		deadline.Add(4 * time.Hour),
	} {
		require.ErrorAs(t, draw(now, 0, 1, 2, 3), &open, now)
		require.True(t, deadline.Add(4*time.Hour).Equal(open.Until))
	}
	require.Equal(t, "2026-10-25 02:59 +0100", open.Until.In(berlin).Format("2006-01-02 15:04 -0700"))
	after := deadline.Add(4*time.Hour + time.Millisecond)
	unplayed := new(league.UnplayedError)
	require.ErrorAs(t, draw(after, 0, 1, 2), &unplayed)
	require.Equal(t, "d", unplayed.Name.Raw())
	_, err = l.Store.Withdraw(t.Context(), l.ID, "d")
	require.NoError(t, err)
	require.NoError(t, l.Read(t.Context()))
	require.ErrorIs(t, draw(after, 0, 1, 2), league.ErrTooFewBots)
	_, found, err := l.Store.Final(t.Context(), l.ID)
	require.NoError(t, err)
	require.False(t, found)
	brought(t, l, "e", "e")
	require.NoError(t, draw(after, 0, 1, 2, 4))

	f, _, err := l.Store.Final(t.Context(), l.ID)
	require.NoError(t, err)
	f.Format = "swiss"
	_, _, err = l.Finalists(t.Context(), find.Finder{}, f)
	require.ErrorContains(t, err, `"swiss"`)
}
