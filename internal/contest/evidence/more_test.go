package evidence_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/contest/evidence"
)

// foretold is what came of one simulated comparison: how many groups it took after a look,
// and how many it was said to take then.
type foretold struct{ took, said int }

// foretell plays a comparison with a look after some groups; ok is false if it was decided by
// then.
func foretell(t *testing.T, draw func() float64, look int) (f foretold, ok bool) {
	t.Helper()
	test := newTest(t, evidence.Options{})
	for n := 1; n <= longest; n++ {
		test.Add(draw())
		decided := test.Answer() != evidence.Undecided
		switch {
		case decided && n <= look:
			return f, false
		case decided:
			return foretold{n - look, f.said}, true
		case n == look:
			f.said = test.More()
		}
	}
	return foretold{longest, f.said}, true
}

// usual returns the median of how many groups comparisons take in all.
func usual(t *testing.T, draws func(seed int) func() float64) int {
	t.Helper()
	var took []int
	for seed := range 101 {
		f, _ := foretell(t, draws(seed), 0)
		took = append(took, f.took)
	}
	return median(took)
}

func median(of []int) int {
	slices.Sort(of)
	return of[len(of)/2]
}

// TestMoreIsForetold holds that the median of what was foretold is within a factor of 2.5 of the median of
// what it took, after a half of what such comparisons usually take.
func TestMoreIsForetold(t *testing.T) {
	tier.Long(t, "a simulation")
	var table strings.Builder
	for _, s := range []struct {
		process
		sd float64
	}{{beta, 0.145}, {rareDefeats, 0.145}, {beta, 0.35}, {threeValues, 0.35}} {
		shares := []float64{0.6}
		if tier.IsNight() {
			shares = []float64{0.55, 0.6, 0.4, 0.7}
		}
		for _, share := range shares {
			draws := func(seed int) func() float64 { return s.draw(share, s.sd, rand.New(rand.NewPCG(uint64(seed), 29))) }
			look := max(1, usual(t, draws)/2)
			var took, said []int
			for seed := range 201 {
				if f, ok := foretell(t, draws(1000+seed), look); ok {
					took, said = append(took, f.took), append(said, f.said)
				}
			}
			what := fmt.Sprintf("%s, sd %v, share %v, after %d groups", s.name, s.sd, share, look)
			fmt.Fprintf(&table, "%s: foretold %d, took %d (%d runs)\n", what, median(said), median(took), len(took))
			requireWithin(t, 2.5, median(said), median(took), what)
		}
	}
	t.Log("\n" + table.String())
}

// requireWithin asserts that two numbers differ by a factor at most.
func requireWithin(t *testing.T, factor float64, a, b int, what string) {
	t.Helper()
	require.LessOrEqual(t, float64(max(a, b)), factor*float64(min(a, b)), "%s: %d, %d", what, a, b)
}

// TestMoreIsFewOfWhatIsSureAndManyOfWhatIsNot: equal results never decide, unless there is a
// margin, and as many results as were foretold decide.
func TestMoreIsFewOfWhatIsSureAndManyOfWhatIsNot(t *testing.T) {
	for name, c := range map[string]struct {
		margin  float64
		results []float64
		many    bool
	}{
		"nothing":                   {0, nil, true},
		"no difference":             {0, []float64{0.5, 0.5, 0.5}, true},
		"one each":                  {0, []float64{0, 1}, true},
		"all":                       {0, []float64{1}, false},
		"none":                      {0, []float64{0}, false},
		"three of four":             {0, []float64{1, 1, 0.5, 1, 0, 1, 0.5, 1}, false},
		"no difference of interest": {0.05, []float64{0.5}, false},
		"less than the margin":      {0.05, []float64{0.5, 0.52, 0.5, 0.49}, false},
		"as much as the margin":     {0.05, []float64{0.5, 0.6}, false},
	} {
		t.Run(name, func(t *testing.T) {
			test := newTest(t, evidence.Options{Margin: c.margin})
			for _, result := range c.results {
				test.Add(result)
			}
			said := test.More()
			require.Equal(t, c.many, said > evidence.MostMore, "%d", said)
			for n := 0; !c.many && test.Answer() == evidence.Undecided; n++ {
				require.LessOrEqual(t, n, said+len(c.results), "said %d", said)
				test.Add(c.results[n%len(c.results)])
			}
			if !c.many {
				require.GreaterOrEqual(t, test.Groups(), said, "said too many")
				require.Zero(t, test.More(), "it is decided")
			}
		})
	}
}
