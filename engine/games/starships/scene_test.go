package starships

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/scene"
)

func TestScene(t *testing.T) {
	m := base(ship(0, 2, 5), ammo(0, 1), dead(7, 2), flying(2, 3, 3), thing('X', 4, 4), thing('P', 5, 5), thing('M', 6, 6),
		at(81))
	m.scores = [players]int{10, 20, 30, 40}
	s := m.Scene()
	for i, kind := range s.Cells {
		want := map[int]uint8{cellAt(4, 4): asteroidCell, cellAt(5, 5): pointCell, cellAt(6, 6): missileBonusCell}[i]
		require.Equal(t, want, kind, i)
	}
	require.Empty(t, s.Owners)
	require.Equal(t, [][]int{{10, 20, 30, 40}, {2, 2, 2, 1}, {6, 10, 10, 10}, {0, 1, 0, 0}}, s.Numbers)
	require.Equal(t, scene.Window{Col: 1, Rows: 12, Cols: 20}, s.Window)
	require.Equal(t, "1 starship destroyed, the next back in 3 rounds", s.Caption)
	require.Len(t, s.Units, 8)
	require.Equal(t, scene.Unit{ID: 0, Kind: 0, Owner: 0, Cell: cellAt(2, 5), Signs: scene.Signs{scene.Of(1, 0)}},
		s.Units[0])
	require.Equal(
		t, scene.Unit{ID: 6, Kind: 3, Owner: 3, Cell: cellAt(11, 13), Signs: scene.Signs{scene.Of(5, 0)}}, s.Units[6])
	require.Equal(
		t, scene.Unit{ID: 8, Kind: missileUnit, Owner: 1, Cell: cellAt(3, 3), Note: "missile 0, shot by starship 2"},
		s.Units[7])

	l := m.Legend()
	require.True(t, l.WrapCols)
	require.False(t, l.WrapRows)
	require.Len(t, l.Numbers, len(s.Numbers))
}

// TestLegendTellsThePoints of the settings.
func TestLegendTellsThePoints(t *testing.T) {
	settings := baseSettings()
	settings.BonusPoints, settings.BonusMissiles, settings.KillPoints = 7, 8, 9
	l := build(settings).Legend()
	require.Equal(t, "points for the player whose starship takes it: 7", l.Cells[pointCell].Doc)
	require.Equal(t, "missiles for the starship that takes it: 8", l.Cells[missileBonusCell].Doc)
	require.Contains(t, l.Units[missileUnit].Doc, "points for a starship of another player: 9")
}

// TestReturnIsForetold: where there is room, the next starship is back when the caption says so.
func TestReturnIsForetold(t *testing.T) {
	require.Empty(t, base().Scene().Caption)
	now := base(dead(5, 2), dead(7, 0))
	require.Equal(t, "2 starships destroyed, the next back in 1 round", now.Scene().Caption)
	next := step(now, newClassic(1))
	require.True(t, next.units[7].Alive)
	require.Equal(t, "1 starship destroyed, the next back in 2 rounds", next.Scene().Caption)
}

// TestWindowOfAllColumns: where there is nothing else, no part is in play.
func TestWindowOfAllColumns(t *testing.T) {
	settings := baseSettings()
	settings.WindowCols = settings.Cols
	require.Zero(t, build(settings).Scene().Window)
}

// TestStarshipsLookDifferent: colour is not the only sign of whose they are.
func TestStarshipsLookDifferent(t *testing.T) {
	units := base().Legend().Units
	seen := map[string]bool{}
	for _, kind := range units[:players] {
		require.Equal(t, "starship", kind.Name)
		seen[kind.Shape[0].D] = true
	}
	require.Len(t, seen, players)
}
