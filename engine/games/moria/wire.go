package moria

import (
	"bytes"
	"fmt"

	"google.golang.org/protobuf/proto"

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
	if err := proto.Unmarshal(start, &w); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	s := &setup{board: newBoard()}
	if err := wire.ReadSettings(s, w.GetSettings()); err != nil {
		return nil, fmt.Errorf("start: %w", err)
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

// EncodeState encodes everything that can change.
func (m *match) EncodeState() []byte {
	numbers := make([]int32, 0, int(m.setup.settings.firstOrc())+2*len(m.units))
	for _, u := range m.units[:m.setup.settings.firstOrc()] {
		numbers = append(numbers, int32(u.Owner))
	}
	clans := len(numbers)
	for _, u := range m.units {
		at := int32(-1)
		if u.Pos != nowhere {
			at = int32(m.cells.Index(u.Pos))
		}
		numbers = append(numbers, at)
	}
	for _, u := range m.units {
		numbers = append(numbers, int32(u.Health))
	}
	w := &moriav1.State{
		Round:       int32(m.round),
		Status:      wire.Numbers(m.status),
		Treasures:   wire.Numbers(m.treasures),
		Cells:       make([]byte, len(m.changing.cells)),
		UnitClans:   numbers[:clans],
		UnitCells:   numbers[clans : clans+len(m.units)],
		UnitHealths: numbers[clans+len(m.units):],
	}
	for k, i := range m.changing.cells {
		w.Cells[k] = byte(m.cells.Cells()[i])
	}
	return wire.Marshal(w)
}

// DecodeState checks that the message is complete and that all its numbers are valid.
func (m *match) DecodeState(state []byte) (*match, error) {
	var w moriav1.State
	if err := proto.Unmarshal(state, &w); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	now := m.clone()
	for id := range UnitID(len(now.units)) {
		if now.unit(id) != nil {
			now.lift(id)
		}
	}
	now.round = int(w.GetRound())
	if err := wire.CheckLengths(
		wire.Length{Name: "statuses", Got: len(w.GetStatus()), Want: len(now.status)},
		wire.Length{Name: "treasures", Got: len(w.GetTreasures()), Want: len(now.treasures)},
		wire.Length{Name: "cells", Got: len(w.GetCells()), Want: len(now.changing.cells)},
		wire.Length{Name: "unit clans", Got: len(w.GetUnitClans()), Want: int(now.setup.settings.firstOrc())},
		wire.Length{Name: "unit cells", Got: len(w.GetUnitCells()), Want: len(now.units)},
		wire.Length{Name: "unit healths", Got: len(w.GetUnitHealths()), Want: len(now.units)},
	); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	for clan := range now.status {
		now.status[clan] = engine.Status(w.GetStatus()[clan])
		now.treasures[clan] = int(w.GetTreasures()[clan])
	}
	if err := now.decodeCells(w.GetCells()); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	for id := range now.units {
		if err := now.decodeUnit(UnitID(id), &w); err != nil {
			return nil, fmt.Errorf("state: unit %d: %w", id, err)
		}
	}
	return now, nil
}

// decodeCells reads the cells that can change, and counts those of the clans.
func (m *match) decodeCells(message []byte) error {
	cells := m.cells.Cells()
	fit := true
	for k, i := range m.changing.cells {
		c := cell(message[k])
		cells[i] = c
		fit = fit && m.changing.fits[c]
	}
	for clan := range m.owned {
		m.owned[clan] = bytes.Count(message, []byte{byte(ownedBy(clan))})
	}
	if fit {
		return nil
	}
	b := board{m.cells}
	return fmt.Errorf("cells: %w", b.check(&m.setup.settings))
}

func (m *match) decodeUnit(id UnitID, w *moriav1.State) error {
	u := &m.units[id]
	if !u.Kind.isSauron() {
		u.Owner = int(w.GetUnitClans()[id])
	}
	u.Pos, u.Health = nowhere, int(w.GetUnitHealths()[id])
	number := int(w.GetUnitCells()[id])
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
		p = m.cells.Pos(number)
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
	units, directions := make([]int32, 0, c.Len()), make([]int32, 0, c.Len())
	for given := range c.All() {
		units = append(units, wire.Unit(given.Unit))
		directions = append(directions, int32(given.Dir))
	}
	return wire.AppendColumns(nil, units, directions)
}

// DecodeCommands keeps invalid numbers, since such commands count, too.
func (rules) DecodeCommands(message []byte) (*Commands, error) {
	columns, err := wire.ReadColumns(message, "units", "directions")
	if err != nil {
		return nil, fmt.Errorf("commands: %w", err)
	}
	given := make([]Command, len(columns[0]))
	for k, unit := range columns[0] {
		given[k] = Command{UnitID(unit), Dir(columns[1][k])}
	}
	return &Commands{list: commands.Of(given)}, nil
}
