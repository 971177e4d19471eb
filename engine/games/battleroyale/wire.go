package battleroyale

import (
	"bytes"
	"fmt"
	"math"

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
	s := new(setup)
	if err := wire.ReadStart(start, &w, s); err != nil {
		return nil, err
	}
	s.first = int(w.GetFirst())
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

// The columns of a State after its round, as indexes of columns.
const (
	colStatus = iota
	colColours
	colOwners
	colTiles
	colHealths
)

var columns = wire.Table{
	colStatus:  {Name: "statuses", Kind: wire.Sint32s},
	colColours: {Name: "colours", Kind: wire.Bytes},
	colOwners:  {Name: "unit owners", Kind: wire.Int32s},
	colTiles:   {Name: "unit tiles", Kind: wire.Int32s},
	colHealths: {Name: "unit healths", Kind: wire.Int32s},
}

// lengths returns how long each column is.
func (m *match) lengths() [5]int {
	units := len(m.units)
	return [...]int{len(m.status), len(m.colours.Cells()), units, units, units}
}

// EncodeState encodes everything that can change.
func (m *match) EncodeState() []byte {
	var room wire.Room
	lengths := m.lengths()
	w := columns.Lists(&room, lengths[:]...)
	w.Round = int32(m.round)
	wire.Put(w.Int32s(colStatus), m.status)
	colours := w.Bytes(colColours)
	for index, owner := range m.colours.Cells() {
		colours[index] = '.'
		if owner >= 0 {
			colours[index] = '0' + byte(owner)
		}
	}
	owners, tiles, healths := w.Int32s(colOwners), w.Int32s(colTiles), w.Int32s(colHealths)
	for id, u := range m.units {
		owners[id] = int32(u.Owner)
		tiles[id] = int32(m.at.Index(u.Pos))
		healths[id] = int32(u.Health)
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
	now := m.clone()
	now.round = int(w.Round)
	now.at.CopyFrom(m.layout.empty)
	for player, status := range w.Int32s(colStatus) {
		now.status[player] = engine.Status(status)
	}
	if err := now.decodeColours(w.Bytes(colColours)); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	owners, tiles, healths := w.Int32s(colOwners), w.Int32s(colTiles), w.Int32s(colHealths)
	for id := range now.units {
		if err := now.decodeUnit(UnitID(id), owners[id], tiles[id], healths[id]); err != nil {
			return nil, fmt.Errorf("state: unit %d: %w", id, err)
		}
	}
	return now, nil
}

// decodeColours reads the colours of all tiles and counts them. It looks them up,
// as it has to do so in every round.
func (m *match) decodeColours(message []byte) error {
	colours, highest := m.colours.Cells()[:len(message)], int8(-1)
	for index, c := range message {
		owner := colourOf[c]
		colours[index] = owner
		highest = max(highest, owner)
	}
	fits := int(highest) < m.setup.settings.Players
	for _, index := range m.layout.walls {
		fits = fits && colours[index] < 0
	}
	for player := range m.scores {
		m.scores[player] = bytes.Count(message, []byte{'0' + byte(player)})
	}
	if fits {
		return nil
	}
	return m.badColour(message)
}

// badColour names the first tile that can't have its colour.
func (m *match) badColour(message []byte) error {
	for index, owner := range m.colours.Cells() {
		if t := m.board.tiles.Cells()[index]; int(owner) >= m.setup.settings.Players || owner >= 0 && t == Wall {
			return fmt.Errorf("tile %d: colour %q of %v", index, message[index], t)
		}
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
	u, v, at := &m.units[id], &m.setup.settings, m.at.Cells()
	switch {
	case tile < 0 || int(tile) >= len(at):
		return fmt.Errorf("tile %d, but there are %d", tile, len(at))
	case at[tile] >= 0 || m.board.tiles.Cells()[tile] == Wall:
		return fmt.Errorf("tile %d is a wall or taken", tile)
	case owner < 0 || int(owner) >= v.Players:
		return fmt.Errorf("owner %d", owner)
	case health < 1 || int(health) > v.maxHealth(u.Kind):
		return fmt.Errorf("health %d", health)
	}
	u.Owner, u.Health, u.Pos = int(owner), int(health), m.at.Pos(int(tile))
	at[tile] = int16(id)
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
