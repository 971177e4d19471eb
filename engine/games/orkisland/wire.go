package orkisland

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	orkislandv1 "github.com/botarena/arena/proto/orkisland/v1"
)

// EncodeStart leaves the seat out: it is different for each player.
func (rules) EncodeStart(i *island) []byte {
	s := &i.settings
	return encode(&orkislandv1.Start{
		Settings: &orkislandv1.Settings{
			Players: int32(s.Players), Size: int32(s.Size), Rounds: int32(s.Rounds),
			InitialHealth: int32(s.InitialHealth), Orks: int32(s.Orks),
			CostGrass: int32(s.CostGrass), CostForest: int32(s.CostForest), CostSand: int32(s.CostSand),
			CostCity: int32(s.CostCity), CostPath: int32(s.CostPath),
			BonusPerCityCell: int32(s.BonusPerCityCell), BonusPerPathCell: int32(s.BonusPerPathCell),
			FactorConnectedComponent: int32(s.FactorConnectedComponent),
		},
		Board: i.board.encode(),
	})
}

// encode panics for nothing but a message that is not well formed, which ours
// always are.
func encode(m proto.Message) []byte {
	bytes, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		panic(fmt.Sprintf("orkisland: %v", err))
	}
	return bytes
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

// DecodeStart reads the settings and the board.
func (rules) DecodeStart(start []byte) (*island, error) {
	var m orkislandv1.Start
	if err := proto.Unmarshal(start, &m); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	s := setup{settings: decodeSettings(m.GetSettings())}
	for _, one := range s.list() {
		if err := one.Check(); err != nil {
			return nil, fmt.Errorf("start: %w", err)
		}
	}
	var err error
	if s.board, err = decodeBoard(m.GetBoard(), s.settings.Size); err != nil {
		return nil, fmt.Errorf("start: board: %w", err)
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	i := emptyIsland(s)
	i.seal()
	return i, nil
}

func decodeSettings(m *orkislandv1.Settings) Settings {
	return Settings{
		Players: int(m.GetPlayers()), Size: int(m.GetSize()), Rounds: int(m.GetRounds()),
		InitialHealth: int(m.GetInitialHealth()), Orks: int(m.GetOrks()),
		CostGrass: int(m.GetCostGrass()), CostForest: int(m.GetCostForest()), CostSand: int(m.GetCostSand()),
		CostCity: int(m.GetCostCity()), CostPath: int(m.GetCostPath()),
		BonusPerCityCell: int(m.GetBonusPerCityCell()), BonusPerPathCell: int(m.GetBonusPerPathCell()),
		FactorConnectedComponent: int(m.GetFactorConnectedComponent()),
	}
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
		a.of.Set(p, int32(len(a.cells)))
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
