package replay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games/orkisland"
)

// TestARecordHasTheStateBeforeEachRoundAndTheLast, as the original program wrote it.
func TestARecordHasTheStateBeforeEachRoundAndTheLast(t *testing.T) {
	r := readRandom(t, orkisland.Game, 5)
	m := begin(t, r)
	want := m.AppendRecord(nil)
	for _, round := range r.Rounds {
		m.Step(round.Turns)
		want = m.AppendRecord(want)
	}
	got, err := r.Record(len(want))
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
}

func TestARecordHasALimit(t *testing.T) {
	r := readRandom(t, orkisland.Game, 5)
	whole, err := r.Record(1 << 30)
	require.NoError(t, err)
	_, err = r.Record(len(whole) / 2)
	require.EqualError(t, err, "the record would be larger than 0 MB")
}

func TestThereIsNoRecordOfAForgedMatch(t *testing.T) {
	r, err := read(record(t, 5))
	require.NoError(t, err)
	_, err = r.Record(1 << 30)
	require.NoError(t, err)
	r.Scores[0]++
	_, err = r.Record(1 << 30)
	require.Error(t, err)
}
