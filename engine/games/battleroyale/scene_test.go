package battleroyale

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/scene"
)

func TestSceneHasTilesUnitsAndNumbers(t *testing.T) {
	m := draw(t, []string{
		"01.....",
		"X......",
		".......",
		".......",
		".......",
		".......",
		".......",
	}, knight(0, 3, 3, 50), farmer(1, 4, 4))
	s := m.Scene()
	require.Equal(t, [][]int{{1, 1, 0, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}, {50, 60, 0, 0}}, s.Numbers)
	require.Equal(t, []int8{0, 1, -1}, s.Owners[:3])
	require.Equal(t, []uint8{wall, ground}, s.Cells[7:9])
	require.Equal(t, []scene.Unit{
		{ID: 0, Kind: 1, Owner: 0, Cell: 3*7 + 3, Signs: scene.Signs{scene.Of(50, 120)}},
		{ID: 1, Kind: 0, Owner: 1, Cell: 4*7 + 4, Signs: scene.Signs{scene.Of(60, 60)}},
	}, s.Units)
	s.Owners[0] = 3
	require.Equal(t, 0, m.colour(0, 0), "a scene is the caller's own")
}
