package starships

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRandomIsLegal(t *testing.T) {
	s := seen(base(ship(2, 0, 0), ammo(2, 0), dead(3, 1)), 1)
	drawn := map[Dir]bool{}
	for range 200 {
		c := s.Commands()
		Random(s, c)
		require.Equal(t, 1, c.Len())
		require.Empty(t, c.Refused())
		for command := range c.All() {
			require.False(t, command.Shoot)
			drawn[command.Dir] = true
		}
	}
	require.Len(t, drawn, 4, "all that neither go up nor stay in the column")
}

// TestRandomAllocatesItsCommandsOnly: bots that look ahead use it for the other
// players.
func TestRandomAllocatesItsCommandsOnly(t *testing.T) {
	s := seen(base(), 1)
	var c *Commands
	empty := testing.AllocsPerRun(100, func() { c = s.Commands() })
	full := testing.AllocsPerRun(100, func() {
		c = s.Commands()
		Random(s, c)
	})
	require.Equal(t, 2, c.Len())
	require.Positive(t, empty)
	require.Equal(t, empty, full)
}
