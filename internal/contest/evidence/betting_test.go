package evidence_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/contest/evidence"
)

func newTest(t testing.TB, o evidence.Options) *evidence.Test {
	t.Helper()
	test, err := evidence.NewTest(o)
	require.NoError(t, err)
	return test
}

// eighths returns results as those of groups with eight pairs. 1 minus one of them is
// exact.
func eighths(n int, seed uint64) []float64 {
	random := rand.New(rand.NewPCG(seed, 1))
	results := make([]float64, n)
	for i := range results {
		results[i] = float64(random.IntN(9)) / 8
	}
	return results
}

func TestFairBotsAreSeldomToldApart(t *testing.T) {
	const comparisons, groups = 200, 400
	wrong := 0
	processes := []process{beta, rareDefeats, rareWins}
	for _, p := range processes {
		for seed := range uint64(comparisons) {
			test, draw := newTest(t, evidence.Options{}), p.draw(0.5, 0.145, rand.New(rand.NewPCG(seed, 5)))
			for range groups {
				test.Add(draw())
			}
			if test.Answer() != evidence.Undecided {
				wrong++
			}
		}
	}
	require.LessOrEqual(t, wrong, comparisons*len(processes)/20)
	require.NotZero(t, wrong, "the level is not made use of")
}

func TestSwappedBotsMirrorEverything(t *testing.T) {
	mirrored := map[evidence.Answer]evidence.Answer{evidence.Better: evidence.Worse, evidence.Worse: evidence.Better}
	for seed := range uint64(10) {
		o := evidence.Options{Margin: 1.0 / 32}
		test, mirror := newTest(t, o), newTest(t, o)
		for _, x := range eighths(200, seed) {
			test.Add(x)
			mirror.Add(1 - x)
			better, worse := test.Evidence()
			mirrorBetter, mirrorWorse := mirror.Evidence()
			require.Equal(t, [2]float64{better, worse}, [2]float64{mirrorWorse, mirrorBetter})
			low, high := test.Interval()
			mirrorLow, mirrorHigh := mirror.Interval()
			require.Equal(t, [2]float64{low, high}, [2]float64{1 - mirrorHigh, 1 - mirrorLow})
			require.InDelta(t, test.Mean(), 1-mirror.Mean(), 1e-15)
			want, ok := mirrored[test.Answer()]
			if !ok {
				want = test.Answer()
			}
			require.Equal(t, want, mirror.Answer())
		}
	}
}

// TestEvidenceIsTheCapitalNow: it is a product, so the order of results doesn't matter,
// but the interval remembers the course.
func TestEvidenceIsTheCapitalNow(t *testing.T) {
	rise := slices.Repeat([]float64{1}, 10)
	fall := slices.Repeat([]float64{0}, 10)
	first, last := newTest(t, evidence.Options{}), newTest(t, evidence.Options{})
	for _, x := range slices.Concat(rise, fall) {
		first.Add(x)
		last.Add(1 - x)
	}
	better, worse := first.Evidence()
	lastBetter, lastWorse := last.Evidence()
	require.InDelta(t, better, lastBetter, 1e-9)
	require.InDelta(t, worse, lastWorse, 1e-9)
	require.Equal(t, evidence.Better, first.Answer())
	require.Equal(t, evidence.Worse, last.Answer())
	require.Less(t, better, evidence.Needed(evidence.DefaultLevel), "the answer outlives the evidence")
}

// naiveCapital is what betting "greater" against a mean makes of 1, written down as in
// the paper.
func naiveCapital(results []float64, m float64) float64 {
	sum, shares := 0.0, 0.0
	for i := range 10 {
		fraction := 0.95 * math.Pow(0.6, float64(i))
		capital := fraction
		for _, x := range results {
			capital *= 1 + fraction/m*(x-m)
		}
		sum += capital
		shares += fraction
	}
	return sum / shares
}

func TestEvidenceAndIntervalAreThoseOfThePaper(t *testing.T) {
	const level = 0.1
	results := eighths(60, 3)
	for i := range results {
		results[i] = (results[i] + 2) / 4 // from 1/4 to 3/4
	}
	test := newTest(t, evidence.Options{Level: level, Margin: 0.1})
	low := 0.0
	for n, x := range results {
		test.Add(x)
		better, _ := test.Evidence()
		require.InDelta(t, naiveCapital(results[:n+1], 0.5), math.Exp(better), 1e-9)
		for m := 1.0 / 512; m < 1; m += 1.0 / 512 {
			if naiveCapital(results[:n+1], m) >= 2/level {
				low = max(low, m)
			}
		}
		if naiveCapital(results[:n+1], 0.4) >= 2/level {
			low = max(low, 0.4)
		}
		got, _ := test.Interval()
		require.InDelta(t, low, got, 1e-12, "after %d", n+1)
	}
	require.Greater(t, low, 0.35)
}

func TestBetsAreFair(t *testing.T) {
	won, lost := newTest(t, evidence.Options{}), newTest(t, evidence.Options{})
	won.Add(1)
	lost.Add(0)
	afterWin, _ := won.Evidence()
	afterLoss, _ := lost.Evidence()
	require.InDelta(t, 2, math.Exp(afterWin)+math.Exp(afterLoss), 1e-12)
}

func TestAnswerComesWithTheEvidence(t *testing.T) {
	for seed := range uint64(20) {
		test := newTest(t, evidence.Options{Level: 0.2})
		reached := false
		for _, x := range eighths(300, seed) {
			test.Add((x + 0.4) / 1.4)
			better, _ := test.Evidence()
			reached = reached || better >= evidence.Needed(0.2)
			require.Equal(t, reached, test.Answer() == evidence.Better)
		}
		require.True(t, reached)
	}
}

func TestIntervalNeverGrowsNorVanishes(t *testing.T) {
	test := newTest(t, evidence.Options{})
	low, high := test.Interval()
	require.Equal(t, [2]float64{0, 1}, [2]float64{low, high})
	for i := range 2000 {
		test.Add(float64(i / 50 % 2)) // no two halves of it have the same mean
		newLow, newHigh := test.Interval()
		require.True(t, low <= newLow && newLow < newHigh && newHigh <= high, "after %d: %v to %v", i, newLow, newHigh)
		low, high = newLow, newHigh
	}
}

// TestTheBoundsNeverMeet: not even when all results so far were chance.
func TestTheBoundsNeverMeet(t *testing.T) {
	for _, first := range []float64{0, 1} {
		test, err := evidence.NewTest(evidence.Options{})
		require.NoError(t, err)
		for range 300 {
			test.Add(first)
		}
		for range 20_000 {
			test.Add(1 - first)
			low, high := test.Interval()
			require.Less(t, low, high)
		}
	}
}

// TestAMarginMayLieBetweenTheMeansThatAreTried, since it is tried itself.
func TestAMarginMayLieBetweenTheMeansThatAreTried(t *testing.T) {
	test, err := evidence.NewTest(evidence.Options{Margin: 0.001})
	require.NoError(t, err)
	for range 20_000 {
		test.Add(0.5)
	}
	require.Equal(t, evidence.NoDifference, test.Answer())
}

func TestNoDifferenceIsAMatterOfTheMargin(t *testing.T) {
	for _, result := range []float64{0.49, 0.5, 0.51} {
		for _, margin := range []float64{0.03, 0.1} {
			test := newTest(t, evidence.Options{Margin: margin})
			for test.Answer() == evidence.Undecided {
				test.Add(result)
				low, high := test.Interval()
				// At the margin itself the numbers differ by a rounding.
				within := low > 0.5-margin-1e-12 && high < 0.5+margin+1e-12
				require.Equal(t, within, test.Answer() == evidence.NoDifference, "%v, margin %v, %v to %v", result, margin, low,
					high)
			}
			require.Equal(t, evidence.NoDifference, test.Answer())
		}
	}
}

func TestWithoutAMarginAllIsADifference(t *testing.T) {
	test := newTest(t, evidence.Options{})
	for range 3000 {
		test.Add(0.5)
	}
	require.Equal(t, evidence.Undecided, test.Answer())
	low, high := test.Interval()
	require.InDelta(t, 1.0/256, high-low, 1e-12, "as narrow as the grid allows")
}

func TestMillionGroups(t *testing.T) {
	for _, test := range []struct {
		name   string
		result func(i int) float64
		answer evidence.Answer
		mean   float64
		growth float64 // of the logarithm of the luckiest player's capital, per group
	}{
		{"all won", func(int) float64 { return 1 }, evidence.Better, 1, math.Log(1.95)},
		{"all lost", func(int) float64 { return 0 }, evidence.Worse, 0, math.Log(1.95)},
		{"all drawn", func(int) float64 { return 0.5 }, evidence.NoDifference, 0.5, 0},
		{"won and lost in turn", func(i int) float64 {
			return float64(i % 2)
		}, evidence.NoDifference, 0.5, math.Log(1-math.Pow(0.95*math.Pow(0.6, 9), 2)) / 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.growth >= 0 {
				tier.Night(t, "a million groups; one of the four is tried always")
			}
			bets := newTest(t, evidence.Options{Margin: 0.05})
			for i := range 1_000_000 {
				bets.Add(test.result(i))
			}
			better, worse := bets.Evidence()
			low, high := bets.Interval()
			for _, number := range []float64{better, worse, low, high} {
				require.False(t, math.IsNaN(number) || math.IsInf(number, 0), "%v", number)
			}
			require.Equal(t, test.answer, bets.Answer())
			require.InDelta(t, test.mean, bets.Mean(), 1e-12)
			require.True(t, low <= test.mean && test.mean <= high)
			require.Equal(t, 1_000_000, bets.Groups())
			// The luckiest player had at least this share of the capital at first.
			luckiest, share := test.growth*1e6, 0.4*math.Pow(0.6, 9)
			require.GreaterOrEqual(t, max(better, worse), luckiest+math.Log(share)-1e-6)
			require.LessOrEqual(t, max(better, worse), luckiest+1e-6)
		})
	}
}

func TestBeforeTheFirstGroup(t *testing.T) {
	test := newTest(t, evidence.Options{})
	better, worse := test.Evidence()
	require.InDelta(t, 0, better, 1e-15)
	require.InDelta(t, 0, worse, 1e-15)
	require.Equal(t, 0.5, test.Mean())
	require.Equal(t, evidence.Undecided, test.Answer())
}

func TestOptionsOutOfRange(t *testing.T) {
	for _, test := range []struct {
		options evidence.Options
		want    string
	}{
		{evidence.Options{Level: 1}, "level: 1, but it must be more than 0 and less than 1"},
		{evidence.Options{Level: -0.05}, "level: -0.05, but it must be more than 0 and less than 1"},
		{evidence.Options{Level: math.NaN()}, "level: NaN, but it must be more than 0 and less than 1"},
		{evidence.Options{Margin: 0.5}, "margin: 0.5, but it must be from 0 to less than 0.5"},
		{evidence.Options{Margin: -0.01}, "margin: -0.01, but it must be from 0 to less than 0.5"},
	} {
		_, err := evidence.NewTest(test.options)
		require.EqualError(t, err, test.want)
	}
}

func TestResultsOutOfRangePanic(t *testing.T) {
	for _, result := range []float64{-0.001, 1.001, math.NaN(), math.Inf(1)} {
		require.Panics(t, func() { newTest(t, evidence.Options{}).Add(result) }, "%v", result)
	}
}

func TestAnswersHaveWords(t *testing.T) {
	words := fmt.Sprint(evidence.Undecided, evidence.Better, evidence.Worse, evidence.NoDifference)
	require.Equal(t, "undecided better worse no difference", words)
}
