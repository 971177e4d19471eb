package ladder

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
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
	require.Greater(t, 10*worth(at(0, 200), at(400, 200)), worth(at(0, 200), at(0, 200)), "maybe near")
	require.Less(t, 10*worth(at(0, 20), at(400, 20)), worth(at(0, 20), at(0, 20)), "far")
	require.Greater(t, 3*worth(at(0, 5), at(60, 5)), worth(at(0, 5), at(0, 5)), "though it is sure who is stronger")
	require.Less(t, worth(at(0, 5000), at(0, 5000)), 1., "a result does not tell all")
	require.Less(t, 9*worth(at(0, 2000), at(1600, 2000)), worth(at(0, 2000), at(0, 2000)), "who wins is known")
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

func TestSeatsOfOneBotTellNothingOfEachOther(t *testing.T) {
	l := New(3, 1)
	l.Grow(2)
	m := played.Match{Planned: schedule.Planned{Seats: []int{0, 0, 1}}, Result: match.Result{Places: []int{1, 3, 2}}}
	require.Equal(t, []result{{unknown, 1, perPair(3)}}, l.resultsOf(m, 0))
	require.Equal(t, []result{{unknown, 0, perPair(3)}}, l.resultsOf(m, 1))
	require.Len(t, l.resultsOf(m, 2), 2)
}

// TestMoreIsDrawnByChanceAsBotsHaveMet: a quarter at first, half of the rest once all have met six times.
func TestMoreIsDrawnByChanceAsBotsHaveMet(t *testing.T) {
	for _, test := range []struct{ seats, matches, chance int }{
		{2, 0, 250}, {4, 0, 250}, {2, 60, 625}, {4, 10, 625}, {2, 30, 295}, {2, 600, 1000},
	} {
		r := ranking{Ladder: New(test.seats, 1), present: make([]int, 5), decided: test.seats * test.matches}
		require.Equal(t, test.chance, r.chance(test.seats), test)
	}
}
