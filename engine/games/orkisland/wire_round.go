package orkisland

import (
	"fmt"
	"sync"

	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	orkislandv1 "github.com/botarena/arena/proto/orkisland/v1"
)

// EncodeState has all that can change.
func (rules) EncodeState(i *island) []byte {
	n := len(i.units)
	numbers := make([]int32, 3*n)
	m := &orkislandv1.State{
		Round:       int32(i.round),
		Status:      int32s(i.status),
		Scores:      make([]int64, len(i.scores)),
		CityOwners:  int32s(i.cityOwners),
		PathOwners:  int32s(i.pathOwners),
		UnitOwners:  numbers[:n:n],
		UnitCells:   numbers[n : 2*n : 2*n],
		UnitHealths: numbers[2*n:],
	}
	for player, score := range i.scores {
		m.Scores[player] = int64(score)
	}
	for id, u := range i.units {
		m.UnitOwners[id] = int32(u.Owner)
		m.UnitCells[id] = int32(i.board.terrain.Index(u.Pos))
		m.UnitHealths[id] = int32(u.Health)
	}
	return encode(m)
}

func int32s[T ~int | ~int32](values []T) []int32 {
	converted := make([]int32, len(values))
	for k, v := range values {
		converted[k] = int32(v)
	}
	return converted
}

// DecodeState checks that all is there and that the numbers are of something.
func (rules) DecodeState(start *island, state []byte) (*island, error) {
	var m orkislandv1.State
	if err := proto.Unmarshal(state, &m); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	i := emptyIsland(start.setup)
	i.round = int(m.GetRound())
	for _, list := range [...]struct {
		name      string
		got, want int
	}{
		{"statuses", len(m.GetStatus()), len(i.status)},
		{"scores", len(m.GetScores()), len(i.scores)},
		{"city owners", len(m.GetCityOwners()), len(i.cityOwners)},
		{"path owners", len(m.GetPathOwners()), len(i.pathOwners)},
		{"unit owners", len(m.GetUnitOwners()), len(i.units)},
		{"unit cells", len(m.GetUnitCells()), len(i.units)},
		{"unit healths", len(m.GetUnitHealths()), len(i.units)},
	} {
		if list.got != list.want {
			return nil, fmt.Errorf("state: %d %s, but there must be %d", list.got, list.name, list.want)
		}
	}
	for player := range i.scores {
		i.scores[player] = int(m.GetScores()[player])
		i.status[player] = engine.Status(m.GetStatus()[player])
	}
	if err := i.decodeOwners(i.cityOwners, m.GetCityOwners()); err != nil {
		return nil, fmt.Errorf("state: city %w", err)
	}
	if err := i.decodeOwners(i.pathOwners, m.GetPathOwners()); err != nil {
		return nil, fmt.Errorf("state: path %w", err)
	}
	for id := range i.units {
		if err := i.decodeUnit(id, m.GetUnitOwners()[id], m.GetUnitCells()[id], m.GetUnitHealths()[id]); err != nil {
			return nil, fmt.Errorf("state: unit %d: %w", id, err)
		}
	}
	i.seal()
	return i, nil
}

func (i *island) decodeOwners(owners []int, numbers []int32) error {
	for id, owner := range numbers {
		if owner < -1 || int(owner) >= i.settings.Players {
			return fmt.Errorf("%d: owner %d", id, owner)
		}
		owners[id] = int(owner)
	}
	return nil
}

func (i *island) decodeUnit(id int, owner, cell, health int32) error {
	p, err := decodeCell(i.board, cell)
	switch {
	case err != nil:
		return err
	case !i.isFree(p):
		return fmt.Errorf("cell %d is water or taken", cell)
	case owner < 0 || int(owner) >= i.settings.Players:
		return fmt.Errorf("owner %d", owner)
	case health < 0:
		return fmt.Errorf("health %d", health)
	}
	i.units[id].Owner, i.units[id].Health = int(owner), int(health)
	i.put(id, p)
	return nil
}

// EncodeCommands sends everything that was given: the arena is the judge.
func (rules) EncodeCommands(c *Commands) []byte {
	m := &orkislandv1.Commands{
		Units:      make([]int32, 0, c.Len()),
		Directions: make([]orkislandv1.Direction, 0, c.Len()),
	}
	for unit, d := range c.All() {
		m.Units = append(m.Units, onWire(unit))
		m.Directions = append(m.Directions, orkislandv1.Direction(d))
	}
	return encode(m)
}

// DecodeCommands keeps numbers that are of no ork or no direction: they count.
func (rules) DecodeCommands(commands []byte) (*Commands, error) {
	m := messages.Get().(*orkislandv1.Commands) //nolint:forcetypeassert // it holds nothing else
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
	messages = sync.Pool{New: func() any { return new(orkislandv1.Commands) }}
	intoUsed = proto.UnmarshalOptions{Merge: true, DiscardUnknown: true}
)
