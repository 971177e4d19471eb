package battleroyale

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRandomIsLegal(t *testing.T) {
	s := seen(begun(t, 30, nil), 1)
	c := s.Commands()
	Random(s, c)
	require.Equal(t, 30, c.Len())
	for one := range c.All() {
		require.Equal(t, 1, s.Unit(one.Unit).Owner)
		require.True(t, s.IsOpen(s.Dest(s.Unit(one.Unit).Pos, one.Dir)))
		require.NotEqual(t, None, one.Dir)
	}
	lonely := seen(draw(t, []string{
		"XXXXXXX",
		"X.XXXXX",
		"XXXXXXX",
		"XXXXXXX",
		"XXXXXXX",
		"XXXXXXX",
		"XXXXXXX",
	}, knight(0, 1, 1)), 0)
	c = lonely.Commands()
	Random(lonely, c)
	require.Equal(t, []Command{{0, None}}, slices.Collect(c.All()))
}

// TestRandomAllocatesItsCommandsOnly: bots that look ahead use it for the other
// players.
func TestRandomAllocatesItsCommandsOnly(t *testing.T) {
	s := seen(begun(t, 30, nil), 1)
	empty := testing.AllocsPerRun(100, func() { s.Commands() })
	require.Equal(t, empty, testing.AllocsPerRun(100, func() { Random(s, s.Commands()) }))
}
