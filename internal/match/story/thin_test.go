package story

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/scene"
)

// TestALargeMatchIsKeptWhole: 1000 rounds on the largest board of Ork Island, in each of which orks take cells.
func TestALargeMatchIsKeptWhole(t *testing.T) {
	tier.Long(t, "plays on the largest board")
	const side, rounds, most = 500, 1000, 30 << 20
	now := scene.Scene{Cells: make([]uint8, side*side), Owners: slices.Repeat([]int8{-1}, side*side)}
	s := &Story{Scenes: []scene.Scene{now}}
	want := map[int]scene.Scene{}
	size := 0
	for r := 1; r <= rounds; r++ {
		now.Owners = slices.Clone(now.Owners)
		for k := range 40 {
			now.Owners[(r*7919+k*104729)%len(now.Owners)] = int8((r + k) % 4)
		}
		if r%10 == 0 {
			now.Cells = slices.Clone(now.Cells)
			now.Cells[r] = uint8(r % 5)
		}
		size += s.add(now, Happening{})
		if r%331 == 0 || r == rounds || r == 32 || r == 33 {
			want[r] = now
		}
	}
	require.Len(t, s.Scenes, rounds+1)
	require.Less(t, size, most)
	for r, scene := range want {
		require.Equal(t, scene, s.At(r), r)
	}
	first := s.At(0)
	require.Equal(t, scene.Scene{Cells: make([]uint8, side*side), Owners: slices.Repeat([]int8{-1}, side*side)}, first,
		"what was put together is a copy")
}

// TestScenesOfASmallBoardAreWhole: nothing has to be put together.
func TestScenesOfASmallBoardAreWhole(t *testing.T) {
	now := scene.Scene{Cells: make([]uint8, 70*70)}
	s := &Story{Scenes: []scene.Scene{now}}
	now.Cells = slices.Clone(now.Cells)
	now.Cells[3] = 1
	s.add(now, Happening{})
	require.Equal(t, now, s.Scenes[1])
}
