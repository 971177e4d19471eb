package schedule_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/schedule"
)

// rungs are bots that are known well, 100 points apart.
func rungs(bots int) []schedule.Rung {
	list := make([]schedule.Rung, bots)
	for i := range list {
		rating := float64(2000 - 100*i)
		list[i] = schedule.Rung{
			Bot: i, Matches: 100, Known: 100, Rating: rating, Low: rating - 30, High: rating + 30,
			Sat: make([]int, 4),
		}
	}
	return list
}

func ladder(bots []schedule.Rung) ([]int, string) {
	return schedule.Ladder(bots, 4, engine.NewRand(engine.NewChaCha8(1, schedule.Draws)))
}

func TestNeighboursPlayWhoseIntervalsOverlap(t *testing.T) {
	bots := rungs(10)
	bots[6].Low, bots[6].High = bots[6].Rating-200, bots[6].Rating+200
	bots[7].Low, bots[7].High = bots[7].Rating-200, bots[7].Rating+200
	lineup, why := ladder(bots)
	require.Subset(t, lineup, []int{6, 7})
	require.Subset(t, []int{5, 6, 7, 8}, lineup)
	require.Equal(t, "close: overlap 420", why)

	bots[6].Matches, bots[7].Matches = 10_000, 10_000 // are being played, and will tell
	bots[1].Low, bots[1].High = bots[1].Rating-90, bots[1].Rating+90
	lineup, _ = ladder(bots)
	require.Contains(t, lineup, 1)
}

// TestTheLastOfALadderPlay: its end is a place as any other.
func TestTheLastOfALadderPlay(t *testing.T) {
	for _, first := range []int{0, 6} {
		bots := rungs(10)
		for i := first; i < first+4; i++ {
			bots[i].Low, bots[i].High = bots[i].Rating-200, bots[i].Rating+200
		}
		lineup, _ := ladder(bots)
		require.ElementsMatch(t, []int{first, first + 1, first + 2, first + 3}, lineup)
	}
}

func TestNewBotsPlayFirst(t *testing.T) {
	bots := rungs(10)
	bots[5].Matches = schedule.FewMatches - 1
	lineup, why := ladder(bots)
	require.Contains(t, lineup, 5)
	require.Subset(t, []int{2, 3, 4, 5, 6, 7, 8}, lineup, "with its neighbours")
	require.Equal(t, "new: 11 matches", why)

	bots[0].Matches, bots[9].Matches = 3, 4 // with the others that are new
	lineup, why = ladder(bots)
	require.Subset(t, lineup, []int{0, 5, 9})
	require.Equal(t, "new: 3 matches", why)
}

// TestNewBotsMeetTheirNeighbours, however often these have played.
func TestNewBotsMeetTheirNeighbours(t *testing.T) {
	bots := rungs(10)
	bots[5].Matches = 3
	for _, i := range []int{0, 1, 9} {
		bots[i].Matches = schedule.FewMatches + 1
	}
	lineup, _ := ladder(bots)
	require.Subset(t, []int{2, 3, 4, 5, 6, 7, 8}, lineup)
}

// TestLadderSeats: each sits where it has sat least, whatever that is.
func TestLadderSeats(t *testing.T) {
	for _, want := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}} {
		bots := rungs(4)
		for seat, bot := range want {
			bots[bot].Sat = []int{5, 5, 5, 5}
			bots[bot].Sat[seat] = 1
		}
		lineup, _ := ladder(bots)
		require.Equal(t, want, lineup)
	}
}

func TestAmongEqualsChanceDecides(t *testing.T) {
	unknown := make([]schedule.Rung, 12)
	for i := range unknown {
		unknown[i] = schedule.Rung{Bot: i, Sat: make([]int, 4)}
	}
	for name, bots := range map[string][]schedule.Rung{"new": unknown, "no intervals overlap": rungs(12)} {
		t.Run(name, func(t *testing.T) {
			seen := make(map[int]bool)
			for number := range uint64(50) {
				lineup, _ := schedule.Ladder(bots, 4, engine.NewRand(engine.NewChaCha8(1, schedule.Draws+number)))
				require.Len(t, lineup, 4)
				for _, bot := range lineup {
					seen[bot] = true
				}
			}
			require.Len(t, seen, 12)
		})
	}
}
