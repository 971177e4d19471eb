package lines

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/testkit"
)

// asked is the round of the answers in these tests.
const asked = 12

// reader is an answer that is being read.
type reader struct {
	*Answer
	t     *testing.T
	notes *engine.Debug
}

func newReader(t *testing.T, of texts) reader {
	t.Helper()
	notes := new(engine.Debug)
	a := of.schema(t).NewAnswer(notes)
	a.Begin(asked)
	return reader{a, t, notes}
}

// reads asserts what a line is.
func (r reader) reads(line string, want Kind) {
	r.t.Helper()
	kind, err := r.Line([]byte(line))
	require.NoError(r.t, err, line)
	require.Equal(r.t, want, kind, line)
}

// refuses returns the error for a line.
func (r reader) refuses(line string) *Error {
	r.t.Helper()
	_, err := r.Line([]byte(line))
	wrong := new(Error)
	require.True(r.t, errors.As(err, &wrong), "%q: %v", line, err)
	return wrong
}

// commands returns what was read, as a list of columns.
func (r reader) commands() (columns [][]int64) {
	r.t.Helper()
	for message := r.Commands(); len(message) > 0; {
		number, kind, n := protowire.ConsumeTag(message)
		require.EqualValues(r.t, len(columns)+1, number)
		require.Equal(r.t, protowire.BytesType, kind)
		packed, size := protowire.ConsumeBytes(message[n:])
		require.Positive(r.t, size)
		message = message[n+size:]
		var column []int64
		for len(packed) > 0 {
			v, n := protowire.ConsumeVarint(packed)
			require.Positive(r.t, n)
			packed = packed[n:]
			column = append(column, int64(v))
		}
		columns = append(columns, column)
	}
	return columns
}

func TestAnswer(t *testing.T) {
	r := newReader(t, texts{})
	r.reads("do 30 north", Command)
	r.reads("arrow 12 30 4 -30", Note)
	r.reads("do 0 west", Command)
	r.reads("do -1 north", Command)
	r.reads("done 12", Done)
	require.Equal(t, [][]int64{{30, 0, -1}, {1, 4, 1}}, r.commands())
	require.Equal(t, 5, r.Lines())
	require.Equal(t, len("do 30 north\narrow 12 30 4 -30\ndo 0 west\ndo -1 north\ndone 12\n"), r.Bytes())

	r.Begin(13)
	require.Zero(t, r.Lines())
	require.Zero(t, r.Bytes())
	require.Empty(t, r.Commands())
	r.reads("done 13", Done)
	require.Empty(t, r.Commands(), "an answer may have no commands")
}

// TestSpaces: other systems end lines with CR LF, and people type spaces.
func TestSpaces(t *testing.T) {
	r := newReader(t, texts{})
	for _, line := range []string{"do 3 north\r", "do  3   north", "do\t3\tnorth", "  do 3 north  ", "\tdo 3 north \t\r"} {
		r.reads(line, Command)
	}
	r.reads(" done\t\t12 \r", Done)
	require.Equal(t, [][]int64{{3, 3, 3, 3, 3}, {1, 1, 1, 1, 1}}, r.commands())
	r.reads("", Print)
	r.reads(" \t ", Print)
	r.reads("\r", Print)
}

func TestNumbers(t *testing.T) {
	r := newReader(t, texts{
		commands: `repeated int32 units = 1 [(arena.v1.is) = "unit"]; repeated int32 amounts = 2; repeated sint32 depths = 3;`,
	})
	long := strings.Repeat("9", 1e6)
	for _, c := range []struct {
		given                string
		unit, amount, zigzag int64
	}{
		{"0", 0, 0, 0},
		{"-0", 0, 0, 0},
		{"007", 7, 7, 14},
		{"-1", -1, -1, 1},
		{"-5", -1, -5, 9},
		{"2147483647", math.MaxInt32, math.MaxInt32, 2 * math.MaxInt32},
		{"2147483648", -1, -1, 1},
		{"-2147483648", -1, math.MinInt32, math.MaxUint32},
		{"-2147483649", -1, -1, 1},
		{"4294967296", -1, -1, 1},
		{"9223372036854775807", -1, -1, 1},
		{"18446744073709551617", -1, -1, 1},
		{long, -1, -1, 1},
		{"-" + long, -1, -1, 1},
		{strings.Repeat("0", 1e6) + "8", 8, 8, 16},
	} {
		r.Begin(asked)
		_, err := r.Line(fmt.Appendf(nil, "do %s %s %s", c.given, c.given, c.given))
		if a := new(Error); errors.As(err, &a) { // of more than the limit
			require.Greater(t, 3*len(c.given), MaxAnswer)
			require.EqualError(t, err, "line 1: more than 256 KiB in an answer")
		}
		require.Equal(t, [][]int64{{c.unit}, {c.amount}, {c.zigzag}}, r.commands(), "%.20s", c.given)

		usual := newReader(t, texts{})
		_, _ = usual.Line([]byte("do " + c.given + " south"))
		require.Equal(t, [][]int64{{c.unit}, {2}}, usual.commands(), "%.20s", c.given)
	}
}

func TestLinesThatCantBeRead(t *testing.T) {
	const do, words = "do UNIT DIRECTION", "north, south, east, west"
	for _, c := range []struct {
		line    string
		column  int
		problem string
	}{
		{"do 3 nroth", 6, `"nroth" is not one of ` + words + `; did you mean north?`},
		{"do 3 NORTH", 6, `"NORTH" is not one of ` + words + `; did you mean north?`},
		{"do 3 wet", 6, `"wet" is not one of ` + words + `; did you mean west?`},
		{"do 3 eats", 6, `"eats" is not one of ` + words + `; did you mean east?`},
		{"do 3 northwards", 6, `"northwards" is not one of ` + words},
		{"do 3 n", 6, `"n" is not one of ` + words},
		{"do 3 7", 6, `"7" is not one of ` + words},
		{"do 3 unspecified", 6, `"unspecified" is not one of ` + words},
		{"do 3 " + strings.Repeat("north", 100), 6, `"northnorthnorthnorthnorthnorth"… is not one of ` + words},
		{"do", 3, "the unit is missing: " + do},
		{"do ", 4, "the unit is missing: " + do},
		{"do 3", 5, "the direction is missing: " + do},
		{"do 3\r", 5, "the direction is missing: " + do},
		{"do x north", 4, `"x" is not the number of a unit`},
		{"do 3.0 north", 4, `"3.0" is not the number of a unit`},
		{"do +3 north", 4, `"+3" is not the number of a unit`},
		{"do - north", 4, `"-" is not the number of a unit`},
		{"do 3x north", 4, `"3x" is not the number of a unit`},
		{"do 0x3 north", 4, `"0x3" is not the number of a unit`},
		{"do ٣ north", 4, `"\u0663" is not the number of a unit`},
		{"do 3\x00 north", 4, `"3\x00" is not the number of a unit`},
		{"do 3 nor\x1b[31mth", 6, `"nor\x1b[31mth" is not one of ` + words},
		{"do 3 north\x7f", 6, `"north\x7f" is not one of ` + words + "; did you mean north?"},
		{"do 3 \xff\xfe", 6, `"\xff\xfe" is not one of ` + words},
		{"do 3 nörth", 6, `"n\u00f6rth" is not one of ` + words + "; did you mean north?"},
		{"do 3 north\rdo 4 north", 6, `"north\rdo" is not one of ` + words},
		{"do 3 north now", 12, `"now" is one word too many: ` + do},
		{"  do\t3  north  now", 16, `"now" is one word too many: ` + do},
		{"done", 5, "the round is missing: done 12"},
		{"done 4", 6, `answered "done 4" when "go 12" was asked`},
		{"done -12", 6, `answered "done -12" when "go 12" was asked`},
		{"done 99999999999999999999999", 6, `answered "done 99999999999999999999" when "go 12" was asked`},
		{"done x", 6, `"x" is not the number of a round: done 12`},
		{"done 12 13", 9, `"13" is one word too many: done 12`},
		{"Do 3 north", 1, `"Do" is written in small letters: do`},
		{" DO 3 north", 2, `"DO" is written in small letters: do`},
		{"DO 3 NORTH", 1, `"DO" is written in small letters: do`},
		{"DONE 12", 1, `"DONE" is written in small letters: done`},
	} {
		r := newReader(t, texts{})
		r.reads("do 1 north", Command)
		wrong := r.refuses(c.line)
		require.Equal(t, c.problem, wrong.Problem, c.line)
		require.Equal(t, c.column, wrong.Column, c.line)
		require.Equal(t, 2, wrong.Line, c.line)
		require.EqualError(t, wrong, fmt.Sprintf("line 2, column %d: %s", c.column, c.problem))
		require.Equal(t, strings.TrimSuffix(c.line, "\r"), wrong.Text)
		caret := wrong.Caret()
		require.Equal(t, strings.Repeat(" ", c.column-1)+"^", caret[1], c.line)
		require.Equal(t, engine.Printable(caret[0]), caret[0], "it can be shown")
		require.Equal(t, [][]int64{{1}, {1}}, r.commands(), "%s: the line is no command", c.line)

		r.reads("do 2 south", Command) // as when a person types it again
		require.Equal(t, [][]int64{{1, 2}, {1, 2}}, r.commands(), c.line)
	}
}

func TestNumbersOfOtherThings(t *testing.T) {
	r := newReader(t, texts{commands: `repeated int32 orks = 1 [(arena.v1.is) = "ork"]; repeated int32 amounts = 2;`})
	require.Equal(t, `"x" is not the number of an ork`, r.refuses("do x x").Problem)
	require.Equal(t, `"x" is not a number`, r.refuses("do 1 x").Problem)
	require.Equal(t, `the amount is missing: do ORK AMOUNT`, r.refuses("do 1").Problem)
}

// TestCommandsAsLines: whatever was read can be written again.
func TestCommandsAsLines(t *testing.T) {
	r := newReader(
		t, texts{commands: "repeated int32 units = 1; repeated sint32 depths = 2; repeated Direction directions = 3;"})
	const given = "do 3 -7 north\ndo -2147483648 2147483647 west\n"
	for line := range strings.Lines(given) {
		r.reads(strings.TrimSuffix(line, "\n"), Command)
	}
	text, err := r.schema.AppendCommands([]byte("x"), r.Commands())
	require.NoError(t, err)
	require.Equal(t, "x"+given, string(text))
	_, err = r.schema.AppendCommands(nil, []byte{0x80})
	require.Error(t, err)
}

// TestNoDirectionIsMeantByChance: a word is guessed only if most of it is right.
func TestNoDirectionIsMeantByChance(t *testing.T) {
	for word, want := range map[string]string{
		"dwon": "down", "u": "up", "upp": "up", "d": "", "don": "down", "dn": "down", "left": "", "fast-up": "fast_up",
		"FASTUP": "fast_up", "": "", "xx": "",
	} {
		if want != "" {
			want = "; did you mean " + want + "?"
		}
		require.Equal(t, want, meant(word, []string{"up", "down", "fast_up"}), word)
	}
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"abc", "abc", 0},
		{"acb", "abc", 1},
		{"ab", "ba", 1},
		{"kitten", "sitting", 3},
		{"abcdef", "bcdefa", 2},
	} {
		require.Equal(t, c.want, distance(c.a, c.b), "%s %s", c.a, c.b)
	}
}

// TestOtherTextIsAPrint: it is shown to the author and is never held against the bot.
func TestOtherTextIsAPrint(t *testing.T) {
	r := newReader(t, texts{})
	for _, line := range []string{
		"hello", "round 12", "go 12", "arena 1", "Do", "DO north", "Do something about it", "Do 3", "DONE", "Done with it",
		"DONE 12 times",
		"doing 3 north", "do: 3 north", "done\x00 12", "\x00do 3 north", "do\u00a03 north", "\ufeffdo 3 north", "\xff",
		"Move 3 north", "3 north",
		"Mark 3 4", "LOG x", "dо 3 north", // with a Cyrillic letter
	} {
		r.reads(line, Print)
		require.False(t, IsAnswer([]byte(line)), line)
	}
	require.Empty(t, r.Commands())
	require.Empty(t, r.notes.Take())
	require.Zero(t, r.Bytes(), "prints count elsewhere")
	require.Equal(t, r.Lines()+1, r.refuses("do").Line, "but they are lines")
}

func TestNotes(t *testing.T) {
	pos := func(row, col int) engine.Pos { return engine.Pos{Row: row, Col: col} }
	for line, want := range map[string]engine.Note{
		"mark 3 4":               {Kind: engine.MarkNote, At: pos(3, 4), Unit: -1},
		"mark -3 2147483647":     {Kind: engine.MarkNote, At: pos(-3, math.MaxInt32), Unit: -1},
		"arrow 1 2 3 4":          {Kind: engine.ArrowNote, At: pos(1, 2), To: pos(3, 4), Unit: -1},
		"arrow\t1  2 3 4 \r":     {Kind: engine.ArrowNote, At: pos(1, 2), To: pos(3, 4), Unit: -1},
		"label 1 2 a  b":         {Kind: engine.LabelNote, At: pos(1, 2), Unit: -1, Text: "a  b"},
		"label 1 2":              {Kind: engine.LabelNote, At: pos(1, 2), Unit: -1},
		"log":                    {Kind: engine.LogNote, Unit: -1},
		"log  some\ttext \r":     {Kind: engine.LogNote, Unit: -1, Text: "some text"},
		"log 5 a\x00b\xff\x1b[m": {Kind: engine.LogNote, Unit: -1, Text: "5 ab?"},
		"log do 3 north":         {Kind: engine.LogNote, Unit: -1, Text: "do 3 north"},
		"logunit 7 health 40":    {Kind: engine.LogNote, Unit: 7, Text: "health 40"},
		"logunit -9 x":           {Kind: engine.LogNote, Unit: -1, Text: "x"},
		"logunit 7":              {Kind: engine.LogNote, Unit: 7},
		"chart -2.5 my army":     {Kind: engine.ChartNote, Unit: -1, Text: "my army", Value: -2.5},
		"chart 1E3 \ta \r":       {Kind: engine.ChartNote, Unit: -1, Text: "a", Value: 1000},
	} {
		r := newReader(t, texts{})
		r.reads(line, Note)
		require.Equal(t, []engine.Note{want}, r.notes.Take(), "%q", line)
		require.Equal(t, len(strings.TrimSuffix(line, "\r"))+1, r.Bytes())
		require.True(t, IsAnswer([]byte(line)))
	}
	r := newReader(t, texts{})
	for _, line := range []string{
		"mark", "mark 3", "mark 3 x", "mark 3 4 5", "mark 3 2147483648", "mark 3 4.0", "arrow 1 2 3", "arrow 1 2 3 4 5",
		"arrow 1 2 3 north",
		"label 1", "label x 2 y", "logunit", "logunit x y", "logunit 99999999999 y",
		"chart", "chart 5", "chart x army", "chart nan army", "chart -Inf army", "chart 1e999 army", "chart 0x10 army",
		"chart 1_0 army",
	} {
		r.reads(line, Print)
	}
	require.Empty(t, r.notes.Take(), "a note that makes no sense is a print")
	require.Zero(t, r.Bytes())
}

func TestNotesMayBeTooMany(t *testing.T) {
	r := newReader(t, texts{})
	line := "log " + strings.Repeat("x", 300)
	for range 500 {
		r.reads(line, Note)
	}
	size := 0
	for _, n := range r.notes.Take() {
		size += n.Size()
	}
	require.LessOrEqual(t, size, engine.MaxNotes)
	require.Greater(t, size, engine.MaxNotes-1000)
}

func TestAnswerMayBeTooLong(t *testing.T) {
	r := newReader(t, texts{})
	line := "log " + strings.Repeat("x", 1019)
	for range MaxAnswer >> 10 {
		r.reads(line, Note)
	}
	require.Equal(t, MaxAnswer, r.Bytes())
	r.reads(strings.Repeat("y", 2048), Print)
	wrong := r.refuses("done 12")
	require.EqualError(t, wrong, "line 258: more than 256 KiB in an answer")
	require.Equal(t, []string{"done 12"}, wrong.Caret())

	r.Begin(asked)
	r.reads("done 12", Done)

	const command = "do 3 north" // of 11 bytes with its end
	for _, room := range []int{10, 11, 12} {
		r.Begin(asked)
		for range MaxAnswer>>10 - 1 {
			r.reads(line, Note)
		}
		r.reads(line[:1023-room], Note)
		if room < len(command)+1 {
			require.Equal(t, "more than 256 KiB in an answer", r.refuses(command).Problem)
		} else {
			r.reads(command, Command)
			require.Equal(t, MaxAnswer-room+11, r.Bytes())
		}
	}
}

// TestCaretUnderWhatNobodySees: that is written out, and the caret stands below the word all the same.
func TestCaretUnderWhatNobodySees(t *testing.T) {
	for line, shown := range map[string]string{
		"\ufeffdo\t3 x": `\ufeffdo 3 x`, "\x1b[1mdo 3 x": `\x1b[1mdo 3 x`, "\xff\u200bö 3 x": `\xff\u200bö 3 x`,
	} {
		caret := (&Error{Column: len(line), Text: line}).Caret()
		require.Equal(t, shown, caret[0])
		require.Equal(t, utf8.RuneCountInString(shown), len(caret[1]), line)
	}
}

func TestCaretWithoutAPlace(t *testing.T) {
	require.Equal(t, []string{"do"}, (&Error{Column: 4, Text: "do"}).Caret())
	require.Equal(t, []string{"do", "  ^"}, (&Error{Column: 3, Text: "do"}).Caret())
}

func TestIsAnswer(t *testing.T) {
	for _, line := range []string{
		"do", "do 3 north", " \tdone", "done\t3", "done\r", "mark x", "arrow", "label", "log",
		"logunit 3", "chart",
	} {
		require.True(t, IsAnswer([]byte(line)), line)
	}
	for _, line := range []string{"", " ", "\r", "doo", "Do 3 north", "3", "do\x003", "logs"} {
		require.False(t, IsAnswer([]byte(line)), line)
	}
}

// TestAnswersTakeTimeInProportion: in every shape, the longest lines that are read take some 10 ms, or for ever.
func TestAnswersTakeTimeInProportion(t *testing.T) {
	for _, line := range []string{
		strings.Repeat("x", MaxLine), "do " + strings.Repeat("9", MaxLine), "do 1 " + strings.Repeat("n", MaxLine),
		strings.Repeat("do ", MaxLine/3),
		"do 1 north" + strings.Repeat(" ", MaxLine), "done " + strings.Repeat("1", MaxLine),
		"DO" + strings.Repeat(" 1", MaxLine/2), "log " + strings.Repeat("\xff", MaxLine),
	} {
		r := newReader(t, texts{})
		done := make(chan bool, 1)
		go func() {
			for range 200 {
				r.Begin(asked)
				_, _ = r.Line([]byte(line))
			}
			done <- true
		}()
		testkit.Receive(t, fmt.Sprintf("200 times %.20q", line), done)
	}
}
