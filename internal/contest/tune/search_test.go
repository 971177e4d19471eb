package tune_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/contest/tune"
)

var mixed = params.Space{
	{Name: "spread", Default: 9, Low: 0, High: 10, Integer: true},
	{Name: "fear", Default: 0.02, Low: 0.01, High: 100, Scale: params.Log},
}

// prefers is the strength of a bot that is best with spread 4 and fear 10.
func prefers(v params.Values) float64 {
	spread, fear := (v[0]-4)/10, math.Log10(v[1]/10)/4
	return -3*spread*spread - 3*fear*fear
}

// play tells a search the results of so many steps, and returns what it has asked for.
func play(s *tune.Search, strength func(params.Values) float64, steps int, r *rand.Rand) (asked [][]tune.Duel) {
	for range steps {
		duels := s.Next()
		if len(duels) == 0 {
			return asked
		}
		asked = append(asked, duels)
		results := make([]float64, len(duels))
		for i, d := range duels {
			results[i] = min(max(logistic(strength(d.A)-strength(d.B))+groupSD*r.NormFloat64(), 0), 1)
		}
		s.Told(results)
	}
	return asked
}

func TestItFindsWholeNumbersAndFactors(t *testing.T) {
	s := tune.New(mixed, 600, 1)
	require.Equal(t, mixed.Defaults(), s.Best(), "nothing is known yet")
	play(s, prefers, 100, rand.New(rand.NewPCG(1, 1)))
	require.Empty(t, s.Next())
	best := s.Best()
	require.InDelta(t, 4, best[0], 1)
	require.Equal(t, math.Trunc(best[0]), best[0])
	require.InDelta(t, 1, math.Log10(best[1]), 0.6)
}

func TestTheSameSeedAndResultsAskForTheSame(t *testing.T) {
	asked := func(duels int, seed uint64) [][]tune.Duel {
		return play(tune.New(mixed, duels, seed), prefers, 100, rand.New(rand.NewPCG(1, 1)))
	}
	all := asked(160, 7)
	require.Len(t, all, 10)
	require.Equal(t, all, asked(160, 7))
	require.Equal(t, all, asked(320, 7)[:10], "a longer search begins as a shorter one")
	require.NotEqual(t, all, asked(160, 8))
}

func TestTheSidesOfADuelDiffer(t *testing.T) {
	two := params.Space{{Name: "bold", Default: 0, Low: 0, High: 1, Integer: true}}
	bold := func(v params.Values) float64 { return 5 * v[0] }
	s := tune.New(two, 320, 1)
	for _, step := range play(s, bold, 20, rand.New(rand.NewPCG(1, 1))) {
		require.LessOrEqual(t, len(step), tune.Step)
		for _, d := range step {
			require.NotEqual(t, d.A, d.B)
		}
	}
	require.Equal(t, params.Values{1}, s.Best())
}

// Where all values are as good, it does not matter which are found; that it is said at all
// is for the comparison that follows.
func TestItEndsWhereNothingMatters(t *testing.T) {
	s := tune.New(mixed, 100, 1)
	asked := play(s, func(params.Values) float64 { return 0 }, 100, rand.New(rand.NewPCG(1, 1)))
	require.Len(t, asked, 7)
	require.Len(t, asked[6], 4)
}

func TestResultsMustFit(t *testing.T) {
	s := tune.New(mixed, 100, 1)
	s.Next()
	require.Panics(t, func() { s.Told([]float64{0.5}) })
}
