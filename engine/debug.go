package engine

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// MaxNotes is how many bytes of notes a player may make in a match; see
	// [Note.Size]. What is more is dropped, and a last note says so.
	MaxNotes = 64 << 10
	// MaxNoteText is how many bytes the text of a note may have. What is more is
	// cut off.
	MaxNoteText = 400
)

// NoteKind is a kind of note.
type NoteKind int

// The kinds of notes.
const (
	MarkNote  NoteKind = 1 + iota // a cell stands out
	ArrowNote                     // from a cell to another
	LabelNote                     // a few words on a cell
	LogNote                       // a line, of a unit or of the round
)

var noteKinds = [...]string{MarkNote: "mark", ArrowNote: "arrow", LabelNote: "label", LogNote: "log"}

// IsKnown says whether there is such a kind.
func (k NoteKind) IsKnown() bool { return k >= MarkNote && k <= LogNote }

// String is the kind in a word.
func (k NoteKind) String() string {
	if !k.IsKnown() {
		return fmt.Sprintf("NoteKind(%d)", int(k))
	}
	return noteKinds[k]
}

// Note is something that a bot notes for its author, to be shown with the match.
// It changes nothing in it.
type Note struct {
	Kind NoteKind
	At   Pos    // of all but a line; it need not be on the board
	To   Pos    // of an arrow
	Unit int    // that a line is about; -1: none, and for all but lines
	Text string // of a label or a line: one line of printable characters
}

// noteSize is what a note counts besides its text: about what it takes on the wire.
const noteSize = 16

// Size is how many bytes the note counts.
func (n Note) Size() int { return noteSize + len(n.Text) }

// Debug collects the notes that a bot makes for its author: its State has one, as
// s.Debug(). The viewer shows each player's notes with the round in which they were
// made, as a layer that can be switched on. They change nothing in the match, but
// making them takes time like all that a bot does.
//
// States that a bot thinks ahead with, as s.Next and s.As return them, have the
// same Debug: what is noted there is shown with the round that is being played.
// It must not be used by two goroutines at once.
//
// A nil Debug takes no notes.
type Debug struct {
	notes []Note
	size  int
	full  bool
}

// Mark makes a cell stand out.
func (d *Debug) Mark(cell Pos) { d.Add(Note{Kind: MarkNote, At: cell, Unit: -1}) }

// Arrow draws an arrow from one cell to another.
func (d *Debug) Arrow(from, to Pos) { d.Add(Note{Kind: ArrowNote, At: from, To: to, Unit: -1}) }

// Label writes something on a cell, formatted as by fmt.Sprint. There is room for
// a few characters.
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
func (d *Debug) LogUnit(unit int, format string, a ...any) {
	if d.hasRoom() {
		d.Add(Note{Kind: LogNote, Unit: max(unit, -1), Text: fmt.Sprintf(format, a...)})
	}
}

// hasRoom says whether another note may be kept; if not, no text need be made.
func (d *Debug) hasRoom() bool { return d != nil && !d.full }

// lastNote is in the place of all that is dropped.
var lastNote = Note{Kind: LogNote, Unit: -1, Text: fmt.Sprintf("(more than %d KiB of notes: the rest is dropped)", MaxNotes>>10)}

// Add adds a note if there is room for it. It is for hosts; a bot has Mark and the
// others.
func (d *Debug) Add(n Note) {
	if !d.hasRoom() {
		return
	}
	n.Text = noteText(n.Text)
	if d.size+n.Size() > MaxNotes-lastNote.Size() {
		d.full = true // even if a smaller one had room: what is kept is what came first
		n = lastNote
	}
	d.size += n.Size()
	d.notes = append(d.notes, n)
}

// noteText keeps of a text what can be shown in one line.
func noteText(text string) string {
	text = strings.TrimRight(text, "\n")
	if len(text) > MaxNoteText {
		end := MaxNoteText
		for end > MaxNoteText-utf8.UTFMax && !utf8.RuneStart(text[end]) {
			end--
		}
		text = text[:end]
	}
	plain := true
	for i := range len(text) {
		plain = plain && text[i] >= ' ' && text[i] <= '~'
	}
	if plain {
		return text
	}
	// U+FFFD, which stands for bytes that are no character, would take more room
	// than they do.
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// Take returns the notes that were made since it was called last. Whoever runs the
// bot calls it after each round.
func (d *Debug) Take() []Note {
	if d == nil {
		return nil
	}
	notes := d.notes
	d.notes = nil
	return notes
}
