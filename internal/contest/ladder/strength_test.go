package ladder

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPerPair(t *testing.T) {
	require.InDelta(t, 1, perPair(2), 1e-12)
	require.InDelta(t, 23./36, perPair(4), 1e-12, "of four alike, who are placed with chances of 1/4, 1/3 and 1/2")
	require.Zero(t, perPair(1))
}

// TestAfterAMatchOfTwo compares with what follows by hand.
func TestAfterAMatchOfTwo(t *testing.T) {
	certain := strength{0, 1e-12}
	after := func(of strength, outcome float64) strength {
		return of.after([]result{{certain, outcome, 1}})
	}
	for _, test := range []struct{ outcome, mean float64 }{{1, 0.25}, {0.5, 0}, {0, -0.25}} {
		got := after(strength{0, 4. / 7}, test.outcome) // 7/4 and a quarter of information make 2
		require.InDelta(t, 0.5, got.variance, 1e-9)
		require.InDelta(t, test.mean, got.mean, 1e-9)
	}
	require.Less(t, after(strength{3, 1}, 0.5).mean, 3., "a tie with somebody weaker")
	unsure := strength{0, 4. / 7}.after([]result{{unknown, 1, 1}})
	require.Greater(t, unsure.variance, 0.5, "of whom little is known tells little")
	require.Less(t, unsure.mean, 0.25)
}

func TestWorth(t *testing.T) {
	at := func(points, error float64) strength {
		const logits = math.Ln10 / 400
		return strength{points * logits, error * error * logits * logits}
	}
	require.Greater(t, worth(at(0, 50), at(0, 50)), worth(at(0, 50), at(100, 50)), "near")
	require.Greater(t, worth(at(0, 50), at(0, 50)), worth(at(0, 20), at(0, 50)), "unsure")
	require.Greater(t, worth(at(0, 200), at(400, 200)), 10*worth(at(0, 20), at(400, 20)), "maybe near")
	require.Greater(t, 3*worth(at(0, 5), at(60, 5)), worth(at(0, 5), at(0, 5)), "though it is sure who is stronger")
	require.InDelta(t, worth(at(10, 30), at(60, 50)), worth(at(60, 50), at(10, 30)), 1e-12)
}

// TestWhatIsPlannedIsExpectedToTell as much as results do.
func TestWhatIsPlannedIsExpectedToTell(t *testing.T) {
	require.Equal(t, unknown, unknown.expecting(0, 4))
	require.Equal(t, unknown, unknown.expecting(-1, 4))
	found := unknown
	for range 20 {
		var results []result
		for _, mean := range []float64{-1, 0, 1} {
			results = append(results, result{strength{mean, 0.1}, 0.5, perPair(4)})
		}
		found = found.after(results)
	}
	require.InEpsilon(t, found.variance, unknown.expecting(20, 4).variance, 0.2)
}
