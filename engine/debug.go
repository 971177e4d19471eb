package engine

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	// MaxNotes is how many bytes of notes a player may make in a match; see
	// [Note.Size]. Anything beyond that is dropped, and a final note says so.
	MaxNotes = 64 << 10
	// MaxNoteText is how many bytes the text of a note may have. The rest is cut off.
	MaxNoteText = 400
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
)

var noteKinds = [...]string{MarkNote: "mark", ArrowNote: "arrow", LabelNote: "label", LogNote: "log"}

// IsKnown reports whether k is one of these kinds.
func (k NoteKind) IsKnown() bool { return k >= MarkNote && k <= LogNote }

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
	Kind NoteKind
	At   Pos    // the cell, except for a line; it need not be on the board
	To   Pos    // where an arrow ends
	Unit UnitID // the unit that a line is about; -1 for the round, and for other kinds
	Text string // of a label or a line: one line of printable characters
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
	refusals int // bytes of notes about refused commands
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

// Add adds a note if there is room for it. Hosts call it; bots use Mark, Arrow,
// Label, Log and LogUnit.
func (d *Debug) Add(n Note) {
	if !d.hasRoom() {
		return
	}
	n.Text = noteText(n.Text)
	if d.size+n.Size() > MaxNotes-lastNote.Size() {
		d.full = true // even if a smaller note would fit: only the first notes are kept
		n = lastNote
	}
	d.size += n.Size()
	d.notes = append(d.notes, n)
}

var spaces = strings.NewReplacer("\n", " ", "\t", " ")

// noteText reduces a text to what can be shown in one line.
func noteText(text string) string {
	text = strings.TrimRight(text, "\n")
	if len(text) > MaxNoteText {
		end := MaxNoteText
		for end > MaxNoteText-utf8.UTFMax && !utf8.RuneStart(text[end]) {
			end--
		}
		text = text[:end]
	}
	return Printable(spaces.Replace(text))
}

// Take returns the notes made since the last call. Hosts call it after each round.
func (d *Debug) Take() []Note {
	if d == nil {
		return nil
	}
	notes := d.notes
	d.notes = nil
	return notes
}
