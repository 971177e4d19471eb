// Package notes converts bots' notes for their authors to and from messages, for the
// wire and for replays.
package notes

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// Encode returns notes as an arena.v1.Notes message, or nil if there are none.
func Encode(notes []engine.Note) []byte {
	if len(notes) == 0 {
		return nil
	}
	all := &arenav1.Notes{Notes: make([]*arenav1.Note, len(notes))}
	for i, n := range notes {
		// The numbers of the kinds are the same.
		m := &arenav1.Note{Kind: arenav1.NoteKind(n.Kind), Text: strings.ToValidUTF8(n.Text, "?"), Value: n.Value}
		if n.Kind.HasCell() {
			m.At = cell(n.At)
		}
		if n.Kind == engine.ArrowNote {
			m.To = cell(n.To)
		}
		if n.Unit >= 0 {
			m.Unit = proto.Int32(int32(min(n.Unit, math.MaxInt32)))
		}
		all.Notes[i] = m
	}
	message, err := proto.Marshal(all)
	if err != nil {
		return nil // happens only with invalid text, and ours is valid
	}
	return message
}

func cell(p engine.Pos) *arenav1.Cell {
	number := func(n int) int32 { return int32(max(math.MinInt32, min(math.MaxInt32, n))) }
	return &arenav1.Cell{Row: number(p.Row), Col: number(p.Col)}
}

// listField is the field of arena.v1.Notes.
const listField protowire.Number = 1

// most is the largest number of notes in a match.
var most = engine.MaxNotes / engine.Note{}.Size()

// Decode adds the notes of an arena.v1.Notes message to a Debug, which drops those
// beyond the limit of a match. The message need not be trusted. Invalid notes are left
// out; the error is about the first of them.
func Decode(message []byte, to *engine.Debug) error {
	if len(message) == 0 {
		return nil // most bots make no notes: that must cost nothing
	}
	// proto.Unmarshal would turn a message full of empty notes into fifty times its
	// size in memory.
	var first error
	m := new(arenav1.Note)
	for i := 0; len(message) > 0 && i < most; i++ {
		field, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			return errors.Join(first, errors.New("not a list of notes"))
		}
		message = message[n:]
		if field != listField || kind != protowire.BytesType {
			return errors.Join(first, fmt.Errorf("a field %d in a list of notes", field))
		}
		one, n := protowire.ConsumeBytes(message)
		if n < 0 {
			return errors.Join(first, errors.New("a list of notes that is cut off"))
		}
		message = message[n:]
		note, err := decode(one, m)
		if err == nil {
			to.Add(note)
		} else if first == nil {
			first = err
		}
	}
	return first
}

func decode(one []byte, m *arenav1.Note) (engine.Note, error) {
	if err := proto.Unmarshal(one, m); err != nil {
		return engine.Note{}, fmt.Errorf("a note that can't be read: %w", err)
	}
	note := engine.Note{Kind: engine.NoteKind(m.GetKind()), Unit: -1, Text: m.GetText()}
	switch note.Kind {
	case engine.ArrowNote:
		note.To = pos(m.GetTo())
		note.At = pos(m.GetAt())
	case engine.MarkNote, engine.LabelNote:
		note.At = pos(m.GetAt())
	case engine.LogNote:
		if m.Unit != nil {
			note.Unit = max(engine.UnitID(m.GetUnit()), -1)
		}
	case engine.ChartNote:
		note.Value = m.GetValue()
	default:
		return note, fmt.Errorf("a note of the unknown kind %d", note.Kind)
	}
	return note, nil
}

func pos(c *arenav1.Cell) engine.Pos { return engine.Pos{Row: int(c.GetRow()), Col: int(c.GetCol())} }
