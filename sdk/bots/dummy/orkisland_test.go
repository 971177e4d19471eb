package dummy

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/sdktest"
)

func TestDummyBeatsTheHastyAtOrkIsland(t *testing.T) {
	dummy := sdk.Remember(orkisland.Bot, (*orkIsland).play)
	hasty := sdk.Play(orkisland.Bot, hurryOn)
	setup, err := orkisland.Game.Default().With("nb_rounds", 100)
	require.NoError(t, err)
	scores := sdktest.Play(t, setup, 0, dummy, hasty, dummy, hasty).Scores
	require.Greater(t, scores[0]+scores[2], scores[1]+scores[3], "%v", scores)
}

// hurryOn sends all orks to the nearest area that is not theirs.
func hurryOn(s *orkisland.State, c *orkisland.Commands) {
	var cells []orkisland.Pos
	for city := range s.Cities() {
		if city.Owner != s.Me() {
			cells = append(cells, city.Cells()...)
		}
	}
	ways := s.WaysTo(cells...)
	for ork := range s.Orks(s.Me()) {
		c.Move(ork.ID, ways.Step(ork.Pos))
	}
}

func TestDummyPlaysTheSameMatchAgain(t *testing.T) {
	dummy := sdk.Remember(orkisland.Bot, (*orkIsland).play)
	setup, err := orkisland.Game.Default().With("nb_rounds", 30)
	require.NoError(t, err)
	first := sdktest.Play(t, setup, 1, dummy, dummy, dummy, dummy)
	require.Equal(t, first, sdktest.Play(t, setup, 1, dummy, dummy, dummy, dummy))
}

func TestDummyTellsWhomItHunts(t *testing.T) {
	tier.Long(t, "plays many matches")
	dummy := sdk.Remember(orkisland.Bot, (*orkIsland).play)
	var count, size [4]int
	for _, n := range sdktest.Play(t, orkisland.Game.Default(), 1, dummy, dummy, dummy, dummy).Notes {
		count[n.Seat]++
		size[n.Seat] += n.Size()
	}
	for seat := range count {
		require.Greater(t, count[seat], 100)
		require.Less(t, size[seat], engine.MaxNotes/2, "there is room for more")
	}
}

// Dummy copes with costly ground and many orks.
func TestDummyPlaysUnusualSettings(t *testing.T) {
	dummy := sdk.Remember(orkisland.Bot, (*orkIsland).play)
	setup := orkisland.Game.Default()
	for _, one := range []struct {
		name  string
		value int
	}{
		{"nb_rounds", 20},
		{"nb_orks", 40},
		{"initial_health", 1},
		{"cost_sand", 1000000},
		{"cost_grass", 0},
		{"cost_city", 5},
		{"factor_connected_component", 1000000},
	} {
		var err error
		setup, err = setup.With(one.name, one.value)
		require.NoError(t, err)
	}
	sdktest.Play(t, setup, 1, dummy, dummy, dummy, dummy)
}

// BenchmarkRound plays matches against itself; ns/round is the time of one seat.
func BenchmarkRound(b *testing.B) {
	const rounds, seats = 200, 4
	dummy := sdk.Remember(orkisland.Bot, (*orkIsland).play)
	var seed uint64
	for b.Loop() {
		sdktest.Play(b, orkisland.Game.Default(), seed, dummy, dummy, dummy, dummy)
		seed++
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(seed*rounds*seats), "ns/round")
}
