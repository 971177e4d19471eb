package results

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/integration/archivetest"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/web/results/resultpage"
)

// TestAFileHasTheBestMatchesInIt: of those whose replays are kept, as far as there is room and they can be read.
func TestAFileHasTheBestMatchesInIt(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	replay := storytest.Record(t, duel.Game.Default())
	f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(10, 10), nil) // the closest, but not kept
	f.Add(archivetest.Match(1, 1, 0), archivetest.Scored(10, 9), replay)
	f.Add(archivetest.Match(2, 0, 1), archivetest.Scored(90, 0), replay)
	often, turning := 7, archivetest.Scored(50, 0)
	turning.LeadChanges = &often
	f.Add(archivetest.Match(3, 1, 0), turning, replay)
	best := func() (resultpage.Page, []LeftOut) {
		p := pageOf(t, f, Look{}, map[int]string{2: "./page.html.d/1-3.html"})
		left, err := AddBest(t.Context(), f.Store, f.Read(), archivetest.Games, &p)
		require.NoError(t, err)
		return p, left
	}
	p, left := best()
	require.Empty(t, left)
	require.Len(t, p.Watch, 3)
	for i, what := range []string{"the closest", "the greatest upset", "the lead changed most often, 7 times"} {
		require.Equal(t, what, p.Watch[i].What)
		require.Equal(t, i+2, p.Watch[i].Match)
		require.NotEmpty(t, p.Watch[i].Packed)
	}
	require.Equal(t, map[int]string{1: "#match=2", 2: "./page.html.d/1-3.html", 3: "#match=4"}, p.Links)

	small := len(replay) + 1 // has room for the replay, but not for what is shown of it
	require.Greater(t, len(p.Watch[0].Packed), small)
	_, err := packed(t.Context(), f.Store, f.KeyOf(archivetest.Match(1, 1, 0)), nil, archivetest.Games, small)
	require.ErrorContains(t, err, "too large")

	for number, damaged := range map[int][]byte{
		4: []byte("no replay"),
		6: bytesOf(mostInside + 1),
	} {
		m := archivetest.Scored(1000*number, 999*number) // the later one is the closest
		if number == 4 {
			more := often + 1
			m.LeadChanges = &more
		}
		f.Add(archivetest.Match(number, 0, 1), m, damaged)
	}
	p, left = best()
	require.Len(t, left, 2, "one can't be read, and one is too large")
	require.Len(t, p.Watch, 1, "the others are there")
	for _, l := range left {
		require.ErrorContains(t, l.Why, map[int]string{5: "neither a replay", 7: "room for 2048 kB"}[l.Match])
		require.NotContains(t, p.Links, l.Match-1)
	}

	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err = AddBest(ctx, f.Store, f.Read(), archivetest.Games, &p)
	require.ErrorIs(t, err, context.Canceled)
}

// bytesOf are so many that can't be packed.
func bytesOf(n int) []byte {
	all := make([]byte, n)
	random := rand.NewChaCha8([32]byte{})
	_, _ = random.Read(all)
	return all
}

// TestNothingIsAddedWhereNothingIsKept also says that a store of faults alone has what it has.
func TestNothingIsAddedWhereNothingIsKept(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	m := archivetest.Scored(10, 9)
	f.Add(archivetest.Match(0, 0, 1), m, nil)
	p := pageOf(t, f, Look{}, nil)
	left, err := AddBest(t.Context(), f.Store, f.Read(), archivetest.Games, &p)
	require.NoError(t, err)
	require.Empty(t, left)
	require.Empty(t, p.Watch)

	turns := 1
	m.LeadChanges = &turns
	m.Verdicts = []match.Verdict{{Seat: 1, Round: 3, Kind: match.Crash}}
	f.Add(archivetest.Match(1, 1, 0), m, storytest.Record(t, duel.Game.Default()))
	p = pageOf(t, f, Look{}, nil)
	_, err = AddBest(t.Context(), f.Store, f.Read(), archivetest.Games, &p)
	require.NoError(t, err)
	require.Len(t, p.Watch, 1)
	require.Equal(t, "the lead changed most often, once", p.Watch[0].What, "one with a verdict is not close")
}

// TestAFileOfAFrozenTableHasNothingOfLater: the best match is one of those that others may see.
func TestAFileOfAFrozenTableHasNothingOfLater(t *testing.T) {
	f := archivetest.New(t, store.KindLeague, nil)
	for _, name := range []string{"anna", "ben"} {
		_, err := f.Enter(t.Context(), f.ID, store.Entrant{Entrant: played.Entrant{Name: name, Typed: name}})
		require.NoError(t, err)
		_, err = f.Settle(t.Context(), f.ID, 0)
		require.NoError(t, err)
	}
	replay := storytest.Record(t, duel.Game.Default())
	often := 9
	for number, ended := range []time.Time{archivetest.Noon.Add(time.Minute), archivetest.Noon.Add(time.Hour)} {
		m := archivetest.Scored(10, 5+4*number) // the later one is the closest
		m.Ended, m.LeadChanges = ended, &often
		f.Add(archivetest.Match(number, number, 1-number), m, replay)
	}
	best := func() []resultpage.Watched {
		p := pageOf(t, f, Look{}, nil)
		left, err := AddBest(t.Context(), f.Store, f.Read(), archivetest.Games, &p)
		require.NoError(t, err)
		require.Empty(t, left)
		return p.Watch
	}
	require.Equal(t, 2, best()[0].Match)
	require.NoError(t, f.SetHours(t.Context(), f.ID, store.Hours{Freeze: archivetest.Noon.Add(2 * time.Minute)}))
	f.Store = f.Public(func() time.Time { return archivetest.Noon.Add(2 * time.Hour) })
	shown := best()
	require.Len(t, shown, 1)
	require.Equal(t, 1, shown[0].Match)
}
