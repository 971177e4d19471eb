package lines_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/lines"
)

// reread reads lines as an answer and returns the commands and the notes.
func reread(t *testing.T, schema *lines.Schema, text []byte) ([]byte, []engine.Note) {
	t.Helper()
	var notes engine.Debug
	answer := schema.NewAnswer(&notes)
	answer.Begin(7)
	for line := range strings.Lines(string(text)) {
		kind, err := answer.Line([]byte(strings.TrimSuffix(line, "\n")))
		require.NoError(t, err, line)
		require.NotEqual(t, lines.Print, kind, line)
	}
	return answer.Commands(), notes.Take()
}

// Random players of every game play a few rounds. Their commands become lines, and the
// lines commands again, to the last byte.
func TestCommandsAsLinesAreTheSameCommands(t *testing.T) {
	for _, game := range append(slices.Clone(games.All()), duel.Game) {
		schema, err := lines.Of(game.Info())
		require.NoError(t, err)
		setup := game.Default()
		m, err := setup.New(make([]string, setup.Seats()), 3, engine.ChaCha8)
		require.NoError(t, err)
		player, given := game.Random(), 0
		for range 10 {
			turns := make([]engine.Turn[engine.Commands], setup.Seats())
			for seat := range turns {
				commands := player.Play(m, seat)
				turns[seat].Commands = commands
				message := game.EncodeCommands(commands)
				text, err := schema.AppendCommands([]byte("log before\n"), message)
				require.NoError(t, err)
				again, notes := reread(t, schema, text)
				require.Equal(t, message, again, game.Info().Name)
				require.Len(t, notes, 1)
				require.Equal(t, commands.Len(), strings.Count(string(text), "do "), game.Info().Name)
				given += commands.Len()
			}
			m.Step(turns)
		}
		require.Positive(t, given, game.Info().Name)
	}
}

func TestCommandsThatNoLineCanGive(t *testing.T) {
	schema, err := lines.Of(duel.Game.Info())
	require.NoError(t, err)
	varints := func(values ...uint64) (packed []byte) {
		for _, v := range values {
			packed = protowire.AppendVarint(packed, v)
		}
		return packed
	}
	field := func(message []byte, number protowire.Number, content []byte) []byte {
		return protowire.AppendBytes(protowire.AppendTag(message, number, protowire.BytesType), content)
	}
	minusOne := uint64(1<<64 - 1)

	text, err := schema.AppendCommands(nil, field(field(nil, 1, varints(minusOne, 3, 4)), 2, varints(1, 0, 99)))
	require.NoError(t, err)
	require.Equal(t, "do -1 north\ndo 3 0\ndo 4 99\n", string(text))

	// A list may come in pieces and unpacked, and other fields are of a later version.
	unpacked := protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), 5)
	message := field(field(field(unpacked, 1, varints(6)), 9, []byte("?")), 2, varints(4, 2))
	text, err = schema.AppendCommands(nil, message)
	require.NoError(t, err)
	require.Equal(t, "do 5 west\ndo 6 south\n", string(text))

	for _, wrong := range [][]byte{
		field(nil, 1, varints(1)), // no direction
		field(nil, 1, []byte{0x80}),
		{0x0a},
		{0x0a, 0x05},
		protowire.AppendFixed32(protowire.AppendTag(nil, 1, protowire.Fixed32Type), 1),
	} {
		_, err = schema.AppendCommands(nil, wrong)
		require.Error(t, err, "%x", wrong)
	}
	text, err = schema.AppendCommands(nil, nil)
	require.NoError(t, err)
	require.Empty(t, text)
}

func TestNotesAsLinesAreTheSameNotes(t *testing.T) {
	schema, err := lines.Of(duel.Game.Info())
	require.NoError(t, err)
	var made engine.Debug
	made.Mark(engine.Pos{Row: 1, Col: -2})
	made.Arrow(engine.Pos{Row: 1, Col: 2}, engine.Pos{Row: 3, Col: 4})
	made.Label(engine.Pos{Row: 5, Col: 6}, "mine, too – é")
	made.Label(engine.Pos{Row: 5, Col: 6})
	made.Log("round %d", 7)
	made.Log("")
	made.LogUnit(3, "goes\nnorth\x1b[31m")
	made.Chart("my army", 12)
	made.Chart("tiny", -1e-300/3)
	notes := made.Take()
	var text []byte
	for _, n := range notes {
		text = lines.AppendNote(text, n)
	}
	require.Equal(t, `mark 1 -2
arrow 1 2 3 4
label 5 6 mine, too – é
label 5 6
log round 7
log
logunit 3 goes north
chart 12 my army
chart -3.3333333333333334e-301 tiny
`, string(text))
	_, again := reread(t, schema, lines.AppendDone(text, 7))
	require.Equal(t, notes, again)

	// What no Debug would have made, a forged replay may hold.
	require.Equal(
		t, "log a b\n", string(lines.AppendNote(nil, engine.Note{Kind: engine.LogNote, Unit: -1, Text: "a\tb\x07\n"})))
}

// Whatever a Commands message holds, it becomes lines or an error; and what the lines say
// stays the same when they are read and written again.
func FuzzCommandsAsLines(f *testing.F) {
	schema, err := lines.Of(duel.Game.Info())
	require.NoError(f, err)
	f.Add([]byte{0x0a, 2, 1, 2, 0x12, 2, 3, 4})
	f.Add([]byte{0x0a, 1, 1, 0x08, 2, 0x12, 2, 3, 99})
	f.Fuzz(func(t *testing.T, message []byte) {
		text, err := schema.AppendCommands(nil, message)
		if err != nil {
			return
		}
		answer := schema.NewAnswer(new(engine.Debug))
		answer.Begin(0)
		for line := range strings.Lines(string(text)) {
			if _, err := answer.Line([]byte(strings.TrimSuffix(line, "\n"))); err != nil {
				return // a direction that is none, or too much for an answer
			}
		}
		again, err := schema.AppendCommands(nil, answer.Commands())
		require.NoError(t, err)

		if strings.Contains(string(text), "do -") { // no unit has such a number, and all are read as -1
			return
		}
		require.Equal(t, string(text), string(again))
	})
}
