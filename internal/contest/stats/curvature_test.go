package stats

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/played"
)

// tallyOf has the matches of [matchesOf].
func tallyOf(bots, matches, groups int) *Tally {
	t := NewTally(bots)
	for _, m := range matchesOf(bots, matches, groups) {
		t.Add(m)
	}
	return t
}

// matchesOf returns matches of bots of different strengths. Sometimes one has two seats, and sometimes seats tie.
func matchesOf(bots, matches, groups int) (all []played.Match) {
	random := rand.New(rand.NewPCG(3, 4))
	for number := range matches {
		var m played.Match
		m.Group = number % groups
		for seat := range 4 {
			bot := random.IntN(bots)
			m.Seats = append(m.Seats, bot)
			m.Scores = append(m.Scores, bot*8/bots+seat+random.IntN(12))
		}
		m.Places = engine.Places(m.Scores)
		all = append(all, m)
	}
	return all
}

// TestSparseCurvatureIsTheFactorised for right sides of all kinds.
func TestImpliedCurvatureIsTheFactorised(t *testing.T) {
	tally := tallyOf(30, 600, 20)
	blocks := tally.blocks.list()
	l := tally.league(blocks)
	require.True(t, l.model.hasEffects())
	random, at := rand.New(rand.NewPCG(5, 6)), make([]float64, len(l.model.times))
	const width = 3
	right := make([]float64, len(at)*width)
	for i := range at {
		at[i] = random.NormFloat64()
	}
	for i := range right {
		right[i] = random.NormFloat64()
	}
	l.model.sketch = l.model.newSketch()
	want := factorised{l.model.matrix(at).Factorise()}.solve(t.Context(), right, width)
	require.InEpsilonSlice(t, want, sparse{l.model.sparseAt(at), 1e-12}.solve(t.Context(), right, width), 1e-6)
}

// TestLargeLeaguesAreRatedAsSmallOnes: above mostStepped, and above mostFactorised, ratings and their intervals are
// worked out in another way.
func TestLargeLeaguesAreRatedAsSmallOnes(t *testing.T) {
	tally := tallyOf(60, 2000, 30)
	blocks := tally.blocks.list()
	l := tally.league(blocks)
	want, influences := l.rate(t.Context())
	defer func(stepped, factored int) { mostStepped, mostFactorised = stepped, factored }(mostStepped, mostFactorised)
	for _, most := range []int{1000, 0} {
		mostStepped, mostFactorised = 0, most
		values, others := l.rate(t.Context())
		require.InDeltaSlice(t, want, values, 1e-4) // points
		for i := range others {
			require.InDeltaSlice(t, influences[i], others[i], 1e-2)
		}
	}
}

// TestManyGroupsArePooled into blocks, each run of numbers into all of them; also numbers below zero, as a store that
// somebody sent may have them.
func TestManyGroupsArePooled(t *testing.T) {
	b := newBlocks()
	for group := -mostBlocks; group < 2*mostBlocks; group++ {
		b.of(group)
		b.of(group)
	}
	require.Equal(t, 3*mostBlocks, b.count())
	for _, first := range []int{-mostBlocks, 0, mostBlocks} {
		met := make(map[*sums]bool)
		for group := range mostBlocks {
			met[b.of(first+group)] = true
		}
		require.Len(t, met, mostBlocks)
	}
}
