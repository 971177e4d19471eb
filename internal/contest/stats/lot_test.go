package stats_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/stats"
)

// lots plays groups of two matches in each of which a bot wins with a chance of its lot, and now and then both are won
// or lost by the luck of the seed.
func lots(random *rand.Rand, chances []float64, groups int) []stats.Lot {
	all := make([]stats.Lot, len(chances))
	for seed := range uint64(groups) {
		for lot, chance := range chances {
			luck, shared := random.Float64(), random.Float64() < 0.3
			for range 2 {
				if !shared {
					luck = random.Float64()
				}
				m := played.Match{Planned: schedule.Planned{Seed: seed}, Result: match.Result{
					Scores: []int{0, 1}, Places: []int{2, 1},
				}}
				if luck < chance {
					m.Scores, m.Places = []int{1, 0}, []int{1, 2}
				}
				all[lot].Add(m, 0)
			}
		}
	}
	return all
}

// TestAllIntervalsOfLotsAreRightTogether as often as a table of them promises. Those of 95 % each would not be.
func TestAllIntervalsOfLotsAreRightTogether(t *testing.T) {
	const runs = 500
	chances := []float64{0.2, 0.3, 0.4, 0.5, 0.5, 0.6, 0.7, 0.8}
	random := rand.New(rand.NewPCG(1, 2))
	right := make(map[int]int) // by how many lots the intervals are for
	for range runs {
		made := lots(random, chances, 40)
		for _, of := range []int{1, len(chances)} {
			all := true
			for lot, chance := range chances {
				in := made[lot].WinShare(of).Interval
				require.NotNil(t, in)
				all = all && in.Low <= chance && chance <= in.High
			}
			if all {
				right[of]++
			}
		}
	}
	t.Logf("all of %d right: %.3f; if each is right in 95 %%: %.3f", len(chances),
		float64(right[len(chances)])/runs, float64(right[1])/runs)
	require.Greater(t, float64(right[len(chances)])/runs, 0.94)
	require.Less(t, float64(right[1])/runs, 0.8, "else there would be no need")
}

func TestALotCountsItsSeats(t *testing.T) {
	var l stats.Lot
	for seed, places := range [][]int{{1, 2}, {1, 1}, {2, 1}} {
		l.Add(played.Match{
			Planned: schedule.Planned{Seed: uint64(seed)}, Result: match.Result{Scores: []int{10 * seed, 7}, Places: places},
		}, 0)
	}
	require.Equal(t, []int{3, 1, 1}, []int{l.Seats, l.Won, l.Shared})
	require.InDelta(t, 10, l.Score(), 1e-12)
	require.InDelta(t, 4./3, l.Place(), 1e-12)
	share := l.WinShare(1)
	require.InDelta(t, 0.5, share.Value, 1e-12)
	require.Nil(t, share.Interval, "three seeds tell nothing")
}
