package moria

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestGeneratedBoards(t *testing.T) { // rules 6
	const boards = 40
	sum := map[cell]int{}
	for seed := range uint64(boards) {
		b, err := generate(engine.NewRand(engine.NewClassic(seed + 1)))
		require.NoError(t, err)
		require.Nil(t, b.check(&rules{}.Default().settings))
		n := map[cell]int{}
		for _, c := range b.cells.Cells() {
			n[c]++
		}
		require.Equal(t, []int{464, 80, 0}, []int{n[outside], n[treasure], n[abyss]})
		require.GreaterOrEqual(t, n[cave], minCaves)
		require.LessOrEqual(t, n[cave], maxCaves)
		for c, k := range n {
			sum[c] += k
		}
		require.True(t, treasuresAreBuried(b))
	}
	require.InDelta(t, 1779, float64(sum[rock])/boards, 30)
	require.InDelta(t, 988, float64(sum[cave])/boards, 30)
	require.InDelta(t, 289, float64(sum[granite])/boards, 30)
}

// treasuresAreBuried reports whether no treasure can be got without digging.
func treasuresAreBuried(b *board) bool {
	reached := []Pos{at(0, 0)}
	seen := map[Pos]bool{at(0, 0): true}
	for k := 0; k < len(reached); k++ {
		for _, d := range Dirs() {
			p := d.from(reached[k])
			if !b.cells.Has(p) || seen[p] || !b.cells.At(p).isOpen() {
				continue
			}
			if b.cells.At(p) == treasure {
				return false
			}
			seen[p] = true
			reached = append(reached, p)
		}
	}
	return true
}

func TestGeneratorGivesUp(t *testing.T) { // rules 6
	_, err := rules{}.Default().New(engine.NewRand(lowest{}))
	require.EqualError(t, err, "no valid board found in 1000 attempts")
}

func TestRooms(t *testing.T) { // rules 6, room
	collect := func(heights ...int) []rectangle { return slices.Collect(standing(9, heights)) }
	low, high := rectangle{9, 0, 9, 3}, rectangle{8, 1, 9, 2}
	require.Empty(t, collect(0, 0))
	require.Equal(t, []rectangle{low, high, high, low}, collect(1, 2, 2, 1, 0))
	require.Equal(t, []rectangle{{7, 0, 9, 0}, {8, 0, 9, 1}}, collect(3, 2, 0))
	for range standing(9, []int{3, 2, 0}) {
		break
	}
	for range (rectangle{0, 0, 3, 3}).ring() {
		break
	}
}
