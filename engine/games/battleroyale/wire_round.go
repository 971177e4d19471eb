package battleroyale

import (
	"bytes"
	"fmt"
	"math"

	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	battleroyalev1 "github.com/botarena/arena/proto/battleroyale/v1"
)

// EncodeState has all that can change.
func (rules) EncodeState(b *battle) []byte {
	n := len(b.units)
	numbers := make([]int32, 3*n+len(b.status))
	m := &battleroyalev1.State{
		Round:       int32(b.round),
		Colours:     make([]byte, len(b.colours.Cells())),
		UnitOwners:  numbers[:n:n],
		UnitTiles:   numbers[n : 2*n : 2*n],
		UnitHealths: numbers[2*n : 3*n : 3*n],
		Status:      numbers[3*n:],
	}
	for player, status := range b.status {
		m.Status[player] = int32(status)
	}
	for index, owner := range b.colours.Cells() {
		m.Colours[index] = '.'
		if owner >= 0 {
			m.Colours[index] = '0' + byte(owner)
		}
	}
	for id, u := range b.units {
		m.UnitOwners[id] = int32(u.Owner)
		m.UnitTiles[id] = int32(b.at.Index(u.Pos))
		m.UnitHealths[id] = int32(u.Health)
	}
	return encode(m)
}

// DecodeState checks that all is there and that the numbers are of something.
func (rules) DecodeState(start *battle, state []byte) (*battle, error) {
	var m battleroyalev1.State
	if err := proto.Unmarshal(state, &m); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	b := start.clone()
	b.round = int(m.GetRound())
	for _, list := range [...]struct {
		name      string
		got, want int
	}{
		{"statuses", len(m.GetStatus()), len(b.status)},
		{"colours", len(m.GetColours()), len(b.colours.Cells())},
		{"unit owners", len(m.GetUnitOwners()), len(b.units)},
		{"unit tiles", len(m.GetUnitTiles()), len(b.units)},
		{"unit healths", len(m.GetUnitHealths()), len(b.units)},
	} {
		if list.got != list.want {
			return nil, fmt.Errorf("state: %d %s, but there must be %d", list.got, list.name, list.want)
		}
	}
	for player, status := range m.GetStatus() {
		b.status[player] = engine.Status(status)
	}
	if err := b.decodeColours(m.GetColours()); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	for id := range b.units {
		if err := b.decodeUnit(id, int(m.GetUnitOwners()[id]), int(m.GetUnitTiles()[id]), int(m.GetUnitHealths()[id])); err != nil {
			return nil, fmt.Errorf("state: unit %d: %w", id, err)
		}
	}
	return b, nil
}

// decodeColours reads the colours of all tiles and counts them. It looks them up,
// as it has to do so in every round.
func (b *battle) decodeColours(message []byte) error {
	// No player's number is as high as the limit of its tile: a wall has no owner.
	limits := [256]int8{Empty: int8(b.settings.Players), Wall: 0}
	colours, tiles := b.colours.Cells(), b.board.tiles.Cells()
	wrong := -1
	for index, c := range message {
		owner := colourOf[c]
		colours[index] = owner
		if owner >= limits[tiles[index]] {
			wrong = index
		}
	}
	for player := range b.scores {
		b.scores[player] = bytes.Count(message, []byte{'0' + byte(player)})
	}
	if wrong >= 0 {
		return fmt.Errorf("tile %d: colour %q of %v", wrong, message[wrong], tiles[wrong])
	}
	return nil
}

// colourOf is the owner of a tile with this character: -1 for nobody's, no player's
// number for what is no character of a tile.
var colourOf = func() (owners [256]int8) {
	for c := range owners {
		owners[c] = math.MaxInt8
	}
	owners['.'] = -1
	for player := range int8(4) {
		owners['0'+player] = player
	}
	return owners
}()

func (b *battle) decodeUnit(id, owner, tile, health int) error {
	u := &b.units[id]
	if tile < 0 || tile >= len(b.at.Cells()) {
		return fmt.Errorf("tile %d, but there are %d", tile, len(b.at.Cells()))
	}
	switch p := b.at.Pos(tile); {
	case !b.isFree(p):
		return fmt.Errorf("tile %d is a wall or taken", tile)
	case owner < 0 || owner >= b.settings.Players:
		return fmt.Errorf("owner %d", owner)
	case health < 1 || health > b.settings.maxHealth(u.Kind):
		return fmt.Errorf("health %d", health)
	default:
		u.Owner, u.Health = owner, health
		b.put(id, p)
	}
	return nil
}

// EncodeCommands sends everything that was given: the arena is the judge.
func (rules) EncodeCommands(c *Commands) []byte {
	m := &battleroyalev1.Commands{
		Units:      make([]int32, 0, c.Len()),
		Directions: make([]battleroyalev1.Direction, 0, c.Len()),
	}
	for unit, d := range c.All() {
		m.Units = append(m.Units, onWire(unit))
		m.Directions = append(m.Directions, battleroyalev1.Direction(d))
	}
	return encode(m)
}

// DecodeCommands keeps numbers that are of no unit or no direction: they count.
func (rules) DecodeCommands(commands []byte) (*Commands, error) {
	var m battleroyalev1.Commands
	if err := proto.Unmarshal(commands, &m); err != nil {
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
