package enginetest

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

// testRecord requires that what a game writes as a record of its original program is
// read by the game itself, and shows the same match.
func testRecord(t *testing.T, game engine.Game) {
	if game.RecordExtension() == "" {
		m := begin(t, game.Default(), 1)
		require.Empty(t, m.AppendRecord(nil))
		play(m, 1, nil)
		require.Empty(t, m.AppendRecord(nil))
		return
	}
	require.Regexp(t, `^\.[a-z]+$`, game.RecordExtension())
	setup := game.Default()
	names := make([]string, setup.Seats())
	copy(names, []string{" two\tbig  words", "", "\x1b[31mred\n", "élan"})
	want := append([]string{"two_big_words", "?", "red", "élan"}, names[min(4, len(names)):]...)[:len(names)]
	m, err := setup.New(names, math.MaxUint64, engine.ChaCha8)
	require.NoError(t, err)
	text := m.AppendRecord([]byte(nil))
	scenes := []scene.Scene{m.Scene()}
	var statuses [][]engine.Status
	for !m.Over() {
		var round []engine.Status
		play(m, 1, func(turns []engine.Turn[engine.Commands]) {
			if m.Round() > m.Rounds()/2 {
				turns[0] = engine.Turn[engine.Commands]{Status: engine.Frozen}
			}
			for _, turn := range turns {
				round = append(round, turn.Status)
			}
		})
		text = m.AppendRecord(text)
		scenes, statuses = append(scenes, m.Scene()), append(statuses, round)
	}
	read, err := game.Recording(text)
	require.NoError(t, err)
	require.Equal(t, want, read.Names)
	require.Contains(t, []string{"", "18446744073709551615"}, read.Seed)
	require.Equal(t, statuses, read.Statuses)
	require.Equal(t, scenes, read.Scenes)
	RequireRecording(t, read)
}

// RequireRecordAgain asserts that a match which is begun with a board file and played with
// these turns and the classic source is written as a record to the byte: as all of it, or
// as its beginning if these are not all turns.
func RequireRecordAgain(t *testing.T, game engine.Game, record, board []byte, names []string, seed uint64,
	turns [][]engine.Turn[engine.Commands],
) {
	t.Helper()
	require.NotEmpty(t, turns)
	setup, err := game.ReadSetup(board)
	require.NoError(t, err)
	m, err := setup.New(names, seed, engine.Classic)
	require.NoError(t, err)
	written := m.AppendRecord(nil)
	for _, round := range turns {
		m.Step(round)
		written = m.AppendRecord(written)
	}
	want := strings.Split(string(record), "\n")
	for k, line := range strings.Split(string(written), "\n")[:bytes.Count(written, []byte("\n"))] {
		require.Less(t, k, len(want))
		require.Equal(t, want[k], line, "line %d", k+1)
	}
	require.False(t, m.Over() && len(written) != len(record), "%d bytes of %d", len(written), len(record))
}

// Untyped returns the turns of a round as a match takes them.
func Untyped[C engine.Commands](turns []engine.Turn[C]) []engine.Turn[engine.Commands] {
	untyped := make([]engine.Turn[engine.Commands], len(turns))
	for seat, turn := range turns {
		untyped[seat] = engine.Turn[engine.Commands]{Commands: turn.Commands, Status: turn.Status}
	}
	return untyped
}
