package moria

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReach(t *testing.T) { // rules 11 to 13
	m := draw(t, `
		CCCCCCC
		CCCCCCC
		CCCCCCC`, dwarf(0, 0, at(2, 2), 0), dwarf(1, 0, at(2, 4), 0), wizard(1, 0, at(3, 3), 0), orc(119, at(4, 4)), balrogAt(20, 20))
	s := seen(m, 0)
	require.Len(t, s.Reach(0), 8)
	require.Equal(t, []Pos{at(3, 3), at(3, 4), at(3, 5), at(4, 3), at(4, 5), at(5, 3), at(5, 4), at(5, 5)}, s.Reach(119))
	require.Empty(t, s.Reach(45))
	require.Len(t, s.Reach(124), 20, "a cross of three rows and columns")
	require.Contains(t, s.Reach(124), at(21, 22))
	require.True(t, s.InBalrogsReach(at(20, 20)))
	require.True(t, s.InBalrogsReach(at(18, 21)))
	require.False(t, s.InBalrogsReach(at(18, 22)))

	rim := seen(draw(t, ``, balrogAt(2, 10)), 0)
	require.False(t, rim.InBalrogsReach(at(0, 10)), "it does not leave the mountain")
	require.True(t, rim.InBalrogsReach(at(1, 12)))
}
