package battleroyale

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDefaultBoardIsFair(t *testing.T) {
	for _, size := range []int{7, 35, 41} {
		b := openBoard(size, size)
		mirror := func(line int) int { return (2*size - 2 - line) % size }
		for index, terrain := range b.tiles.Cells() {
			p := b.tiles.Pos(index)
			require.Equal(t, terrain, b.tiles.At(Pos{Row: mirror(p.Row), Col: p.Col}), p)
			require.Equal(t, terrain, b.tiles.At(Pos{Row: p.Row, Col: mirror(p.Col)}), p)
			require.Equal(t, terrain, b.tiles.At(Pos{Row: p.Col, Col: p.Row}), p)
		}
		empty := newMatch(&setup{board: b})
		for player := range 4 {
			require.Equal(t, (size/2-2)*(size/2-2), empty.countFree(b.spawn(player)), "no walls where players begin")
		}
	}
	require.Equal(t, []bool{false, true, true, false},
		[]bool{isGate(5, 35), isGate(6, 35), isGate(27, 35), isGate(28, 35)})
}
