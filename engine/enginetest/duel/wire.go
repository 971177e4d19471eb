package duel

import (
	"bytes"
	"fmt"

	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine/commands"
	"github.com/botarena/arena/engine/wire"
	duelv1 "github.com/botarena/arena/proto/duel/v1"
)

// EncodeStart leaves the seat out: the arena adds it, different for each player.
func (m *match) EncodeStart() []byte {
	return wire.Marshal(&duelv1.Start{Settings: wire.Settings(m.setup), Board: m.setup.cells().Cells()})
}

// DecodeStart runs in the bot. Like all decoding, it trusts nothing.
func (rules) DecodeStart(start []byte) (*match, error) {
	var w duelv1.Start
	s := new(setup)
	if err := wire.ReadStart(start, &w, s); err != nil {
		return nil, err
	}
	if board := w.GetBoard(); len(board) != s.rows*s.cols || len(bytes.Trim(board, ".#")) > 0 {
		return nil, fmt.Errorf("start: %q is no board of %d by %d cells", board, s.rows, s.cols)
	}
	s.board = string(w.GetBoard())
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	return newMatch(s), nil
}

// EncodeState encodes everything that can change.
func (m *match) EncodeState() []byte {
	w := &duelv1.State{Round: int32(m.round), Paint: m.paint.Cells()}
	for _, u := range m.units {
		w.UnitCells = append(w.UnitCells, int32(m.paint.Index(u.Pos)))
	}
	return wire.Marshal(w)
}

// DecodeState returns a new match; the one of Start doesn't change.
func (m *match) DecodeState(state []byte) (*match, error) {
	var w duelv1.State
	if err := proto.Unmarshal(state, &w); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	now := m.clone()
	now.round = int(w.GetRound())
	if err := wire.CheckLengths(
		wire.Length{Name: "unit cells", Got: len(w.GetUnitCells()), Want: len(now.units)},
		wire.Length{Name: "painted cells", Got: len(w.GetPaint()), Want: len(now.paint.Cells())},
	); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	for id := range now.units {
		now.units[id].Pos = nowhere
	}
	for id, cell := range w.GetUnitCells() {
		p := now.paint.Pos(int(cell))
		if !now.IsOpen(p) || now.unitAt(p) != nil {
			return nil, fmt.Errorf("state: unit %d: cell %d is taken or not open", id, cell)
		}
		now.units[id].Pos = p
	}
	if paints := ".0123"[:1+m.setup.players]; len(bytes.Trim(w.GetPaint(), paints)) > 0 {
		return nil, fmt.Errorf("state: paint %q", w.GetPaint())
	}
	copy(now.paint.Cells(), w.GetPaint())
	return now, nil
}

// EncodeCommands encodes all commands that were given, valid or not: the arena is the
// judge.
func (rules) EncodeCommands(c *Commands) []byte {
	return commands.Encode(c, func(c Command) (UnitID, int32) { return c.Unit, int32(c.Dir) })
}

// DecodeCommands runs in the arena, on bytes that a bot sent. It keeps invalid numbers,
// since such commands count, too.
func (rules) DecodeCommands(message []byte) (*Commands, error) {
	list, err := commands.Decode(message, "units", "directions", func(unit UnitID, order int32) Command {
		return Command{unit, Dir(order)}
	})
	return &Commands{list: list}, err
}
