package notes_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/base/botwire/notes"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

func decode(message []byte) ([]engine.Note, error) {
	var d engine.Debug
	err := notes.Decode(message, &d)
	return d.Take(), err
}

func TestNotesAreReadAsTheyWereWritten(t *testing.T) {
	var d engine.Debug
	a, b := engine.Pos{Row: 1, Col: 2}, engine.Pos{Row: -1, Col: 700}
	d.Mark(a)
	d.Arrow(a, b)
	d.Label(engine.Pos{}, "Ödland")
	d.Log("round")
	d.LogUnit(0, "unit")
	d.Chart("army", -0.125)
	made := d.Take()
	read, err := decode(notes.Encode(made))
	require.NoError(t, err)
	require.Equal(t, made, read)
	require.Nil(t, notes.Encode(nil))
}

func TestKindsHaveTheSameNumbersOnTheWire(t *testing.T) {
	for number, name := range arenav1.NoteKind_name {
		kind := engine.NoteKind(number)
		require.Equal(t, number != 0, kind.IsKnown(), name)
		if number != 0 {
			require.Equal(t, name, "NOTE_KIND_"+strings.ToUpper(kind.String()))
		}
	}
}

// TestNotesNeverMakeAnAnswerTooLong: 1000 commands take up to a quarter of the
// longest message.
func TestNotesNeverMakeAnAnswerTooLong(t *testing.T) {
	far := engine.Pos{Row: math.MinInt, Col: math.MaxInt}
	for name, make := range map[string]func(*engine.Debug){
		"arrows": func(d *engine.Debug) { d.Arrow(far, far) },
		"lines":  func(d *engine.Debug) { d.LogUnit(math.MaxInt, "") },
		"texts":  func(d *engine.Debug) { d.Label(far, strings.Repeat("x", engine.MaxNoteText)) },
	} {
		var d engine.Debug
		for range 10000 {
			make(&d)
		}
		require.Less(t, len(notes.Encode(d.Take())), botwire.MaxResponse*3/4, name)
	}
	chart := engine.Note{Kind: engine.ChartNote, Unit: -1, Text: "a", Value: math.MaxFloat64}
	require.LessOrEqual(t, len(notes.Encode([]engine.Note{chart})), chart.Size())
}

func TestWhatIsNoNoteIsLeftOut(t *testing.T) {
	good := &arenav1.Note{Kind: arenav1.NoteKind_NOTE_KIND_LOG, Unit: proto.Int32(-9), Text: "a\x07b\nc"}
	message, err := proto.Marshal(&arenav1.Notes{Notes: []*arenav1.Note{{}, {Kind: 99}, good, {Kind: -1}}})
	require.NoError(t, err)
	want := []engine.Note{{Kind: engine.LogNote, Unit: -1, Text: "ab c"}}
	read, err := decode(message)
	require.EqualError(t, err, "a note of the unknown kind 0")
	require.Equal(t, want, read)

	single := notes.Encode(want)
	for name, test := range map[string]struct {
		message []byte
		err     string
	}{
		"cut off":            {append(single, 10, 5, 1), "a list of notes that is cut off"},
		"no tag":             {append(single, 0xff), "not a list of notes"},
		"another field":      {append(single, 16, 1), "a field 2 in a list of notes"},
		"a note of nonsense": {append(single, 10, 1, 0xff), "a note that can't be read"},
		"text of no text":    {append(single, 10, 5, 8, 4, 42, 1, 0xff), "a note that can't be read"},
	} {
		read, err := decode(test.message)
		require.ErrorContains(t, err, test.err, name)
		require.Equal(t, want, read, name)
	}
}

func TestHostileListIsReadNoFurtherThanNotesGo(t *testing.T) {
	empty := []byte(strings.Repeat("\x0a\x00", 100000))
	require.Less(t, testing.AllocsPerRun(1, func() {
		read, err := decode(empty)
		require.ErrorContains(t, err, "unknown kind")
		require.Empty(t, read)
	}), 20000.)

	mark := notes.Encode([]engine.Note{{Kind: engine.MarkNote}})
	var d engine.Debug
	total := 0
	for range 10 {
		require.NoError(t, notes.Decode([]byte(strings.Repeat(string(mark), 2000)), &d))
		for _, n := range d.Take() {
			total += n.Size()
		}
	}
	require.LessOrEqual(t, total, engine.MaxNotes)
	require.Greater(t, total, engine.MaxNotes-100)
}

func FuzzDecode(f *testing.F) {
	f.Add(notes.Encode([]engine.Note{{Kind: engine.ArrowNote, To: engine.Pos{Row: 1}}, {Kind: engine.LogNote, Text: "x"}}))
	f.Fuzz(func(t *testing.T, message []byte) {
		read, err := decode(message)
		if err != nil {
			return
		}
		again, err := decode(notes.Encode(read))
		require.NoError(t, err)
		require.Equal(t, read, again)
	})
}
