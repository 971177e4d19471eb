package lines_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/battleroyale"
	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/lines"
)

// asked calls a function with the State of a player at the beginning of a match.
func asked[V, C any](t *testing.T, game engine.Game, bot engine.Bot[V, C], ask func(s V)) {
	t.Helper()
	setup := game.Default()
	m, err := setup.New(slices.Repeat([]string{"a"}, setup.Seats()), 3, engine.ChaCha8)
	require.NoError(t, err)
	bot.Player(func(s V, _ C) { ask(s) }).Play(m, 0)
}

// TestTheSchemaSaysWhereUnitsGo as the rules do.
func TestTheSchemaSaysWhereUnitsGo(t *testing.T) {
	asked(t, orkisland.Game, orkisland.Bot, func(s *orkisland.State) {
		cells := engine.NewGrid[byte](s.Rows(), s.Cols())
		for i := range cells.Cells() {
			cells.Cells()[i] = byte(s.Cell(cells.Pos(i)).Terrain)
		}
		land := lines.WalkOf[orkisland.Dir]("orkisland", "").Land(orkisland.Game.Default(), cells)
		own, theirs := s.WaysTo(s.City(0).Cells()...), land.WaysTo(s.City(0).Cells()...)
		for i := range cells.Cells() {
			p := cells.Pos(i)
			want, ok := s.Cost(p)
			cost, can := land.Cost(p)
			require.Equal(t, ok, can)
			require.Equal(t, want, cost)
			require.Equal(t, own.Step(p), theirs.Step(p))
		}
	})
	asked(t, battleroyale.Game, battleroyale.Bot, func(s *battleroyale.State) {
		cells := engine.NewGrid[byte](s.Rows(), s.Cols())
		for i := range cells.Cells() {
			cells.Cells()[i] = byte(s.Cell(cells.Pos(i)).Terrain)
		}
		land := lines.WalkOf[battleroyale.Dir]("battleroyale", "").Land(battleroyale.Game.Default(), cells)
		for i := range cells.Cells() {
			p := cells.Pos(i)
			require.Equal(t, s.IsOpen(p), land.IsOpen(p))
			require.Equal(t, maps.Collect(s.Neighbours(p)), maps.Collect(land.Neighbours(p)))
		}
	})
	costs := engine.NewGrid[byte](3, 3)
	copy(costs.Cells(), "GCR"+"aCb"+"AT0")
	setup, err := moria.Game.Default().With("rock_resistance", 5)
	require.NoError(t, err)
	dwarf := lines.WalkOf[moria.Dir]("moria", "dwarf").Land(setup, costs)
	wizard := lines.WalkOf[moria.Dir]("moria", "wizard").Land(setup, costs)
	var paid, entered []int
	for i := range costs.Cells() {
		cost, ok := dwarf.Cost(costs.Pos(i))
		require.Equal(t, cost > 0, ok)
		paid = append(paid, cost)
		require.Len(t, maps.Collect(dwarf.Neighbours(moria.Pos{Row: 1, Col: 1})), 8)
		cost, _ = wizard.Cost(costs.Pos(i))
		entered = append(entered, cost)
	}
	require.Equal(t, []int{0, 1, 6, 2, 1, 3, 0, 1, 1}, paid)
	require.Equal(t, []int{0, 1, 0, 0, 1, 0, 0, 1, 1}, entered)
	straight := moria.Straight()
	var tried []moria.Dir
	for d := range wizard.Neighbours(moria.Pos{Row: 1, Col: 1}) {
		tried = append(tried, d)
	}
	require.Equal(t, straight[:], tried)
	require.Equal(t, moria.None, wizard.WaysTo().Step(moria.Pos{Row: 1, Col: 1}))
	require.Panics(t, func() { lines.WalkOf[moria.Dir]("moria", "orc") })
	require.Panics(t, func() { lines.WalkOf[moria.Dir]("chess", "") })
}
