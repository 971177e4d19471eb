package moria

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestRandomIsLegal(t *testing.T) {
	s := seen(generated(t, rules{}.Default(), engine.NewClassic(30)), 1)
	c := s.Commands()
	Random(s, c)
	require.Equal(t, 25, c.Len())
	require.Empty(t, c.Refused())
	for one := range c.All() {
		u := s.Unit(one.Unit)
		require.Equal(t, 1, u.Owner)
		require.NotEqual(t, None, one.Dir)
		_, ok := s.Cost(u.Kind, one.Dir.from(u.Pos))
		require.True(t, ok)
	}
	walled := seen(draw(t, `
		GGG
		GCG
		GAG`, wizard(0, 0, at(3, 3), 0)), 0)
	require.Equal(t, None, walled.randomDir(&walled.match.units[20]))
	feared := seen(draw(t, ``, dwarf(0, 0, at(0, 0), 0), placed{theEvil, at(0, 2), 0, -1}), 0)
	beside := map[Dir]bool{}
	for range 100 {
		beside[feared.randomDir(&feared.match.units[0])] = true
	}
	require.Equal(t, map[Dir]bool{South: true}, beside, "two cells from the Balrog, not one")
	edge := seen(draw(t, ``, dwarf(0, 0, at(0, 0), 0), dwarf(1, 0, at(0, 1), 0), dwarf(0, 1, at(1, 0), 0)), 0)
	found := map[Dir]bool{}
	for range 100 {
		found[edge.randomDir(&edge.match.units[0])] = true
	}
	require.Equal(t, map[Dir]bool{East: true, SouthEast: true}, found, "an enemy, not a friend, not off the board")
}

// TestRandomAllocatesItsCommandsOnly: bots that look ahead use it for the other
// players.
func TestRandomAllocatesItsCommandsOnly(t *testing.T) {
	s := seen(generated(t, rules{}.Default(), engine.NewClassic(30)), 1)
	empty := testing.AllocsPerRun(100, func() { s.Commands() })
	require.Equal(t, empty, testing.AllocsPerRun(100, func() { Random(s, s.Commands()) }))
}
