package store_test

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/store"
)

// lines returns the lines of a tournament from a number on.
func lines(t testing.TB, s *store.Store, tournament int64, first int) (all []store.Line) {
	for l, err := range s.Lines(t.Context(), tournament, first) {
		require.NoError(t, err)
		all = append(all, l)
	}
	return all
}

// requireLines requires that the lines of a tournament say what its matches do.
func requireLines(t testing.TB, s *store.Store, tournament int64, matches []store.Match) {
	var want []store.Line
	for _, m := range matches {
		want = append(want, store.Line{Match: m.Match, Worker: m.Worker})
	}
	require.Equal(t, want, lines(t, s, tournament, 0))
}

func TestLinesFromANumberOn(t *testing.T) {
	f := begin(t)
	for number := range 4 {
		_, err := f.add(t.Context(), number, nil)
		require.NoError(t, err)
	}
	all := matches(t, f.Store, f.tournament.ID)
	require.Equal(t, []store.Line{{Match: all[2].Match}, {Match: all[3].Match}}, lines(t, f.Store, f.tournament.ID, 2))
	for _, err := range f.Lines(t.Context(), f.tournament.ID, 0) {
		require.NoError(t, err)
		break // and no more
	}
}

// TestLinesOfAnOlderStore: they are read of its matches, and written when it is opened for writing.
func TestLinesOfAnOlderStore(t *testing.T) {
	path := whole(t)
	f := open(t, path, store.Options{})
	require.NotEmpty(t, matches(t, f, 1))
	require.NoError(t, f.Exec(t.Context(), `drop table line; drop table checkpoint;
		drop table counted; drop index part_match; drop table hours;
		drop table change; drop table handed; drop table personal; drop table final; drop table paused;
		drop table rated; drop table preferred; drop table challenge; alter table match drop column lead_changes;
		pragma user_version = 3`))
	require.NoError(t, f.Close())
	reader := open(t, path, store.Options{ReadOnly: true})
	require.NotEmpty(t, matches(t, reader, 1))
	require.NoError(t, reader.Close())
	again := open(t, path, store.Options{})
	require.NotEmpty(t, matches(t, again, 1))
	count, err := again.Query(t.Context(), "select count(*) = (select count(*) from part) from line")
	require.NoError(t, err)
	require.Equal(t, "1", count)
}

func TestDamagedLinesAreErrors(t *testing.T) {
	f := begin(t)
	_, err := f.add(t.Context(), 0, nil)
	require.NoError(t, err)
	whole, err := f.Query(t.Context(), "select hex(data) from line")
	require.NoError(t, err)
	for size := 0; size < len(whole); size += 2 {
		require.Error(t, f.firstLine(t, whole[:size]), "%d bytes", size/2)
	}
	requireTold(t, f.firstLine(t, whole+"00"), f.path, "the line of match 0 is damaged",
		"choose another file: no arena writes such a line")
	require.NoError(t, f.firstLine(t, whole))
}

// TestLinesOfStrangersTakeLittle memory, whatever they say of themselves.
func TestLinesOfStrangersTakeLittle(t *testing.T) {
	f := begin(t)
	_, err := f.add(t.Context(), 0, nil)
	require.NoError(t, err)
	require.NoError(t, f.Exec(t.Context(), "update line set data = zeroblob(1048577)"))
	for _, err := range f.Lines(t.Context(), f.tournament.ID, 0) {
		requireTold(t, err, f.path, "the line of match 0 has 1048577 bytes, and 1048576 are the most",
			"choose another file: no arena writes such a line")
	}
	const seats = 200_000
	data := append(make([]byte, 6), binary.AppendUvarint(nil, seats)...) // of a match without a worker
	data = append(data, make([]byte, 5*seats+1)...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	l, err := store.ReadLine(data)
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	require.Len(t, l.Seats, seats)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(32<<20))
}

// firstLine returns the error of reading this in the place of a line.
func (f *fixture) firstLine(t *testing.T, data string) error {
	require.NoError(t, f.Exec(t.Context(), fmt.Sprintf("update line set data = x'%s'", data)))
	for _, err := range f.Lines(t.Context(), f.tournament.ID, 0) {
		return err
	}
	return nil
}

func FuzzLine(f *testing.F) {
	f.Add([]byte{1, 0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0})
	f.Fuzz(func(_ *testing.T, data []byte) { _, _ = store.ReadLine(data) })
}
