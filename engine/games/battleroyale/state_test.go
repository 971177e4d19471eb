package battleroyale

import (
	"iter"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// numbers returns the numbers of units.
func numbers(units iter.Seq[Unit]) []UnitID {
	ids := []UnitID{}
	for u := range units {
		ids = append(ids, u.ID)
	}
	return ids
}

func TestStateAnswers(t *testing.T) { // rules 14
	m := draw(t, []string{
		"..........",
		".X.3......",
		".0........",
		"..........",
		"..........",
		"..........",
		"..........",
	}, farmer(0, 2, 1), knight(1, 3, 1, 33), knight(0, 6, 9), farmer(0, 0, 0))
	m.round, m.setup.first = 17, 5
	s := seen(m, 2)
	require.Equal(t, []int{2, 17, 100, 4, 7, 10}, []int{s.Me(), s.Round(), s.Rounds(), s.Players(), s.Rows(), s.Cols()})
	require.Equal(t, "c", s.Name(2))
	require.Equal(t, []int{1, 0, 0, 1}, []int{s.Score(0), s.Score(1), s.Score(2), s.Score(3)})
	require.Equal(t, m.setup.settings, s.Settings())
	require.Equal(t, Cell{Empty, 0, 0}, s.Cell(Pos{Row: 2, Col: 1}))
	require.Equal(t, Cell{Empty, 3, -1}, s.Cell(Pos{Row: 1, Col: 3}))
	require.Equal(t, Cell{Wall, -1, -1}, s.Cell(Pos{Row: 1, Col: 1}))
	require.Equal(t, 4, s.NumUnits())
	require.Equal(t, Unit{1, 1, Knight, Pos{Row: 3, Col: 1}, 33}, s.Unit(1))
	there, ok := s.UnitAt(Pos{Row: 3, Col: 1})
	require.True(t, ok)
	require.Equal(t, s.Unit(1), there)
	_, ok = s.UnitAt(Pos{Row: 3, Col: 2})
	require.False(t, ok)
	require.Equal(t, m.units, slices.Collect(s.Units()))
	require.Equal(t, [][]UnitID{{0, 3}, {2}, {1}, {}}, [][]UnitID{
		numbers(s.Farmers(0)), numbers(s.Knights(0)), numbers(s.Knights(1)), numbers(s.Farmers(1)),
	})
	require.Equal(t, [][]UnitID{{0, 2, 3}, {1}, {}}, [][]UnitID{
		numbers(s.UnitsOf(0)), numbers(s.UnitsOf(1)), numbers(s.UnitsOf(-1)),
	})
	require.Equal(t, []Unit{s.Unit(1)}, slices.Collect(s.Enemies(0)))
	require.True(t, s.IsOpen(Pos{Row: 2, Col: 1}))
	require.False(t, s.IsOpen(Pos{Row: 1, Col: 1}))
	require.Equal(t, []Pos{{Row: 2, Col: 1}}, s.Owned(0))
	require.Empty(t, s.Owned(1))
	require.Len(t, s.Owned(-1), 67)
	require.Len(t, s.Paintable(0), 68)
	for u := range s.Farmers(0) {
		require.Equal(t, s.Unit(0), u)
		break
	}
}

func TestBadQuestionsGetNeutralAnswers(t *testing.T) { // rules 14
	s := seen(meadow(t, knight(0, 1, 1)), 0)
	for _, bad := range []int{-1, 100} {
		require.Equal(t, -1, s.Score(bad))
		require.Equal(t, -2.0, s.Status(bad))
		require.Equal(t, "", s.Name(bad))
		require.Equal(t, Unit{-1, -1, NoKind, Pos{Row: -1, Col: -1}, 0}, s.Unit(UnitID(bad)))
		require.Empty(t, numbers(s.Farmers(bad)))
		require.Empty(t, numbers(s.Knights(bad)))
		require.Equal(t, s, s.As(bad))
		p, good := Pos{Row: bad}, Pos{Row: 1, Col: 1}
		require.False(t, s.Has(p))
		require.False(t, s.IsOpen(p))
		require.Equal(t, Cell{NoTerrain, -1, -1}, s.Cell(p))
		nobody, ok := s.UnitAt(p)
		require.False(t, ok)
		require.Equal(t, s.Unit(-1), nobody)
		require.Equal(t, p, s.Dest(p, North))
		_, ok = s.Between(p, good)
		require.False(t, ok)
		_, ok = s.Between(good, p)
		require.False(t, ok)
		require.Equal(t, -1, s.Steps(p, good))
		require.Equal(t, -1, s.Steps(good, p))
		require.Equal(t, None, s.WaysTo(good).Step(p))
		require.Equal(t, None, s.WaysTo(p).Step(good))
		for range s.Neighbours(p) {
			t.Fatal("a neighbour of nothing")
		}
	}
	require.Empty(t, s.Owned(7))
	require.Len(t, s.Paintable(7), 100)
	var unknown Ways
	require.Zero(t, unknown.Step(Pos{}))
	require.Empty(t, unknown.Path(Pos{}))
	_, ok := unknown.Cost(Pos{})
	require.False(t, ok)
}

func TestAnswersAreCopies(t *testing.T) {
	m := begun(t, 4, nil)
	var before, after engine.Digest
	m.Digest(&before)
	s := seen(m, 0)
	s.Owned(0)[0] = nowhere
	m.Scores()[0] = 99
	for u := range s.Units() {
		u.Health++
	}
	changed := s.Settings()
	changed.DamageMax = 1
	m.Digest(&after)
	require.Equal(t, before, after)
	require.Equal(t, 70, s.Settings().DamageMax)
	require.Equal(t, "a", s.Name(0))
}

func TestNames(t *testing.T) {
	names := []string{}
	for d := range Dir(7) {
		names = append(names, d.String())
	}
	require.Equal(t, []string{"no direction", "north", "south", "east", "west", "none", "no direction"}, names)
	require.Equal(t, []string{"empty", "wall", "nothing"}, []string{Empty.String(), Wall.String(), NoTerrain.String()})
	require.Equal(t, []string{"farmer", "knight", "nothing"}, []string{Farmer.String(), Knight.String(), NoKind.String()})
}
