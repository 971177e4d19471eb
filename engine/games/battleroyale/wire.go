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

// stateMessage is a State as it is on the wire.
type stateMessage struct {
	round                          int32
	status, owners, tiles, healths []int32
	colours                        []byte
}

// usualRoom is enough for the numbers of most matches. It is on the stack, as the
// message is needed only to be checked.
const usualRoom = 512

// newStateMessage divides room between the lists of a match.
func newStateMessage(room []int32, players, units int) stateMessage {
	owners, tiles, healths := players, players+units, players+2*units
	return stateMessage{
		status:  room[:0:owners],
		owners:  room[owners:owners:tiles],
		tiles:   room[tiles:tiles:healths],
		healths: room[healths:healths],
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
			fields.Bytes(&w.colours)
		case 4:
			w.owners = fields.AppendInt32s(w.owners)
		case 5:
			w.tiles = fields.AppendInt32s(w.tiles)
		case 6:
			w.healths = fields.AppendInt32s(w.healths)
		}
	}
	return w, fields.Err()
}

// DecodeState checks that the message is complete and that all its numbers are valid.
func (m *match) DecodeState(state []byte) (*match, error) {
	var usual [usualRoom]int32
	room := usual[:]
	players, units := len(m.status), len(m.units)
	if need := players + 3*units; need > len(room) {
		room = make([]int32, need)
	}
	w, err := newStateMessage(room, players, units).read(state)
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	if err := wire.CheckLengths(
		wire.Length{Name: "statuses", Got: len(w.status), Want: players},
		wire.Length{Name: "colours", Got: len(w.colours), Want: len(m.colours.Cells())},
		wire.Length{Name: "unit owners", Got: len(w.owners), Want: units},
		wire.Length{Name: "unit tiles", Got: len(w.tiles), Want: units},
		wire.Length{Name: "unit healths", Got: len(w.healths), Want: units},
	); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	now := m.clone()
	now.round = int(w.round)
	now.at.CopyFrom(m.layout.empty)
	for player, status := range w.status {
		now.status[player] = engine.Status(status)
	}
	if err := now.decodeColours(w.colours); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	for id := range now.units {
		if err := now.decodeUnit(UnitID(id), w.owners[id], w.tiles[id], w.healths[id]); err != nil {
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
	return c.given().Encode(func(c Command) (UnitID, int32) { return c.Unit, int32(c.Dir) })
}

// DecodeCommands keeps invalid numbers, since such commands count, too.
func (rules) DecodeCommands(message []byte) (*Commands, error) {
	list, err := commands.Decode(message, "units", "directions", func(unit UnitID, order int32) Command {
		return Command{unit, Dir(order)}
	})
	return &Commands{list: list}, err
}
