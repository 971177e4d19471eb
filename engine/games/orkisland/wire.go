package orkisland

import (
	"fmt"

	"google.golang.org/protobuf/proto"

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
	if err := proto.Unmarshal(start, &w); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	s := new(setup)
	if err := wire.ReadSettings(s, w.GetSettings()); err != nil {
		return nil, fmt.Errorf("start: %w", err)
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

// EncodeState encodes everything that can change.
func (m *match) EncodeState() []byte {
	n := len(m.units)
	numbers := make([]int32, 3*n)
	w := &orkislandv1.State{
		Round:       int32(m.round),
		Status:      wire.Numbers(m.status),
		Scores:      make([]int64, len(m.scores)),
		CityOwners:  wire.Numbers(m.cityOwners),
		PathOwners:  wire.Numbers(m.pathOwners),
		UnitOwners:  numbers[:n:n],
		UnitCells:   numbers[n : 2*n : 2*n],
		UnitHealths: numbers[2*n:],
	}
	for player, score := range m.scores {
		w.Scores[player] = int64(score)
	}
	for id, u := range m.units {
		w.UnitOwners[id] = int32(u.Owner)
		w.UnitCells[id] = int32(m.board.terrain.Index(u.Pos))
		w.UnitHealths[id] = int32(u.Health)
	}
	return wire.Marshal(w)
}

// DecodeState checks that the message is complete and that all its numbers are valid.
func (m *match) DecodeState(state []byte) (*match, error) {
	var w orkislandv1.State
	if err := proto.Unmarshal(state, &w); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	now := newRound(newMatch(m.setup, m.ground), nil, nil)
	now.match.round = int(w.GetRound())
	if err := wire.CheckLengths(
		wire.Length{Name: "statuses", Got: len(w.GetStatus()), Want: len(now.status)},
		wire.Length{Name: "scores", Got: len(w.GetScores()), Want: len(now.scores)},
		wire.Length{Name: "city owners", Got: len(w.GetCityOwners()), Want: len(now.cityOwners)},
		wire.Length{Name: "path owners", Got: len(w.GetPathOwners()), Want: len(now.pathOwners)},
		wire.Length{Name: "unit owners", Got: len(w.GetUnitOwners()), Want: len(now.units)},
		wire.Length{Name: "unit cells", Got: len(w.GetUnitCells()), Want: len(now.units)},
		wire.Length{Name: "unit healths", Got: len(w.GetUnitHealths()), Want: len(now.units)},
	); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	for player := range now.scores {
		now.scores[player] = int(w.GetScores()[player])
		now.status[player] = engine.Status(w.GetStatus()[player])
	}
	if err := now.decodeOwners(now.cityOwners, w.GetCityOwners()); err != nil {
		return nil, fmt.Errorf("state: city %w", err)
	}
	if err := now.decodeOwners(now.pathOwners, w.GetPathOwners()); err != nil {
		return nil, fmt.Errorf("state: path %w", err)
	}
	for id := range now.units {
		if err := now.decodeUnit(UnitID(id), w.GetUnitOwners()[id], w.GetUnitCells()[id], w.GetUnitHealths()[id]); err != nil {
			return nil, fmt.Errorf("state: unit %d: %w", id, err)
		}
	}
	return now.match, nil
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

func (r *round) decodeUnit(id UnitID, owner, cell, health int32) error {
	p, err := decodeCell(r.board, cell)
	switch {
	case err != nil:
		return err
	case !r.isFree(p):
		return fmt.Errorf("cell %d is water or taken", cell)
	case owner < 0 || int(owner) >= r.setup.settings.Players:
		return fmt.Errorf("owner %d", owner)
	case health < 0:
		return fmt.Errorf("health %d", health)
	}
	r.units[id].Owner, r.units[id].Health = int(owner), int(health)
	r.put(id, p)
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
