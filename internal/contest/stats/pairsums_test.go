package stats

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSummedPairsAreThoseOfTheBlocks: as long as each group is a block, the same figures follow from both.
func TestSummedPairsAreThoseOfTheBlocks(t *testing.T) {
	const bots, groups = 12, 40
	tally := tallyOf(bots, 600, groups)
	blocks := tally.blocks.list()
	byBlock, summed := encountersOf(blocks, bots), newPairSums()
	for group, block := range blocks {
		for _, m := range block.meetings.list {
			half := m
			half.above, half.below, half.equal = m.above/2, m.below/2, m.equal/2
			rest := m
			rest.above, rest.below, rest.equal = m.above-half.above, m.below-half.below, m.equal-half.equal
			summed.add(half, group)
			summed.add(rest, group)
		}
	}
	var want []meeting
	for m := range byBlock.totals() {
		m.lowKeptUp, m.highKeptUp = min(m.lowKeptUp, 1), min(m.highKeptUp, 1)
		want = append(want, m)
	}
	got := slices.SortedFunc(summed.totals(), meeting.compare)
	require.Equal(t, want, got)
	for high := range bots {
		for low := range high {
			a, b := byBlock.pair(low, high, true), summed.pair(low, high, true)
			require.NotNil(t, a.Ahead.Interval)
			require.InDelta(t, a.Ahead.Interval.Low, b.Ahead.Interval.Low, 1e-12)
			require.InDelta(t, a.Ahead.Interval.High, b.Ahead.Interval.High, 1e-12)
			a.Ahead.Interval, b.Ahead.Interval = nil, nil
			require.Equal(t, a, b)
		}
	}
	require.Zero(t, summed.pair(0, bots, true))
}

// TestPairsOfManyBotsAreSummed also if the bots become many while matches are there.
func TestPairsOfManyBotsAreSummed(t *testing.T) {
	tally := tallyOf(30, 600, 40)
	before := tally.Summary(Options{Resamples: 10})
	tally.Grow(mostTested + 1)
	require.NotNil(t, tally.pairs)
	after := tally.Summary(Options{Resamples: 10})
	for high := range 30 {
		for low := range high {
			require.Equal(t, before.Pair(low, high).Above, after.Pair(low, high).Above)
			require.Equal(t, before.Pair(high, low).Ahead.Value, after.Pair(high, low).Ahead.Value)
		}
	}
	require.Equal(t, before.Bots[7].Rating.Value, after.Bots[7].Rating.Value)
}

// TestSumsOfAPairEndAtTheLargestNumber: in one group of a store that somebody made up, a pair may meet for ever.
func TestSumsOfAPairEndAtTheLargestNumber(t *testing.T) {
	sums := newPairSums()
	for group := range 12 {
		sums.add(meeting{high: 1, above: 30_000, below: 30_000}, group)
	}
	pair := sums.pair(0, 1, true)
	require.Equal(t, 360_000, pair.Above)
	require.Equal(t, 0.5, pair.Ahead.Value)
	require.InDelta(t, 0.5, pair.Ahead.Interval.Low, 0.5)
	require.InDelta(t, 0.5, pair.Ahead.Interval.High, 0.5)
}
