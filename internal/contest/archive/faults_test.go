package archive_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/integration/archivetest"
)

// TestFaultsAreCountedByBotAndKind, whether matches are let go or not, and also if they come late.
func TestFaultsAreCountedByBotAndKind(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	add := func(number, round int, kind match.Kind, seat int, seats ...int) {
		r := archivetest.Scored(3, 1)
		r.Verdicts = []match.Verdict{{Seat: seat, Kind: kind, Round: round, Detail: string(kind)}}
		f.Add(archivetest.Match(number, seats...), r, nil)
	}
	add(0, 4, match.Crash, 1, 0, 1)
	add(5, 6, match.Crash, 0, 1, 0)
	add(1, 7, match.OverCPU, 0, 1, 0)
	add(2, 8, match.Crash, 0, 0, 1)
	for _, tables := range []bool{false, true} {
		a := f.Archive()
		a.Tables = tables
		read, err := a.Read(t.Context(), f.Now())
		require.NoError(t, err)
		require.Equal(t, 4, read.Count())
		require.Equal(t, 6, read.End(), "the number after the last")
		last := func(seat, round int, kind match.Kind) match.Verdict {
			return match.Verdict{Seat: seat, Round: round, Kind: kind, Detail: string(kind)}
		}
		require.Equal(t, []archive.Fault{
			{Bot: 1, Times: 2, Match: 5, Last: last(0, 6, match.Crash)},
			{Bot: 0, Times: 1, Match: 2, Last: last(0, 8, match.Crash)},
			{Bot: 1, Times: 1, Match: 1, Last: last(0, 7, match.OverCPU)},
		}, read.Faults())
		if tables {
			add(3, 1, match.Crash, 0, 1, 0)
			_, err = a.ReadNew(t.Context(), read)
			require.NoError(t, err)
			first := read.Faults()[0]
			require.Equal(t, archive.Fault{Bot: 1, Times: 3, Match: 5, Last: last(0, 6, match.Crash)}, first, "one came late")
			require.Equal(t, 6, read.End())
		}
	}
}
