package orkisland

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRandomKeepsToTheLand(t *testing.T) {
	s := seen(draw(t, `
		W W W W W W
		W . W . . W
		W .0. W . W
		W W C P C W
		W W W W W W`, 7), 0)
	given := map[Dir]bool{}
	for range 100 {
		c := s.Commands()
		Random(s, c)
		require.Empty(t, c.Refused())
		for one := range c.All() {
			given[one.Dir] = true
		}
	}
	require.Equal(t, map[Dir]bool{North: true, East: true}, given)
}

func TestRandomOnAnIslet(t *testing.T) {
	s := seen(draw(t, `
		W W W W W W
		W .0W . . W
		W W . W . W
		W W C P C W
		W W W W W W`, 7), 0)
	require.Equal(t, None, s.match.randomDir(Pos{Row: 1, Col: 1}, s.Rand()))
}
