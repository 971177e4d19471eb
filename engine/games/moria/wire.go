package moria

import (
	"bytes"
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
	"github.com/botarena/arena/engine/wire"
	moriav1 "github.com/botarena/arena/proto/moria/v1"
)

// EncodeStart leaves the seat out: it is different for each player.
func (m *match) EncodeStart() []byte {
	board := make([]byte, 0, Size*Size)
	for _, c := range m.setup.board.cells.Cells() {
		board = append(board, byte(c))
	}
	return wire.Marshal(&moriav1.Start{Settings: wire.Settings(m.setup), Board: board})
}

// DecodeStart reads the settings and the board.
func (rules) DecodeStart(start []byte) (*match, error) {
	var w moriav1.Start
	s := &setup{board: newBoard()}
	if err := wire.ReadStart(start, &w, s); err != nil {
		return nil, err
	}
	if n := len(w.GetBoard()); n != Size*Size {
		return nil, fmt.Errorf("start: board: %d cells, but it has %d", n, Size*Size)
	}
	for i, c := range w.GetBoard() {
		s.board.cells.Cells()[i] = cell(c)
	}
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	return newMatch(s), nil
}

// The columns of a State after its round, as indexes of columns.
const (
	colStatus = iota
	colTreasures
	colCells
	colClans
	colPlaces
	colHealths
)

var columns = wire.Table{
	colStatus:    {Name: "statuses", Kind: wire.Sint32s},
	colTreasures: {Name: "treasures", Kind: wire.Int32s},
	colCells:     {Name: "cells", Kind: wire.Bytes},
	colClans:     {Name: "unit clans", Kind: wire.Int32s},
	colPlaces:    {Name: "unit cells", Kind: wire.Sint32s},
	colHealths:   {Name: "unit healths", Kind: wire.Int32s},
}

// lengths returns how long each column is.
func (m *match) lengths() [6]int {
	players, units := len(m.status), len(m.units)
	return [...]int{players, players, len(m.changing.cells), int(m.setup.settings.firstOrc()), units, units}
}

// EncodeState encodes everything that can change.
func (m *match) EncodeState() []byte {
	var room wire.Room
	lengths := m.lengths()
	w := columns.Lists(&room, lengths[:]...)
	w.Round = int32(m.round)
	wire.Put(w.Int32s(colStatus), m.status)
	wire.Put(w.Int32s(colTreasures), m.treasures)
	cells := w.Bytes(colCells)
	for k, i := range m.changing.cells {
		cells[k] = byte(m.cells.Cells()[i])
	}
	clans, places, healths := w.Int32s(colClans), w.Int32s(colPlaces), w.Int32s(colHealths)
	for id := range clans {
		clans[id] = int32(m.units[id].Owner)
	}
	for id, u := range m.units {
		places[id], healths[id] = -1, int32(u.Health)
		if u.Pos != nowhere {
			places[id] = int32(m.cells.Index(u.Pos))
		}
	}
	return w.Encode()
}

// DecodeState checks that the message is complete and that all its numbers are valid.
func (m *match) DecodeState(state []byte) (*match, error) {
	var room wire.Room
	lengths := m.lengths()
	w, err := columns.Read(state, &room, lengths[:]...)
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	now := m.fresh()
	now.round = int(w.Round)
	status, treasures := w.Int32s(colStatus), w.Int32s(colTreasures)
	for clan := range now.status {
		now.status[clan] = engine.Status(status[clan])
		now.treasures[clan] = int(treasures[clan])
	}
	if err := now.decodeCells(w.Bytes(colCells)); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	clans, places, healths := w.Int32s(colClans), w.Int32s(colPlaces), w.Int32s(colHealths)
	for id := range now.units {
		if id < len(clans) {
			now.units[id].Owner = int(clans[id])
		}
		if err := now.decodeUnit(UnitID(id), int(places[id]), int(healths[id])); err != nil {
			return nil, fmt.Errorf("state: unit %d: %w", id, err)
		}
	}
	return now, nil
}

// decodeCells reads the cells that can change, and counts those of the clans.
func (m *match) decodeCells(message []byte) error {
	cells, unfit := m.cells.Cells(), &m.changing.unfit
	wrong := uint8(0)
	for k, i := range m.changing.cells[:len(message)] {
		c := message[k]
		cells[i] = cell(c)
		wrong |= unfit[c]
	}
	for clan := range m.owned {
		m.owned[clan] = bytes.Count(message, []byte{byte(ownedBy(clan))})
	}
	if wrong == 0 {
		return nil
	}
	b := board{m.cells}
	return fmt.Errorf("cells: %w", b.check(&m.setup.settings))
}

func (m *match) decodeUnit(id UnitID, number, health int) error {
	u := &m.units[id]
	u.Pos, u.Health = nowhere, health
	switch {
	case u.Owner >= m.setup.settings.Players, u.Owner < 0 && !u.Kind.isSauron():
		return fmt.Errorf("clan %d", u.Owner)
	case number < -1 || number >= Size*Size:
		return fmt.Errorf("cell %d, but there are %d", number, Size*Size)
	case u.Health < 0 || u.Health > fullHealth(u.Kind):
		return fmt.Errorf("health %d, but the most is %d", u.Health, fullHealth(u.Kind))
	case number < 0 && u.Kind == Orc && u.Health == 0:
		return nil // not alive
	}
	p := nowhere
	if number >= 0 {
		p = Pos{Row: number / Size, Col: number % Size}
	}
	if f := m.checkPlace(u, p); f != nil {
		return f
	}
	m.put(id, p)
	return nil
}

// EncodeCommands encodes all commands that were given, valid or not: the arena is the
// judge.
func (rules) EncodeCommands(c *Commands) []byte {
	return commands.Encode(c, func(c Command) (UnitID, int32) { return c.Unit, int32(c.Dir) })
}

// DecodeCommands keeps invalid numbers, since such commands count, too.
func (rules) DecodeCommands(message []byte) (*Commands, error) {
	list, err := commands.Decode(message, "units", "directions", func(unit UnitID, order int32) Command {
		return Command{unit, Dir(order)}
	})
	return &Commands{list: list}, err
}
