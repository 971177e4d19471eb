package moria

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/scene"
)

func TestScene(t *testing.T) {
	m := draw(t, `
		CT1AGR
		dcba`, dwarf(0, 0, at(2, 2), 30), placed{119, at(2, 5), 70, -1}, placed{100, at(2, 4), 0, -1})
	m.treasures[2] = 3
	m.setup.settings.TreasureValue = 7
	s, l := m.Scene(), m.Legend()
	var names []string
	for _, p := range []Pos{
		at(0, 0), at(2, 2), at(2, 3), at(2, 4), at(2, 5), at(2, 6), at(2, 7), at(3, 2), at(3, 3),
		at(3, 4), at(3, 5),
	} {
		names = append(names, l.Cells[s.Cells[cellAt(p.Row, p.Col)]].Name)
	}
	require.Equal(t, []string{
		"outside", "cave", "treasure", "cave", "abyss", "granite", "rock",
		"rock, 4 hits open it", "rock, 3 hits open it", "rock, 2 hits open it", "rock, 1 hit opens it",
	}, names)
	require.Equal(t, int8(1), s.Owners[cellAt(2, 4)])
	require.Equal(t, int8(scene.Nobody), s.Owners[cellAt(2, 2)])
	require.Equal(t, [][]int{{0, 1, 21, 0}, {0, 1, 0, 0}, {0, 0, 3, 0}, {20, 20, 20, 20}, {5, 5, 5, 5}}, s.Numbers)
	require.Len(t, l.Numbers, len(s.Numbers))
	require.Equal(t, "points for the clan that takes it, for good: 7", l.Cells[treasureCell].Doc)
	require.Equal(t, "1 treasure left, 2 orcs", s.Caption)
	require.Len(t, s.Units, 107) // dwarves, wizards, trolls, the Balrog, two orcs
	require.Equal(t, scene.Unit{
		ID: 0, Kind: int(Dwarf), Owner: 0, Cell: cellAt(2, 2), Signs: scene.Signs{scene.Of(30, DwarfHealth)},
	}, s.Units[0])
	require.Equal(t, scene.Unit{
		ID: 119, Kind: int(Orc), Owner: scene.Nobody, Cell: cellAt(2, 5), Signs: scene.Signs{scene.Of(70, OrcHealth)},
	}, s.Units[101])
	require.Equal(t, scene.Unit{ID: 124, Kind: int(Balrog), Owner: scene.Nobody, Cell: cellAt(50, 50)}, s.Units[106])
}

// TestRockBreaksMoreAndMore: the cracks show how near it is to open, however hard
// it is.
func TestRockBreaksMoreAndMore(t *testing.T) {
	for _, fresh := range []int{1, 2, 3, 5, maxHits} {
		m := draw(t, `C`)
		m.setup.settings.RockResistance = fresh
		kinds := m.Legend().Cells[rockCell+1:]
		require.Len(t, kinds, fresh-1)
		last := len(cracks)
		for k, kind := range kinds { // by the hits that are left
			shape := kind.Over[0]
			level := slices.Index(cracks, shape[len(shape)-1])
			require.LessOrEqual(t, level, last)
			last = level
			if k == 0 {
				require.Equal(t, len(cracks)-1, level)
			}
			require.Len(t, rocks[0], len(shape)-1, "the rock itself is not changed")
		}
	}
}
