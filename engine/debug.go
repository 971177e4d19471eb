package engine

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

const (
	// MaxNotes is how many bytes of notes a player may make in a match; see
	// [Note.Size]. Anything beyond that is dropped, and a final note says so.
	MaxNotes = 64 << 10
	// MaxNoteText is how many bytes the text of a note may have. The rest is cut off.
	MaxNoteText = 400
	// MaxCharts is how many charts a player may have in a match.
	MaxCharts = 8
	// MaxChartName is how many bytes the name of a chart may have. The rest is cut off.
	MaxChartName = 24
	// MaxChartValue is how far from 0 a number of a chart may be.
	MaxChartValue = 1e15
	// maxRefusals is how many bytes of notes about refused commands are added
	// automatically. It leaves room for the author's own notes.
	maxRefusals = MaxNotes / 4
)

// NoteKind is a kind of note.
type NoteKind int

// The kinds of notes.
const (
	MarkNote  NoteKind = 1 + iota // a cell stands out
	ArrowNote                     // from a cell to another
	LabelNote                     // a few words on a cell
	LogNote                       // a line, of a unit or of the round
	ChartNote                     // a number of the round, for a chart
)

var noteKinds = [...]string{
	MarkNote: "mark", ArrowNote: "arrow", LabelNote: "label", LogNote: "log", ChartNote: "chart",
}

// IsKnown reports whether k is one of these kinds.
func (k NoteKind) IsKnown() bool { return k >= MarkNote && k <= ChartNote }

// HasCell reports whether such notes are about a cell.
func (k NoteKind) HasCell() bool { return k >= MarkNote && k <= LabelNote }

// String returns the kind as a word.
func (k NoteKind) String() string {
	if !k.IsKnown() {
		return fmt.Sprintf("NoteKind(%d)", int(k))
	}
	return noteKinds[k]
}

// Note is something that a bot notes for its author, to be shown with the match. It
// doesn't affect the match.
type Note struct {
	Kind  NoteKind
	At    Pos     // the cell, if there is one; it need not be on the board
	To    Pos     // where an arrow ends
	Unit  UnitID  // the unit that a line is about; -1 for the round, and for other kinds
	Text  string  // of a label or a line, the name of a chart: one line of printable characters
	Value float64 // of a chart
}

// noteSize is how many bytes a note counts for in addition to its text, which is about
// what it takes on the wire.
const noteSize = 16

// Size returns how many bytes the note counts for.
func (n Note) Size() int { return noteSize + len(n.Text) }

// Debug collects the notes that a bot makes for its author. Every game's State returns
// it from s.Debug(). The viewer shows each player's notes with the round in which they
// were made, as a layer that can be switched on. Notes don't affect the match, but
// making them takes CPU time.
//
// States for looking ahead, from s.Next and s.As, have the same Debug: notes made there
// are shown with the round that is being played.
//
// A Debug must not be used by two goroutines at once. A nil Debug takes no notes.
type Debug struct {
	notes    []Note
	size     int
	full     bool
	refusals int            // bytes of notes about refused commands
	charts   map[string]int // by name: the index of this round's number in notes, or -1
	crowded  bool           // a note has said that there are too many charts
}

// Mark makes a cell stand out.
func (d *Debug) Mark(cell Pos) { d.Add(Note{Kind: MarkNote, At: cell, Unit: -1}) }

// Arrow draws an arrow from one cell to another.
func (d *Debug) Arrow(from, to Pos) { d.Add(Note{Kind: ArrowNote, At: from, To: to, Unit: -1}) }

// Label writes a few characters on a cell, formatted as by fmt.Sprint.
func (d *Debug) Label(cell Pos, a ...any) {
	if d.hasRoom() {
		d.Add(Note{Kind: LabelNote, At: cell, Unit: -1, Text: fmt.Sprint(a...)})
	}
}

// Log notes a line about the round, formatted as by fmt.Sprintf.
func (d *Debug) Log(format string, a ...any) {
	if d.hasRoom() {
		d.Add(Note{Kind: LogNote, Unit: -1, Text: fmt.Sprintf(format, a...)})
	}
}

// LogUnit notes a line about a unit, formatted as by fmt.Sprintf.
func (d *Debug) LogUnit(unit UnitID, format string, a ...any) {
	if d.hasRoom() {
		d.Add(Note{Kind: LogNote, Unit: max(unit, -1), Text: fmt.Sprintf(format, a...)})
	}
}

// Chart notes a number of the round, such as the size of an army. The viewer draws the
// numbers of a name over the rounds, and "arena results --chart" over many matches. Of
// several numbers of a name in a round the last counts. One that is not finite, or
// beyond [MaxChartValue], is left out. A player has up to [MaxCharts] names.
func (d *Debug) Chart(name string, value float64) {
	d.Add(Note{Kind: ChartNote, Unit: -1, Text: name, Value: value})
}

// Refuse notes a command that the arena will refuse. Games call it when a bot gives
// such a command, so that the viewer shows it automatically. Only the first few of a
// match are noted.
func (d *Debug) Refuse(r Refusal) {
	if !d.hasRoom() || d.refusals > maxRefusals {
		return
	}
	note := Note{Kind: LogNote, Unit: max(r.Unit, -1), Text: "refused: " + r.Order + ": " + r.Why}
	if d.refusals += note.Size(); d.refusals > maxRefusals {
		note = Note{Kind: LogNote, Unit: -1, Text: "(many commands were refused: further ones are not noted)"}
	}
	d.Add(note)
}

// hasRoom reports whether another note may be kept. If not, there is no need to make
// its text.
func (d *Debug) hasRoom() bool { return d != nil && !d.full }

// lastNote stands for all notes that are dropped.
var lastNote = Note{Kind: LogNote, Unit: -1, Text: fmt.Sprintf("(more than %d KiB of notes: the rest is dropped)",
	MaxNotes>>10)}

// lastChart stands for all charts that are dropped.
var lastChart = Note{
	Kind: LogNote, Unit: -1, Text: fmt.Sprintf("(more than %d charts: the rest is dropped)", MaxCharts),
}

// Add adds a note if there is room for it. Hosts call it; bots use Mark, Arrow,
// Label, Log, LogUnit and Chart.
func (d *Debug) Add(n Note) {
	if !d.hasRoom() {
		return
	}
	n.Text = noteText(n.Text)
	if n.Kind == ChartNote {
		var ok bool
		if n, ok = d.number(n); !ok {
			return
		}
	}
	if d.size+n.Size() > MaxNotes-lastNote.Size() {
		d.full = true // even if a smaller note would fit: only the first notes are kept
		n = lastNote
	}
	if d.size += n.Size(); n.Kind == ChartNote {
		d.charts[n.Text] = len(d.notes)
	}
	d.notes = append(d.notes, n)
}

// number returns the note to add for a number of a chart. There is none if the number makes no sense, or only
// changes that of this round.
func (d *Debug) number(n Note) (Note, bool) {
	n.Text = strings.TrimSpace(cut(strings.TrimSpace(n.Text), MaxChartName))
	if n.Text == "" || math.IsNaN(n.Value) || math.Abs(n.Value) > MaxChartValue {
		return n, false
	}
	at, known := d.charts[n.Text]
	switch {
	case known && at >= 0:
		d.notes[at].Value = n.Value
		return n, false
	case !known && len(d.charts) == MaxCharts:
		first := !d.crowded
		d.crowded = true
		return lastChart, first
	case d.charts == nil:
		d.charts = make(map[string]int)
	}
	return n, true
}

var spaces = strings.NewReplacer("\n", " ", "\t", " ")

// noteText reduces a text to what can be shown in one line.
func noteText(text string) string {
	return Printable(spaces.Replace(cut(strings.TrimRight(text, "\n"), MaxNoteText)))
}

// cut returns a text of at most so many bytes, without a part of a character at its end.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := most
	for end > most-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// Take returns the notes made since the last call. Hosts call it after each round.
func (d *Debug) Take() []Note {
	if d == nil {
		return nil
	}
	notes := d.notes
	d.notes = nil
	for name := range d.charts {
		d.charts[name] = -1
	}
	return notes
}
