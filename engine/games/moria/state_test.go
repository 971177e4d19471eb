package moria

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func seen(m *match, me int) *State {
	return m.View(engine.NewSeat(me, []string{"a", "b", "c", "d"}, 5))
}

func TestStateAnswers(t *testing.T) { // rules 16
	m := draw(t, `
		C1TAGRb
		CCCCCCC`, dwarf(2, 0, at(2, 2), 60), wizard(2, 0, at(3, 2), 9), orc(107, at(2, 5)), troll(at(3, 5)), balrogAt(30, 40))
	m.treasures, m.round = []int{0, 0, 3, 1}, 17
	s := seen(m, 2)

	require.Equal(t, []int{2, 17, 200, 4, 60, 60}, []int{s.Me(), s.Round(), s.Rounds(), s.Players(), s.Rows(), s.Cols()})
	require.Equal(t, "c", s.Name(2))
	require.Equal(t, []int{0, 1, 30, 10}, []int{s.Score(0), s.Score(1), s.Score(2), s.Score(3)})
	require.Equal(t, []int{1, 3}, []int{s.NumCells(1), s.NumTreasures(2)})
	require.Equal(t, m.setup.settings, s.Settings())
	require.Equal(t, Cell{Terrain: Cave, Owner: -1, Unit: 50}, s.Cell(at(2, 2)))
	require.Equal(t, Cell{Terrain: Cave, Owner: 1, Unit: -1}, s.Cell(at(2, 3)))
	require.Equal(t, Cell{Terrain: Cave, Owner: -1, Unit: -1, Treasure: true}, s.Cell(at(2, 4)))
	require.Equal(t, Cell{Terrain: Abyss, Owner: -1, Unit: 107}, s.Cell(at(2, 5)))
	require.Equal(t, Cell{Terrain: Granite, Owner: -1, Unit: -1}, s.Cell(at(2, 6)))
	require.Equal(t, Cell{Terrain: Rock, Owner: -1, Unit: -1, Hits: 5}, s.Cell(at(2, 7)))
	require.Equal(t, Cell{Terrain: Rock, Owner: -1, Unit: -1, Hits: 2}, s.Cell(at(2, 8)))
	require.Equal(t, Cell{Terrain: Outside, Owner: -1, Unit: -1}, s.Cell(at(1, 1)))
	require.Equal(t, []Pos{at(2, 4)}, s.Treasures())
	require.Equal(t, []Pos{at(2, 3)}, s.Owned(1))
	require.Len(t, s.Paintable(1), 9)
	require.Len(t, s.Paintable(0), 10)
	cells := 0
	for p, there := range s.Cells() {
		require.Equal(t, s.Cell(p), there)
		if cells++; cells == 200 {
			break
		}
	}
}

func TestStateHasTheUnits(t *testing.T) { // rules 16
	s := seen(draw(t, `
		C1TAGRb
		CCCCCCC`, dwarf(2, 0, at(2, 2), 60), wizard(2, 0, at(3, 2), 9), orc(107, at(2, 5)), troll(at(3, 5)), balrogAt(30, 40)), 2)
	require.Equal(t, 125, s.NumUnits())
	require.Equal(t, Unit{50, 2, Dwarf, at(2, 2), 60}, s.Unit(50))
	require.Equal(t, Unit{107, -1, Orc, at(2, 5), OrcHealth}, s.Unit(107))
	u, ok := s.UnitAt(at(2, 5))
	require.Equal(t, s.Unit(107), u)
	require.True(t, ok)
	_, ok = s.UnitAt(at(2, 3))
	require.False(t, ok)
	require.Len(t, slices.Collect(s.Units()), 106)
	require.Len(t, slices.Collect(s.Dwarves(2)), 20)
	require.Equal(t, []UnitID{70, 71, 72, 73, 74}, numbers(slices.Collect(s.Wizards(2))))
	require.Equal(t, slices.Concat(slices.Collect(s.Dwarves(2)), slices.Collect(s.Wizards(2))),
		slices.Collect(s.UnitsOf(2)))
	require.Equal(t, []Unit{s.Unit(107)}, slices.Collect(s.Orcs()))
	require.Equal(t, []UnitID{120, 121, 122, 123}, numbers(slices.Collect(s.Trolls())))
	for range s.Trolls() {
		break
	}
	require.Equal(t, Unit{124, -1, Balrog, at(30, 40), 0}, s.Balrog())
	require.Equal(t, []int{100, 50, 75, 500, 0, 0, 0}, []int{
		s.MaxHealth(Dwarf), s.MaxHealth(Wizard), s.MaxHealth(Orc), s.MaxHealth(Troll), s.MaxHealth(Balrog), s.MaxHealth(-1),
		s.MaxHealth(5),
	})
}

func numbers(units []Unit) []UnitID {
	var ids []UnitID
	for _, u := range units {
		ids = append(ids, u.ID)
	}
	return ids
}

func TestBadQuestionsGetNeutralAnswers(t *testing.T) { // rules 16
	s := seen(draw(t, `CCC`), 0)
	none := Unit{-1, -1, Dwarf, at(-1, -1), 0}
	for _, bad := range []int{-1, 10000} {
		require.Equal(t, -1, s.Score(bad))
		require.Equal(t, -1, s.NumCells(bad))
		require.Equal(t, -1, s.NumTreasures(bad))
		require.Equal(t, -2.0, s.Status(bad))
		require.Equal(t, none, s.Unit(UnitID(bad)))
		require.Empty(t, slices.Collect(s.Dwarves(bad)))
		require.Empty(t, slices.Collect(s.Wizards(bad)))
		require.Empty(t, s.Owned(bad))
		require.Empty(t, s.Reach(UnitID(bad)))
		p := at(bad, 0)
		require.False(t, s.Has(p))
		require.False(t, s.IsOpen(p))
		require.Equal(t, Cell{NoTerrain, -1, -1, 0, false}, s.Cell(p))
		require.Equal(t, s, s.As(bad))
		u, ok := s.UnitAt(p)
		require.Equal(t, none, u)
		require.False(t, ok)
		require.Equal(t, None, s.WaysTo(Dwarf, at(2, 2)).Step(p))
		require.Equal(t, None, s.WaysTo(Dwarf, p).Step(at(2, 2)))
		_, ok = s.Cost(Dwarf, p)
		require.False(t, ok)
		require.False(t, s.InBalrogsReach(p))
	}
	require.Equal(t, none, s.Unit(105), "an orc that is not alive")
	require.Empty(t, slices.Collect(s.Orcs()))
	require.Equal(t, None, s.WaysTo(Balrog, at(2, 3)).Step(at(2, 2)))
	require.Zero(t, Ways{}.Step(at(2, 2)), "ways to nowhere")
	_, ok := s.Cost(Troll, at(2, 2))
	require.False(t, ok)
	require.Nil(t, Orc.Dirs())
}

func TestAnswersAreCopies(t *testing.T) {
	m := midMatch(t)
	var before, after engine.Digest
	m.Digest(&before)
	start := m.EncodeStart()
	s := seen(m, 0)
	s.Treasures()[0] = nowhere
	for u := range s.Units() {
		u.Health++
	}
	changed := s.Settings()
	changed.TreasureValue = 50
	Dwarf.Dirs()[0] = None
	m.Digest(&after)
	require.Equal(t, before, after)
	require.Equal(t, start, m.EncodeStart())
	require.Equal(t, South, Dwarf.Dirs()[0])
}

func TestNamesOfKindsAndTerrains(t *testing.T) {
	terrains := []string{}
	for _, c := range "OCAGR\x00T" {
		terrains = append(terrains, Terrain(c).String())
	}
	require.Equal(t, []string{"outside", "cave", "abyss", "granite", "rock", "nothing", "nothing"}, terrains)
	units := []string{}
	for k := Kind(-1); k < 6; k++ {
		units = append(units, k.String())
		require.Equal(t, k == Orc || k == Troll || k == Balrog, k.isSauron())
	}
	require.Equal(t, []string{"nobody", "dwarf", "wizard", "orc", "troll", "balrog", "nobody"}, units)
}
