package engine_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func ExampleDebug() {
	s := engine.NewSeat(0, []string{"gandalf"}, 1) // a bot's State has one in it
	ork, city := engine.Pos{Row: 3, Col: 4}, engine.Pos{Row: 8, Col: 4}
	s.Debug().Mark(city)
	s.Debug().Arrow(ork, city)
	s.Debug().Label(city, 5)
	s.Debug().LogUnit(12, "goes for the city at %v, %d steps away", city, 5)
	s.Debug().Log("%d orks have nothing to do", 2)
	s.Debug().Chart("army", 12)
	for _, n := range s.Debug().Take() {
		fmt.Printf("%v %v %q\n", n.Kind, n.At, n.Text)
	}
	// Output:
	// mark (8, 4) ""
	// arrow (3, 4) ""
	// label (8, 4) "5"
	// log (0, 0) "goes for the city at (8, 4), 5 steps away"
	// log (0, 0) "2 orks have nothing to do"
	// chart (0, 0) "army"
}

func TestNotesAreKeptAsTheyAreMade(t *testing.T) {
	var d engine.Debug
	a, b := engine.Pos{Row: 1, Col: 2}, engine.Pos{Row: -3, Col: 4}
	d.Mark(a)
	d.Arrow(a, b)
	d.Label(b, 7, "!")
	d.Log("%d of %d", 1, 2)
	d.LogUnit(0, "goes %s", "north")
	d.LogUnit(-7, "nobody")
	require.Equal(t, []engine.Note{
		{Kind: engine.MarkNote, At: a, Unit: -1},
		{Kind: engine.ArrowNote, At: a, To: b, Unit: -1},
		{Kind: engine.LabelNote, At: b, Unit: -1, Text: "7!"},
		{Kind: engine.LogNote, Unit: -1, Text: "1 of 2"},
		{Kind: engine.LogNote, Unit: 0, Text: "goes north"},
		{Kind: engine.LogNote, Unit: -1, Text: "nobody"},
	}, d.Take())
	require.Nil(t, d.Take(), "each note is taken once")
}

func TestLastNumberOfAChartCountsInARound(t *testing.T) {
	var d engine.Debug
	chart := func(name string, value float64) engine.Note {
		return engine.Note{Kind: engine.ChartNote, Unit: -1, Text: name, Value: value}
	}
	d.Chart("army", 1)
	d.Log("between")
	d.Chart(" army\n", -2.5)
	d.Chart("gold", 0)
	require.Equal(t, []engine.Note{
		chart("army", -2.5), {Kind: engine.LogNote, Unit: -1, Text: "between"}, chart("gold", 0),
	}, d.Take())
	d.Chart("army", 3)
	require.Equal(t, []engine.Note{chart("army", 3)}, d.Take(), "the next round has a number of its own")
}

func TestNumbersThatMakeNoChartAreLeftOut(t *testing.T) {
	var d engine.Debug
	for _, value := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1.1e15} {
		d.Chart("army", value)
	}
	d.Chart(" \t", 1)
	require.Empty(t, d.Take())
	d.Chart(strings.Repeat("é", engine.MaxChartName), 1)
	require.Equal(t, strings.Repeat("é", engine.MaxChartName/2), d.Take()[0].Text)
}

func TestChartsOfAMatchAreFew(t *testing.T) {
	var d, again engine.Debug
	for round := range 3 {
		for k := range 20 {
			d.Chart(fmt.Sprint("chart ", k), float64(k))
		}
		made := d.Take()
		if round == 0 {
			require.Equal(t, "(more than 8 charts: the rest is dropped)", made[len(made)-1].Text)
			made = made[:len(made)-1]
		}
		require.Len(t, made, engine.MaxCharts, "round %d", round)
		require.Equal(t, "chart 7", made[len(made)-1].Text)
		for _, n := range made {
			again.Add(n)
		}
		require.Equal(t, made, again.Take(), "counting again keeps the same")
	}
}

func TestTextOfANoteIsOneLineOfPrintableCharacters(t *testing.T) {
	long := strings.Repeat("x", engine.MaxNoteText-1)
	for text, want := range map[string]string{
		"plain <b>text</b>":      "plain <b>text</b>",
		"one\ntwo\tthree\n\n":    "one two three",
		"\x1b[31mred\x07":        "red",
		"a\u202eb\u200b":         "ab",
		"Mörder \U0001f5e1":      "Mörder \U0001f5e1",
		"no \xff\xfe characters": "no ? characters",
		long + "yz":              long + "y",
		long + "ö":               long,
		long + "\xff":            long + "?",
		"":                       "",
	} {
		var d engine.Debug
		d.Log("%s", text)
		got := d.Take()[0].Text
		require.Equal(t, want, got)
		require.True(t, utf8.ValidString(got))
		require.LessOrEqual(t, len(got), engine.MaxNoteText)
	}
}

func TestNotesAreCappedAndTheLastOneSaysSo(t *testing.T) {
	var d engine.Debug
	all := []engine.Note{}
	for range 1000 {
		d.Log("%0400d", 0)
		all = append(all, d.Take()...)
	}
	d.Mark(engine.Pos{})
	require.Empty(t, d.Take())
	size := 0
	for _, n := range all {
		size += n.Size()
	}
	require.LessOrEqual(t, size, engine.MaxNotes)
	require.Greater(t, size, engine.MaxNotes-500)
	require.Equal(t, "(more than 64 KiB of notes: the rest is dropped)", all[len(all)-1].Text)
	require.NotEqual(t, all[len(all)-1].Text, all[len(all)-2].Text)

	// Counting again, as the arena does, keeps the same notes.
	var again engine.Debug
	for _, n := range all {
		again.Add(n)
	}
	require.Equal(t, all, again.Take())
}

// TestRefusedCommandsLeaveRoomForNotes: a bot that is always refused can still be
// debugged.
func TestRefusedCommandsLeaveRoomForNotes(t *testing.T) {
	var d engine.Debug
	for range 5000 {
		d.Refuse(engine.Refusal{Unit: 7, Order: "north", Why: "another player's unit"})
	}
	made := d.Take()
	size := 0
	for _, n := range made {
		size += n.Size()
	}
	require.InDelta(t, engine.MaxNotes/4, size, 100)
	require.Equal(t, engine.Note{Kind: engine.LogNote, Unit: 7, Text: "refused: north: another player's unit"}, made[0])
	last := len(made) - 1
	require.Equal(
		t, engine.Note{Kind: engine.LogNote, Unit: -1, Text: "(many commands were refused: further ones are not noted)"},
		made[last])
	require.NotEqual(t, made[last], made[last-1])
	d.Log("still here")
	require.Equal(t, "still here", d.Take()[0].Text)
	var nobody *engine.Debug
	nobody.Refuse(engine.Refusal{})
}

func TestNilDebugTakesNoNotes(t *testing.T) {
	var s engine.Seat
	s.Debug().Mark(engine.Pos{})
	s.Debug().Label(engine.Pos{}, 1)
	s.Debug().Log("nothing")
	require.Nil(t, s.Debug().Take())
}

func TestSeatOfAnotherPlayerSharesTheNotes(t *testing.T) {
	s := engine.NewSeat(0, []string{"a", "b"}, 5)
	other := engine.SeatAs(s, 1)
	require.Equal(t, 1, other.Me())
	require.Equal(t, s.Names(), other.Names())
	other.Debug().Log("if I were %s", other.Name(other.Me()))
	require.Equal(t, "if I were b", s.Debug().Take()[0].Text)
	require.NotSame(t, s.Rand(), other.Rand())
}

func TestKindsOfNotesHaveNames(t *testing.T) {
	require.Equal(t, "mark arrow label log chart NoteKind(6) NoteKind(0)", fmt.Sprint(
		engine.MarkNote, engine.ArrowNote, engine.LabelNote, engine.LogNote, engine.ChartNote,
		engine.NoteKind(6), engine.NoteKind(0)))
}
