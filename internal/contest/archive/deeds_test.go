package archive_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/integration/archivetest"
)

// TestTheLastLossesOfABotAreKnown, also of matches that come late, and no others.
func TestTheLastLossesOfABotAreKnown(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	play := func(number, a, b int) {
		m := archivetest.Scored(a, b)
		m.MostCPU = []time.Duration{time.Duration(100 - number), 7}
		m.Ended = archivetest.Noon.Add(time.Duration(number) * time.Minute)
		planned := archivetest.Match(number, 0, 1)
		planned.Seed = uint64(number) //nolint:gosec // small
		f.Add(planned, m, nil)
	}
	read := f.Read()
	a := f.Archive()
	require.Empty(t, read.Deeds(0))
	require.Zero(t, read.Record().Ended)
	for number := range 14 {
		if number != 5 {
			play(number, 1, 2-number%2) // odd ones are even
		}
	}
	_, err := a.ReadNew(t.Context(), read)
	require.NoError(t, err)
	require.Equal(t, []int{0, 2, 4, 6, 8, 10, 12}, read.Deeds(0).Losses)
	require.Empty(t, read.Deeds(1).Losses, "who wins with others has not lost")
	play(5, 1, 9)
	for number := 14; number < 18; number++ {
		play(number, 0, 1)
	}
	_, err = a.ReadNew(t.Context(), read)
	require.NoError(t, err)
	want := archive.Deeds{Losses: []int{4, 5, 6, 8, 10, 12, 14, 15, 16, 17}, Slowest: 100, In: 0}
	require.Equal(t, want, read.Deeds(0))
	require.Equal(t, archive.Record{Bot: 1, Score: 9, Match: 5, Ended: archivetest.Noon.Add(5 * time.Minute)},
		inUTC(read.Record()))

	list, err := a.Played(t.Context(), read, []int{5, 99, 4})
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, "[5 4]", fmt.Sprint([]int{list[0].Number, list[1].Number}))
	list, err = a.Newest(t.Context(), read, 3)
	require.NoError(t, err)
	require.Len(t, list, 3)
	require.Equal(t, 15, list[0].Number)
	play(18, 1, 2)
	list, err = a.Newest(t.Context(), read, 30)
	require.NoError(t, err)
	require.Len(t, list, 18, "what has come since is not shown yet")
}

func inUTC(r archive.Record) archive.Record {
	r.Ended = r.Ended.UTC()
	return r
}
