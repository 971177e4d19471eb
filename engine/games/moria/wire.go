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

// stateMessage is a State as it is on the wire.
type stateMessage struct {
	round                                    int32
	status, treasures, clans, units, healths []int32
	cells                                    []byte
}

// usualRoom is enough for the numbers of most matches. It is on the stack, as the
// message is needed only to be checked.
const usualRoom = 512

// newStateMessage divides room between the lists of a match, in which so many units
// are of clans.
func newStateMessage(room []int32, players, folk, units int) stateMessage {
	treasures, clans := players, 2*players
	cells := clans + folk
	healths := cells + units
	return stateMessage{
		status:    room[:0:treasures],
		treasures: room[treasures:treasures:clans],
		clans:     room[clans:clans:cells],
		units:     room[cells:cells:healths],
		healths:   room[healths:healths],
	}
}

// read reads a State as protobuf would, in a part of the time. It returns a copy, since
// the lists would leave the stack for one behind a pointer.
func (w stateMessage) read(message []byte) (stateMessage, error) {
	fields := wire.NewFields(message)
	for fields.Next() {
		switch fields.Number() {
		case 1:
			fields.Int32(&w.round)
		case 2:
			w.status = fields.AppendSint32s(w.status)
		case 3:
			w.treasures = fields.AppendInt32s(w.treasures)
		case 4:
			fields.Bytes(&w.cells)
		case 5:
			w.clans = fields.AppendInt32s(w.clans)
		case 6:
			w.units = fields.AppendSint32s(w.units)
		case 7:
			w.healths = fields.AppendInt32s(w.healths)
		}
	}
	return w, fields.Err()
}

// DecodeState checks that the message is complete and that all its numbers are valid.
func (m *match) DecodeState(state []byte) (*match, error) {
	var usual [usualRoom]int32
	room := usual[:]
	players, folk, units := len(m.status), int(m.setup.settings.firstOrc()), len(m.units)
	if need := 2*players + folk + 2*units; need > len(room) {
		room = make([]int32, need)
	}
	w, err := newStateMessage(room, players, folk, units).read(state)
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	if err := wire.CheckLengths(
		wire.Length{Name: "statuses", Got: len(w.status), Want: players},
		wire.Length{Name: "treasures", Got: len(w.treasures), Want: players},
		wire.Length{Name: "cells", Got: len(w.cells), Want: len(m.changing.cells)},
		wire.Length{Name: "unit clans", Got: len(w.clans), Want: folk},
		wire.Length{Name: "unit cells", Got: len(w.units), Want: units},
		wire.Length{Name: "unit healths", Got: len(w.healths), Want: units},
	); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	now := m.fresh()
	now.round = int(w.round)
	for clan := range now.status {
		now.status[clan] = engine.Status(w.status[clan])
		now.treasures[clan] = int(w.treasures[clan])
	}
	if err := now.decodeCells(w.cells); err != nil {
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

func (m *match) decodeUnit(id UnitID, w *stateMessage) error {
	u := &m.units[id]
	if !u.Kind.isSauron() {
		u.Owner = int(w.clans[id])
	}
	u.Pos, u.Health = nowhere, int(w.healths[id])
	number := int(w.units[id])
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
	return c.given().Encode(func(c Command) (UnitID, int32) { return c.Unit, int32(c.Dir) })
}

// DecodeCommands keeps invalid numbers, since such commands count, too.
func (rules) DecodeCommands(message []byte) (*Commands, error) {
	list, err := commands.Decode(message, "units", "directions", func(unit UnitID, order int32) Command {
		return Command{unit, Dir(order)}
	})
	return &Commands{list: list}, err
}
