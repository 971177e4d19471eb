package battleroyale

import (
	"bytes"
	"fmt"
	"math"

	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
	"github.com/botarena/arena/engine/wire"
	battleroyalev1 "github.com/botarena/arena/proto/battleroyale/v1"
)

// EncodeStart leaves the seat out: it is different for each player.
func (m *match) EncodeStart() []byte {
	w := &battleroyalev1.Start{
		Settings: wire.Settings(m.setup),
		Board:    make([]byte, 0, len(m.board.tiles.Cells())),
		Kinds:    make([]byte, 0, len(m.units)),
		First:    int32(m.setup.first),
	}
	for _, t := range m.board.tiles.Cells() {
		w.Board = append(w.Board, byte(t))
	}
	for _, u := range m.units {
		w.Kinds = append(w.Kinds, byte(u.Kind))
	}
	return wire.Marshal(w)
}

// DecodeStart reads the settings, the board and the kinds of the units.
func (rules) DecodeStart(start []byte) (*match, error) {
	var w battleroyalev1.Start
	if err := proto.Unmarshal(start, &w); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	s := &setup{first: int(w.GetFirst())}
	if err := wire.ReadSettings(s, w.GetSettings()); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	var err error
	if s.board, err = decodeBoard(w.GetBoard(), s.settings.Rows, s.settings.Cols); err != nil {
		return nil, fmt.Errorf("start: board: %w", err)
	}
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	m := newMatch(s)
	if err := m.decodeKinds(w.GetKinds()); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	return m, nil
}

func decodeBoard(tiles []byte, rows, cols int) (*board, error) {
	if len(tiles) != rows*cols {
		return nil, fmt.Errorf("%d tiles, but with rows %d and cols %d there are %d", len(tiles), rows, cols, rows*cols)
	}
	b := newBoard(rows, cols)
	for index, c := range tiles {
		if Terrain(c) != Empty && Terrain(c) != Wall {
			return nil, fmt.Errorf("tile %d: %q, but it must be . or X", index, c)
		}
		b.tiles.Cells()[index] = Terrain(c)
	}
	return b, nil
}

func (m *match) decodeKinds(kinds []byte) error {
	if err := wire.CheckLengths(wire.Length{Name: "kinds", Got: len(kinds), Want: len(m.units)}); err != nil {
		return err
	}
	for id, k := range kinds {
		if Kind(k) != Farmer && Kind(k) != Knight {
			return fmt.Errorf("unit %d: kind %q", id, k)
		}
		m.units[id] = Unit{ID: UnitID(id), Kind: Kind(k), Pos: nowhere}
	}
	return nil
}

// EncodeState encodes everything that can change.
func (m *match) EncodeState() []byte {
	n := len(m.units)
	numbers := make([]int32, 3*n)
	w := &battleroyalev1.State{
		Round:       int32(m.round),
		Status:      wire.Numbers(m.status),
		Colours:     make([]byte, len(m.colours.Cells())),
		UnitOwners:  numbers[:n:n],
		UnitTiles:   numbers[n : 2*n : 2*n],
		UnitHealths: numbers[2*n:],
	}
	for index, owner := range m.colours.Cells() {
		w.Colours[index] = '.'
		if owner >= 0 {
			w.Colours[index] = '0' + byte(owner)
		}
	}
	for id, u := range m.units {
		w.UnitOwners[id] = int32(u.Owner)
		w.UnitTiles[id] = int32(m.at.Index(u.Pos))
		w.UnitHealths[id] = int32(u.Health)
	}
	return wire.Marshal(w)
}

// DecodeState checks that the message is complete and that all its numbers are valid.
func (m *match) DecodeState(state []byte) (*match, error) {
	var w battleroyalev1.State
	if err := proto.Unmarshal(state, &w); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	now := newMatch(m.setup)
	now.round = int(w.GetRound())
	if err := wire.CheckLengths(
		wire.Length{Name: "statuses", Got: len(w.GetStatus()), Want: len(now.status)},
		wire.Length{Name: "colours", Got: len(w.GetColours()), Want: len(now.colours.Cells())},
		wire.Length{Name: "unit owners", Got: len(w.GetUnitOwners()), Want: len(now.units)},
		wire.Length{Name: "unit tiles", Got: len(w.GetUnitTiles()), Want: len(now.units)},
		wire.Length{Name: "unit healths", Got: len(w.GetUnitHealths()), Want: len(now.units)},
	); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	for player, status := range w.GetStatus() {
		now.status[player] = engine.Status(status)
	}
	if err := now.decodeColours(w.GetColours()); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	for id := range now.units {
		now.units[id] = Unit{ID: UnitID(id), Kind: m.units[id].Kind}
		if err := now.decodeUnit(UnitID(id), w.GetUnitOwners()[id], w.GetUnitTiles()[id], w.GetUnitHealths()[id]); err != nil {
			return nil, fmt.Errorf("state: unit %d: %w", id, err)
		}
	}
	return now, nil
}

// decodeColours reads the colours of all tiles and counts them. It looks them up,
// as it has to do so in every round.
func (m *match) decodeColours(message []byte) error {
	// No player's number is as high as the limit of its tile: a wall has no owner.
	limits := [256]int8{Empty: int8(m.setup.settings.Players), Wall: 0}
	colours, tiles := m.colours.Cells(), m.board.tiles.Cells()
	wrong := -1
	for index, c := range message {
		owner := colourOf[c]
		colours[index] = owner
		if owner >= limits[tiles[index]] {
			wrong = index
		}
	}
	for player := range m.scores {
		m.scores[player] = bytes.Count(message, []byte{'0' + byte(player)})
	}
	if wrong >= 0 {
		return fmt.Errorf("tile %d: colour %q of %v", wrong, message[wrong], tiles[wrong])
	}
	return nil
}

// colourOf has the owner of a tile with this character: -1 for ".", more than any
// player's number for a character that no tile can have.
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

func (m *match) decodeUnit(id UnitID, owner, tile, health int32) error {
	u, v := &m.units[id], &m.setup.settings
	if tile < 0 || int(tile) >= len(m.at.Cells()) {
		return fmt.Errorf("tile %d, but there are %d", tile, len(m.at.Cells()))
	}
	p := m.at.Pos(int(tile))
	switch {
	case !m.isFree(p):
		return fmt.Errorf("tile %d is a wall or taken", tile)
	case owner < 0 || int(owner) >= v.Players:
		return fmt.Errorf("owner %d", owner)
	case health < 1 || int(health) > v.maxHealth(u.Kind):
		return fmt.Errorf("health %d", health)
	}
	u.Owner, u.Health = int(owner), int(health)
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
