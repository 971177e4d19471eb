package moria

import (
	"fmt"
	"sync"

	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	moriav1 "github.com/botarena/arena/proto/moria/v1"
)

// EncodeState has all that can change.
func (rules) EncodeState(m *mountain) []byte {
	n, clans := len(m.units), m.settings.firstOrc()
	numbers := make([]int32, 2*n+clans)
	message := &moriav1.State{
		Round:       int32(m.round),
		Status:      int32s(m.status),
		Treasures:   int32s(m.treasures),
		Cells:       make([]byte, 0, Size*Size),
		UnitClans:   numbers[:clans:clans],
		UnitCells:   numbers[clans : clans+n : clans+n],
		UnitHealths: numbers[clans+n:],
	}
	for i, c := range m.board.cells.Cells() {
		if !c.isStatic() {
			message.Cells = append(message.Cells, byte(m.cells.Cells()[i]))
		}
	}
	for id, u := range m.units {
		if id < clans {
			message.UnitClans[id] = int32(u.Owner)
		}
		message.UnitCells[id] = -1
		if u.Pos != nowhere {
			message.UnitCells[id] = int32(m.cells.Index(u.Pos))
		}
		message.UnitHealths[id] = int32(u.Health)
	}
	return encode(message)
}

func int32s[T ~int | ~int32](values []T) []int32 {
	converted := make([]int32, len(values))
	for k, v := range values {
		converted[k] = int32(v)
	}
	return converted
}

// DecodeState checks that all is there and that the numbers are of something.
func (rules) DecodeState(start *mountain, state []byte) (*mountain, error) {
	var message moriav1.State
	if err := proto.Unmarshal(state, &message); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	m := emptyMountain(start.setup)
	m.round = int(message.GetRound())
	for _, list := range [...]struct {
		name      string
		got, want int
	}{
		{"statuses", len(message.GetStatus()), len(m.status)},
		{"treasures", len(message.GetTreasures()), len(m.treasures)},
		{"unit clans", len(message.GetUnitClans()), m.settings.firstOrc()},
		{"unit cells", len(message.GetUnitCells()), len(m.units)},
		{"unit healths", len(message.GetUnitHealths()), len(m.units)},
	} {
		if list.got != list.want {
			return nil, fmt.Errorf("state: %d %s, but there must be %d", list.got, list.name, list.want)
		}
	}
	for clan := range m.status {
		m.status[clan] = engine.Status(message.GetStatus()[clan])
		m.treasures[clan] = int(message.GetTreasures()[clan])
	}
	if err := m.decodeCells(message.GetCells()); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	if err := m.decodeUnits(&message); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	m.count()
	return m, nil
}

// decodeCells reads the cells that can change, into those of the start.
func (m *mountain) decodeCells(message []byte) error {
	b := board{m.cells}
	next := 0
	for i, c := range m.board.cells.Cells() {
		if c.isStatic() {
			continue
		}
		if next == len(message) {
			return fmt.Errorf("%d cells, but there must be more", next)
		}
		m.cells.Cells()[i] = cell(message[next])
		next++
		if f := b.checkCell(m.cells.Pos(i), &m.settings); f != nil {
			return fmt.Errorf("cell %d: %w", i, f)
		}
	}
	if next < len(message) {
		return fmt.Errorf("%d cells, but there must be %d", len(message), next)
	}
	return nil
}

func (m *mountain) decodeUnits(message *moriav1.State) error {
	for id := range m.units {
		u := &m.units[id]
		if id < m.settings.firstOrc() {
			clan := message.GetUnitClans()[id]
			if clan < 0 || int(clan) >= m.settings.Players {
				return fmt.Errorf("unit %d: clan %d", id, clan)
			}
			u.Owner = int(clan)
		}
		number, health := message.GetUnitCells()[id], int(message.GetUnitHealths()[id])
		if number < -1 || number >= Size*Size {
			return fmt.Errorf("unit %d: cell %d, but there are %d", id, number, Size*Size)
		}
		if health < 0 || health > fullHealth(u.Kind) {
			return fmt.Errorf("unit %d: health %d, but the most is %d", id, health, fullHealth(u.Kind))
		}
		u.Health = health
		if number < 0 && u.Kind == Orc && health == 0 {
			continue
		}
		p := nowhere
		if number >= 0 {
			p = m.cells.Pos(int(number))
		}
		if f := m.checkPlace(u, p); f != nil {
			return fmt.Errorf("unit %d: %w", id, f)
		}
		m.put(id, p)
	}
	return nil
}

// EncodeCommands sends everything that was given: the arena is the judge.
func (rules) EncodeCommands(c *Commands) []byte {
	m := &moriav1.Commands{
		Units:      make([]int32, 0, c.Len()),
		Directions: make([]moriav1.Direction, 0, c.Len()),
	}
	for unit, d := range c.All() {
		m.Units = append(m.Units, onWire(unit))
		m.Directions = append(m.Directions, moriav1.Direction(d))
	}
	return encode(m)
}

// DecodeCommands keeps numbers that are of no unit or no direction: they count.
func (rules) DecodeCommands(commands []byte) (*Commands, error) {
	m := messages.Get().(*moriav1.Commands) //nolint:forcetypeassert // it holds nothing else
	defer messages.Put(m)
	m.Units, m.Directions = m.Units[:0], m.Directions[:0]
	if err := intoUsed.Unmarshal(commands, m); err != nil {
		return nil, fmt.Errorf("commands: %w", err)
	}
	if units, directions := len(m.GetUnits()), len(m.GetDirections()); units != directions {
		return nil, fmt.Errorf("commands: %d units, but %d directions", units, directions)
	}
	c := &Commands{given: make([]Move, len(m.GetUnits()))}
	for k, unit := range m.GetUnits() {
		c.given[k] = Move{int(unit), Dir(m.GetDirections()[k])}
	}
	return c, nil
}

// messages are for Commands to be decoded into: they come from every player in
// every round. Fields that a bot made up are not kept, or they would add up.
var (
	messages = sync.Pool{New: func() any { return new(moriav1.Commands) }}
	intoUsed = proto.UnmarshalOptions{Merge: true, DiscardUnknown: true}
)
