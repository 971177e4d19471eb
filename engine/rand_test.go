package engine_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// draws makes the same six draws from any source.
func draws(source engine.Source) []int {
	var drawn []int
	for _, b := range [][2]int{{0, 9}, {0, 9}, {1, 10000}, {-1, 1}, {0, 1}, {0, 999999}} {
		drawn = append(drawn, source.Draw(b[0], b[1]))
	}
	return drawn
}

// TestChaCha8IsPinned holds the default source to what it was: a replay must play
// the same with every version of the arena and of Go.
func TestChaCha8IsPinned(t *testing.T) {
	for _, c := range []struct {
		seed, stream uint64
		want         []int
	}{
		{0, 0, []int{3, 4, 4222, -1, 0, 143465}},
		{1, 0, []int{4, 7, 207, -1, 1, 433691}},
		{1, 1, []int{6, 9, 8033, 1, 1, 356970}},
		{math.MaxUint64, 4, []int{3, 0, 7655, 1, 0, 550149}},
	} {
		require.Equal(t, c.want, draws(engine.NewChaCha8(c.seed, c.stream)), "%d %d", c.seed, c.stream)
	}
	r, err := engine.ChaCha8.New(1)
	require.NoError(t, err)
	require.Equal(t, []int{3, 6, 2, 4, 1, 0, 5, 7}, r.Permutation(8))
	source := engine.NewChaCha8(1, 0)
	again := engine.NewRand(engine.NewChaCha8(1, 0))
	for n := range 5 {
		require.Equal(t, source.Draw(0, n-1), again.Below(n))
	}
}

// TestClassicFollowsTheFormula has numbers worked out apart from it, with x becoming
// (843314861 x + 453816693) mod 2^31, with two steps for each draw.
func TestClassicFollowsTheFormula(t *testing.T) { // orkisland rules 13
	for _, c := range []struct {
		seed  uint64
		want  []int
		state uint64
	}{
		{0, []int{7, 3, 6284, 1, 0, 662356}, 1422400692},
		{1, []int{0, 9, 4139, 1, 1, 77538}, 166513637},
		{30, []int{3, 9, 1930, 0, 1, 117817}, 253011058},
		{1<<31 + 30, []int{3, 9, 1930, 0, 1, 117817}, 253011058}, // only 31 bits count
	} {
		source := engine.NewClassic(c.seed)
		require.Equal(t, c.want, draws(source))
		require.Equal(t, c.state, source.State())
		require.Equal(t, draws(engine.NewClassic(c.state)), draws(source), "it goes on from its state")
	}
	require.Equal(t, []int{4, 7, 2, 6, 0, 3, 1, 5}, engine.NewRand(engine.NewClassic(7)).Permutation(8))
}

func TestClassicMakesNoStepForOddIntervals(t *testing.T) { // orkisland rules 13
	source := engine.NewClassic(5)
	require.Equal(t, 3, source.Draw(3, 2))
	require.Equal(t, 0, source.Draw(0, 1000000))
	require.EqualValues(t, 5, source.State())
	require.Equal(t, 4, source.Draw(4, 4))
	require.NotEqualValues(t, 5, source.State(), "but it makes one for a single value")
}

func TestDrawsAreInsideAndFair(t *testing.T) {
	for _, source := range []engine.Source{engine.NewChaCha8(1, 0), engine.NewClassic(1), engine.NewFast(1)} {
		counts := map[int]int{}
		for range 7000 {
			counts[source.Draw(-3, 3)]++
		}
		require.Len(t, counts, 7)
		for value, n := range counts {
			require.InDelta(t, 1000, n, 150, value)
		}
	}
	chacha := engine.NewChaCha8(1, 0)
	require.Equal(t, 7, chacha.Draw(7, 7))
	require.Equal(t, 7, chacha.Draw(7, 6))
	above := 0
	for range 1000 { // an interval for which many numbers are rejected
		if chacha.Draw(0, math.MaxInt/4*3) >= math.MaxInt/8*3 {
			above++
		}
	}
	require.InDelta(t, 500, above, 80)
}

// TestFastSourceIsPinned has the first numbers of SplitMix64 with the seed 0, as published,
// without their last bits.
func TestFastSourceIsPinned(t *testing.T) {
	fast := engine.NewFast(0)
	for _, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec} {
		require.EqualValues(t, want>>34, fast.Draw(0, 1<<30-1))
	}
	require.Equal(t, 7, fast.Draw(7, 7))
	require.Equal(t, 7, fast.Draw(7, 6))
}

func TestPermutation(t *testing.T) {
	r := engine.NewRand(engine.NewChaCha8(9, 0))
	counts := make([]int, 5)
	for range 5000 {
		order := r.Permutation(5)
		counts[order[2]]++
		slices.Sort(order)
		require.Equal(t, []int{0, 1, 2, 3, 4}, order)
	}
	for _, n := range counts {
		require.InDelta(t, 1000, n, 150)
	}
	require.Empty(t, r.Permutation(0))
}

func TestUnknownRandomness(t *testing.T) {
	_, err := engine.Randomness("dice").New(1)
	require.EqualError(t, err, `random source "dice" is not known: it is chacha8 or classic`)
	r, err := engine.Classic.New(5)
	require.NoError(t, err)
	require.Equal(t, engine.NewClassic(5), r.Source())
}
