package engine

import "fmt"

// MaxNotes is how many bytes of notes a player may make in a match. What is more
// is dropped.
const MaxNotes = 64 << 10

// NoteKind is a kind of note.
type NoteKind int

// The kinds of notes.
const (
	MarkNote  NoteKind = 1 + iota // a cell stands out
	ArrowNote                     // from a cell to another
	LabelNote                     // a word on a cell
	LogNote                       // a line, of a unit or of the round
)

// Note is something that a bot notes for its author, to be shown with the match.
// It changes nothing in it.
type Note struct {
	Kind NoteKind
	At   Pos
	To   Pos // of an arrow
	Unit int // that a line is about; -1: none
	Text string
}

// noteSize is what a note counts besides its text.
const noteSize = 8

// Size is how many bytes the note counts.
func (n Note) Size() int { return noteSize + len(n.Text) }

// Debug collects notes. A game's State has one; see [Seat.Debug].
type Debug struct {
	notes []Note
	room  int
}

func newDebug() *Debug { return &Debug{room: MaxNotes} }

// Mark makes a cell stand out.
func (d *Debug) Mark(cell Pos) { d.add(Note{Kind: MarkNote, At: cell, Unit: -1}) }

// Arrow draws an arrow from one cell to another.
func (d *Debug) Arrow(from, to Pos) { d.add(Note{Kind: ArrowNote, At: from, To: to, Unit: -1}) }

// Label writes something on a cell, formatted as by fmt.Sprint.
func (d *Debug) Label(cell Pos, a ...any) {
	d.add(Note{Kind: LabelNote, At: cell, Unit: -1, Text: fmt.Sprint(a...)})
}

// Log notes a line of the round, formatted as by fmt.Sprintf.
func (d *Debug) Log(format string, a ...any) {
	d.add(Note{Kind: LogNote, Unit: -1, Text: fmt.Sprintf(format, a...)})
}

// LogUnit notes a line about a unit, formatted as by fmt.Sprintf.
func (d *Debug) LogUnit(unit int, format string, a ...any) {
	d.add(Note{Kind: LogNote, Unit: unit, Text: fmt.Sprintf(format, a...)})
}

// add keeps a note if there is room for it.
func (d *Debug) add(n Note) {
	if n.Size() > d.room {
		d.room = 0 // so that what is kept is what came first
		return
	}
	d.room -= n.Size()
	d.notes = append(d.notes, n)
}

// Take returns the notes since it was called last. Whoever runs the bot calls it.
func (d *Debug) Take() []Note {
	notes := d.notes
	d.notes = nil
	return notes
}
