package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// sealing makes a tally seal whenever it has so many fields.
func sealing(t *testing.T, most int) {
	stepped := mostStepped
	before := mostFields
	mostFields, mostStepped = most, 0
	t.Cleanup(func() { mostFields, mostStepped = before, stepped })
}

// TestSealedFieldsHardlyChangeTheRatings: by a small part of their intervals, which stay as wide as they were.
func TestSealedFieldsHardlyChangeTheRatings(t *testing.T) {
	const bots, matches = 80, 6000
	o := Options{Resamples: 300, Seed: 1}
	want := tallyOf(bots, matches, matches).Summary(o)
	sealing(t, 5000)
	tally := tallyOf(bots, matches, matches)
	require.NotNil(t, tally.sealed)
	require.LessOrEqual(t, tally.fields.count(), 5000)
	got := tally.Summary(o)
	farthest := 0.0
	for i, b := range got.Bots {
		a := want.Bots[i].Rating
		half := (a.Interval.High - a.Interval.Low) / 2
		farthest = max(farthest, math.Abs(a.Value-b.Rating.Value)/half)
		require.InDelta(t, a.Value, b.Rating.Value, half/10)
		require.InEpsilon(t, 2*half, b.Rating.Interval.High-b.Rating.Interval.Low, 0.1)
		require.InDelta(t, a.Interval.Low, b.Rating.Interval.Low, half/5)
	}
	for i, e := range got.Effects {
		half := (want.Effects[i].Interval.High - want.Effects[i].Interval.Low) / 2
		require.InDelta(t, want.Effects[i].Value, e.Value, half/10)
	}
	t.Logf("a rating is off by %.3f of half its interval at most", farthest)
}

// TestBotsThatComeAfterSealing are rated beside the others, whatever their numbers.
func TestBotsThatComeAfterSealing(t *testing.T) {
	sealing(t, math.MaxInt)
	all := tallyOf(90, 6000, 6000)
	sealed := NewTally(90)
	for _, m := range matchesOf(70, 3000, 3000) {
		for i := range m.Seats {
			m.Seats[i] += 10 // those before them come later
		}
		all.Add(m)
		sealed.Add(m)
	}
	mostFields = 1000
	sealed.sealIfMany()
	require.NotNil(t, sealed.sealed)
	mostFields = math.MaxInt
	for _, m := range matchesOf(90, 6000, 6000) {
		sealed.Add(m)
	}
	a, b := all.Summary(Options{}), sealed.Summary(Options{})
	for i := range a.Bots {
		require.InDelta(t, a.Bots[i].Rating.Value, b.Bots[i].Rating.Value, 5) // of a ± of some 40
	}
}

// TestASealedLeagueIsAtItsMaximum: the blocks pull it to no side.
func TestASealedLeagueIsAtItsMaximum(t *testing.T) {
	sealing(t, 3000)
	tally := tallyOf(80, 6000, 6000)
	l := tally.league(tally.blocks.list())
	at := l.model.climb(t.Context())
	sum := make([]float64, len(at))
	slope := l.slopes(at)
	for block := range l.choices {
		for i, v := range slope(block) {
			sum[i] += v
		}
	}
	raw, corrected := l.model.slope(at), l.model.corrected(at).slope(at)
	for i, v := range sum {
		require.InDelta(t, raw[i]-corrected[i], v+drawsWith0*(0.5-against0(at[i])), 1e-5)
	}
}
