package moria

import (
	"bytes"
	"fmt"
	"sync"

	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	moriav1 "github.com/botarena/arena/proto/moria/v1"
)

// EncodeState has all that can change.
func (rules) EncodeState(m *mountain) []byte {
	message := usedState()
	defer states.Put(message)
	message.Round = int32(m.round)
	message.Status = appendInt32s(message.Status, m.status)
	message.Treasures = appendInt32s(message.Treasures, m.treasures)
	for _, i := range m.changing.cells {
		message.Cells = append(message.Cells, byte(m.cells.Cells()[i]))
	}
	for id, u := range m.units {
		if id < m.settings.firstOrc() {
			message.UnitClans = append(message.UnitClans, int32(u.Owner))
		}
		at := int32(-1)
		if u.Pos != nowhere {
			at = int32(m.cells.Index(u.Pos))
		}
		message.UnitCells = append(message.UnitCells, at)
		message.UnitHealths = append(message.UnitHealths, int32(u.Health))
	}
	return encode(message)
}

func appendInt32s[T ~int | ~int32](list []int32, values []T) []int32 {
	for _, v := range values {
		list = append(list, int32(v))
	}
	return list
}

// DecodeState checks that all is there and that the numbers are of something.
func (rules) DecodeState(start *mountain, state []byte) (*mountain, error) {
	var message moriav1.State
	if err := proto.Unmarshal(state, &message); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	m := start.clone()
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
	return m, nil
}

// decodeCells reads the cells that can change, into those of the start, and counts
// those of the clans.
func (m *mountain) decodeCells(message []byte) error {
	if got, want := len(message), len(m.changing.cells); got != want {
		return fmt.Errorf("%d cells, but there must be %d", got, want)
	}
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
	return fmt.Errorf("cells: %w", b.check(&m.settings))
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

// states are for States to be encoded from.
var states = sync.Pool{New: func() any { return new(moriav1.State) }}

// usedState is an empty State with the memory of another.
func usedState() *moriav1.State {
	m := states.Get().(*moriav1.State) //nolint:forcetypeassert // it holds nothing else
	m.Round = 0
	m.Status, m.Treasures, m.Cells = m.Status[:0], m.Treasures[:0], m.Cells[:0]
	m.UnitClans, m.UnitCells, m.UnitHealths = m.UnitClans[:0], m.UnitCells[:0], m.UnitHealths[:0]
	return m
}
