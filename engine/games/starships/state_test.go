package starships

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func seen(m *match, me int) *State {
	return m.View(engine.NewSeat(me, []string{"a", "b", "c", "d"}, 5))
}

func TestStateAnswers(t *testing.T) { // rules 6
	m := base(ship(0, 2, 5), thing('X', 3, 7), thing('P', 3, 8), thing('M', 3, 9), flying(2, 4, 39), dead(5, 2))
	m.scores, m.status = [players]int{10, 20, 30, 40}, [players]engine.Status{1: 250000, 3: engine.Frozen}
	s := seen(m, 2)

	require.Equal(t, []int{2, 0, 100, 4, 12, 40}, []int{s.Me(), s.Round(), s.Rounds(), s.Players(), s.Rows(), s.Cols()})
	require.Equal(t, "c", s.Name(2))
	require.Equal(t, 40, s.Score(3))
	require.Equal(t, []float64{0, 0.25, 0, -1}, []float64{s.Status(0), s.Status(1), s.Status(2), s.Status(3)})
	require.Equal(t, m.setup.settings, s.Settings())
	require.Equal(t, Cell{Asteroid, -1, -1}, s.Cell(Pos{Row: 3, Col: 7}))
	require.Equal(t, Cell{PointBonus, -1, -1}, s.Cell(Pos{Row: 3, Col: 48}))
	require.Equal(t, Cell{MissileBonus, -1, -1}, s.Cell(Pos{Row: 3, Col: -31}))
	require.Equal(t, Cell{Missile, -1, 0}, s.Cell(Pos{Row: 4, Col: -1}))
	require.Equal(t, Cell{Starship, 0, -1}, s.Cell(Pos{Row: 2, Col: 85}))
	require.Equal(t, Cell{Empty, -1, -1}, s.Cell(Pos{}))
	require.Equal(t, 8, s.NumUnits())
	require.Equal(t, Unit{5, 2, Pos{Row: 11, Col: 11}, 5, false, 2}, s.Unit(5))
	require.Equal(t, m.units, slices.Collect(s.Units()))
	u, ok := s.UnitAt(Pos{Row: 2, Col: 45})
	require.Equal(t, m.units[0], u)
	require.True(t, ok)
	for _, p := range []Pos{{Row: 3, Col: 7}, {Row: 4, Col: 39}, m.units[5].Pos} {
		_, ok = s.UnitAt(p)
		require.False(t, ok, "%v: only starships, and those alive", p)
	}
	require.Equal(t, []Unit{m.units[4]}, slices.Collect(s.Starships(2)), "only those alive")
	require.Equal(t, m.units[4:6], slices.Collect(s.UnitsOf(2)), "dead or alive")
	for ship := range s.Starships(0) {
		require.Equal(t, m.units[0], ship)
		break
	}
	require.Equal(t, []Shot{{0, 2, 1, Pos{Row: 4, Col: 39}}}, slices.Collect(s.Missiles()))
	require.Equal(t, []Pos{{Row: 3, Col: 8}, {Row: 3, Col: 9}}, s.Find(PointBonus, MissileBonus))
}

func TestBadQuestionsGetNeutralAnswers(t *testing.T) { // rules 6
	s := seen(base(flying(0, 3, 3)), 0)
	good := Pos{Row: 1, Col: 1}
	for _, bad := range []int{-1, 100} {
		p := Pos{Row: bad}
		require.Equal(t, -1, s.Score(bad))
		require.Equal(t, -2.0, s.Status(bad))
		require.Equal(t, Unit{-1, -1, nowhere, 0, false, 0}, s.Unit(UnitID(bad)))
		require.Empty(t, slices.Collect(s.Starships(bad)))
		require.Empty(t, s.Name(bad))
		require.False(t, s.Has(p))
		require.False(t, s.InWindow(p, 0))
		require.Equal(t, Cell{NoKind, -1, -1}, s.Cell(p))
		u, ok := s.UnitAt(p)
		require.False(t, ok)
		require.Equal(t, s.Unit(-1), u)
		require.Equal(t, s, s.As(bad))
		for _, ends := range [][2]Pos{{p, good}, {good, p}} {
			_, ok = s.RoundsTo(ends[0], ends[1])
			require.False(t, ok)
		}
		_, ok = s.RoundsToHit(p)
		require.False(t, ok)
		require.False(t, s.CanMove(good, Dir(bad)))
		require.False(t, s.Crashes(good, Dir(bad)))
		require.Empty(t, s.Swept(good, Dir(bad)))
		require.Equal(t, good, s.Dest(good, Dir(bad)))
		_, ok = s.Ahead(p, 5)
		require.False(t, ok)
		_, _, ok = s.Room(p)
		require.False(t, ok)
		_, ok = s.Between(good, good.Add(Pos{Row: 2 * bad}))
		require.False(t, ok)
	}
	require.Empty(t, s.Find())
	_, ok := s.Nearest(Pos{})
	require.False(t, ok)
}

func TestKindsHaveNames(t *testing.T) {
	kinds := []string{}
	for k := range Missile + 2 {
		kinds = append(kinds, k.String())
	}
	require.Equal(
		t, []string{"nothing", "empty", "asteroid", "point bonus", "missile bonus", "starship", "missile", "nothing"}, kinds)
}
