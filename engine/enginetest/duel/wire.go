package duel

import (
	"bytes"
	"fmt"

	"google.golang.org/protobuf/proto"

	duelv1 "github.com/botarena/arena/proto/duel/v1"
)

// EncodeStart leaves the seat out: the arena adds it, for each player another.
func (rules) EncodeStart(m *match) []byte {
	return encode(&duelv1.Start{
		Players: int32(m.players), Rounds: int32(m.rounds), Units: int32(m.army), Board: m.board,
	})
}

// encode is deterministic. A message of ours that can't be encoded is a mistake of
// ours.
func encode(m proto.Message) []byte {
	message, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		panic(fmt.Sprintf("duel: %v", err))
	}
	return message
}

// DecodeStart runs in the bot. Like all decoding, it trusts nothing.
func (rules) DecodeStart(start []byte) (*match, error) {
	var w duelv1.Start
	if err := proto.Unmarshal(start, &w); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	s := setup{int(w.GetPlayers()), int(w.GetRounds()), int(w.GetUnits()), w.GetBoard()}
	for _, one := range (rules{}).Settings(&s) {
		if err := one.Check(); err != nil {
			return nil, fmt.Errorf("start: %w", err)
		}
	}
	if !areRows(s.board) {
		return nil, fmt.Errorf("start: %q is no board", s.board)
	}
	if err := (rules{}).Check(s); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	return newMatch(s), nil
}

// EncodeState has all that can change.
func (rules) EncodeState(m *match) []byte {
	w := &duelv1.State{Round: int32(m.round), Paint: m.paint.Cells()}
	for _, u := range m.units {
		w.UnitCells = append(w.UnitCells, int32(m.paint.Index(u.Pos)))
	}
	return encode(w)
}

// DecodeState fills a new match; that of Start stays as it is.
func (rules) DecodeState(start *match, state []byte) (*match, error) {
	var w duelv1.State
	if err := proto.Unmarshal(state, &w); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	m := newMatch(start.setup)
	m.round = int(w.GetRound())
	if len(w.GetUnitCells()) != len(m.units) {
		return nil, fmt.Errorf("state: cells of %d units, but there are %d", len(w.GetUnitCells()), len(m.units))
	}
	for id, cell := range w.GetUnitCells() {
		p := m.paint.Pos(int(cell))
		if !m.isOpen(p) || m.unitAt(p) != nil {
			return nil, fmt.Errorf("state: unit %d: cell %d is taken or not open", id, cell)
		}
		m.units[id].Pos = p
	}
	paints := ".0123"[:1+m.players]
	if len(w.GetPaint()) != len(m.paint.Cells()) || len(bytes.Trim(w.GetPaint(), paints)) > 0 {
		return nil, fmt.Errorf("state: paint %q", w.GetPaint())
	}
	copy(m.paint.Cells(), w.GetPaint())
	return m, nil
}

// EncodeCommands sends all that was given: the arena is the judge.
func (rules) EncodeCommands(c *Commands) []byte {
	w := new(duelv1.Commands)
	for _, given := range c.all() {
		w.Units = append(w.Units, int32(given.unit))
		w.Directions = append(w.Directions, duelv1.Direction(given.dir))
	}
	return encode(w)
}

// DecodeCommands runs in the arena, on what a bot sent. It keeps numbers of no
// unit and of no direction, since they count.
func (rules) DecodeCommands(commands []byte) (*Commands, error) {
	var w duelv1.Commands
	if err := proto.Unmarshal(commands, &w); err != nil {
		return nil, fmt.Errorf("commands: %w", err)
	}
	if len(w.GetUnits()) != len(w.GetDirections()) {
		return nil, fmt.Errorf("commands: %d units, but %d directions", len(w.GetUnits()), len(w.GetDirections()))
	}
	c := new(Commands)
	for i, unit := range w.GetUnits() {
		c.given = append(c.given, move{int(unit), Dir(w.GetDirections()[i])})
	}
	return c, nil
}
