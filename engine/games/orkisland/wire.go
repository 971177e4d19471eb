package orkisland

import (
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
	"github.com/botarena/arena/engine/wire"
	orkislandv1 "github.com/botarena/arena/proto/orkisland/v1"
)

// EncodeStart leaves the seat out: it is different for each player.
func (m *match) EncodeStart() []byte {
	return wire.Marshal(&orkislandv1.Start{Settings: wire.Settings(m.setup), Board: m.board.encode()})
}

// DecodeStart reads the settings and the board.
func (rules) DecodeStart(start []byte) (*match, error) {
	var w orkislandv1.Start
	s := new(setup)
	if err := wire.ReadStart(start, &w, s); err != nil {
		return nil, err
	}
	var err error
	if s.board, err = decodeBoard(w.GetBoard(), s.settings.Size); err != nil {
		return nil, fmt.Errorf("start: board: %w", err)
	}
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	return newMatch(s, s.ground()), nil
}

func (b *board) encode() *orkislandv1.Board {
	m := &orkislandv1.Board{Terrain: make([]byte, 0, len(b.terrain.Cells()))}
	for _, t := range b.terrain.Cells() {
		m.Terrain = append(m.Terrain, byte(t))
	}
	for _, cells := range b.cities.cells {
		m.Cities = append(m.Cities, &orkislandv1.City{Cells: b.numbers(cells)})
	}
	for id, cells := range b.paths.cells {
		m.Paths = append(m.Paths, &orkislandv1.Path{
			From: int32(b.ends[id][0]), To: int32(b.ends[id][1]), Cells: b.numbers(cells),
		})
	}
	return m
}

func (b *board) numbers(cells []Pos) []int32 {
	numbers := make([]int32, len(cells))
	for k, p := range cells {
		numbers[k] = int32(b.terrain.Index(p))
	}
	return numbers
}

func decodeBoard(m *orkislandv1.Board, size int) (*board, error) {
	b := newBoard(size)
	if len(m.GetTerrain()) != size*size {
		return nil, fmt.Errorf("%d cells, but a board of %d rows and columns has %d", len(m.GetTerrain()), size, size*size)
	}
	for i, t := range m.GetTerrain() {
		b.terrain.Cells()[i] = Terrain(t)
		if f := b.checkCell(b.terrain.Pos(i)); f != nil {
			return nil, fmt.Errorf("cell %d: %w", i, f)
		}
	}
	for id, city := range m.GetCities() {
		if err := b.decodeArea(&b.cities, City, city.GetCells()); err != nil {
			return nil, fmt.Errorf("city %d: %w", id, err)
		}
	}
	for id, path := range m.GetPaths() {
		from, to := int(path.GetFrom()), int(path.GetTo())
		if cities := len(b.cities.cells); from < 0 || from >= cities || to < 0 || to >= cities {
			return nil, fmt.Errorf("path %d: from city %d to %d, but there are %d", id, from, to, cities)
		}
		b.ends = append(b.ends, [2]int{from, to})
		if err := b.decodeArea(&b.paths, Path, path.GetCells()); err != nil {
			return nil, fmt.Errorf("path %d: %w", id, err)
		}
	}
	for i := range b.terrain.Cells() {
		if f := b.checkOutside(b.terrain.Pos(i)); f != nil {
			return nil, fmt.Errorf("cell %d: %w", i, f)
		}
	}
	b.findShore()
	return b, nil
}

func (b *board) decodeArea(a *areas, t Terrain, numbers []int32) error {
	cells := make([]Pos, 0, len(numbers))
	for _, n := range numbers {
		p, err := decodeCell(b, n)
		if err != nil {
			return err
		}
		if f := b.checkArea(a, t, p); f != nil {
			return f
		}
		cells = append(cells, p)
		a.at.Set(p, int32(len(a.cells)))
	}
	a.cells = append(a.cells, cells)
	return nil
}

func decodeCell(b *board, number int32) (Pos, error) {
	if cells := len(b.terrain.Cells()); number < 0 || int(number) >= cells {
		return Pos{}, fmt.Errorf("cell %d, but there are %d", number, cells)
	}
	return b.terrain.Pos(int(number)), nil
}

// The columns of a State after its round, as indexes of columns.
const (
	colStatus = iota
	colScores
	colCityOwners
	colPathOwners
	colOwners
	colCells
	colHealths
)

var columns = wire.Table{
	colStatus:     {Name: "statuses", Kind: wire.Sint32s},
	colScores:     {Name: "scores", Kind: wire.Int64s},
	colCityOwners: {Name: "city owners", Kind: wire.Sint32s},
	colPathOwners: {Name: "path owners", Kind: wire.Sint32s},
	colOwners:     {Name: "unit owners", Kind: wire.Int32s},
	colCells:      {Name: "unit cells", Kind: wire.Int32s},
	colHealths:    {Name: "unit healths", Kind: wire.Int32s},
}

// lengths returns how long each column is.
func (m *match) lengths() [7]int {
	players, units := len(m.status), len(m.units)
	return [...]int{players, players, len(m.cityOwners), len(m.pathOwners), units, units, units}
}

// EncodeState encodes everything that can change.
func (m *match) EncodeState() []byte {
	var room wire.Room
	lengths := m.lengths()
	w := columns.Lists(&room, lengths[:]...)
	w.Round = int32(m.round)
	wire.Put(w.Int32s(colStatus), m.status)
	wire.Put(w.Int32s(colCityOwners), m.cityOwners)
	wire.Put(w.Int32s(colPathOwners), m.pathOwners)
	scores := w.Int64s(colScores)
	for player, score := range m.scores {
		scores[player] = int64(score)
	}
	owners, cells, healths := w.Int32s(colOwners), w.Int32s(colCells), w.Int32s(colHealths)
	for id, u := range m.units {
		owners[id] = int32(u.Owner)
		cells[id] = int32(m.board.terrain.Index(u.Pos))
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
	now := new(match)
	now.allocate(m.setup, m.ground)
	now.round = int(w.Round)
	status, scores := w.Int32s(colStatus), w.Int64s(colScores)
	for player := range now.scores {
		now.scores[player] = int(scores[player])
		now.status[player] = engine.Status(status[player])
	}
	if err := now.decodeOwners(now.cityOwners, w.Int32s(colCityOwners)); err != nil {
		return nil, fmt.Errorf("state: city %w", err)
	}
	if err := now.decodeOwners(now.pathOwners, w.Int32s(colPathOwners)); err != nil {
		return nil, fmt.Errorf("state: path %w", err)
	}
	if err := now.decodeUnits(&w); err != nil {
		return nil, fmt.Errorf("state: unit %w", err)
	}
	return now, nil
}

func (m *match) decodeOwners(owners []int, numbers []int32) error {
	for id, owner := range numbers {
		if owner < -1 || int(owner) >= m.setup.settings.Players {
			return fmt.Errorf("%d: owner %d", id, owner)
		}
		owners[id] = int(owner)
	}
	return nil
}

func (m *match) decodeUnits(w *wire.Lists) error {
	const bits = 64
	var usual [128]uint64
	taken, cells := usual[:], m.ground.cells // taken has a bit for every cell
	if need := len(cells)/bits + 1; need > len(taken) {
		taken = make([]uint64, need)
	}
	owners, numbers, healths := w.Int32s(colOwners), w.Int32s(colCells), w.Int32s(colHealths)
	for id := range m.units {
		owner, cell, health := owners[id], numbers[id], healths[id]
		if cell < 0 || int(cell) >= len(cells) {
			return fmt.Errorf("%d: cell %d, but there are %d", id, cell, len(cells))
		}
		set, bit := &taken[cell/bits], uint64(1)<<(cell%bits)
		switch {
		case cells[cell].cost < 0 || *set&bit != 0:
			return fmt.Errorf("%d: cell %d is water or taken", id, cell)
		case owner < 0 || int(owner) >= m.setup.settings.Players:
			return fmt.Errorf("%d: owner %d", id, owner)
		case health < 0:
			return fmt.Errorf("%d: health %d", id, health)
		}
		*set |= bit
		size := uint32(m.ground.size) // a division of 32 bits takes less than one of 64
		p := Pos{Row: int(uint32(cell) / size), Col: int(uint32(cell) % size)}
		m.units[id] = Unit{UnitID(id), int(owner), p, int(health)}
	}
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
