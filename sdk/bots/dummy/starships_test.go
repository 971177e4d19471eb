package dummy

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games/starships"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/sdktest"
)

func TestDummyBeatsTheHastyAtStarships(t *testing.T) {
	dummy := sdk.Remember(starships.Bot, (*starShips).play)
	hasty := sdk.Play(starships.Bot, flyOn)
	setup, err := starships.Game.Default().With("nb_rnds", 100)
	require.NoError(t, err)
	scores := sdktest.Play(t, setup, 0, dummy, hasty, dummy, hasty).Scores
	require.Greater(t, scores[0]+scores[2], scores[1]+scores[3], "%v", scores)
}

// flyOn makes the first move that does not crash, or shoots if every move does.
func flyOn(s *starships.State, c *starships.Commands) {
	for ship := range s.Starships(s.Me()) {
		for _, d := range []starships.Dir{starships.Default, starships.Up, starships.Down} {
			if !c.Has(ship.ID) && s.CanMove(ship.Pos, d) && !s.Crashes(ship.Pos, d) {
				c.Move(ship.ID, d)
			}
		}
		if !c.Has(ship.ID) {
			c.Shoot(ship.ID)
		}
	}
}

func TestDummyPlaysTheSameStarshipsMatchAgain(t *testing.T) {
	dummy := sdk.Remember(starships.Bot, (*starShips).play)
	setup, err := starships.Game.Default().With("nb_rnds", 30)
	require.NoError(t, err)
	first := sdktest.Play(t, setup, 1, dummy, dummy, dummy, dummy)
	require.Equal(t, first, sdktest.Play(t, setup, 1, dummy, dummy, dummy, dummy))
}

// Dummy copes with a window as wide as the universe and with enormous points.
func TestDummyPlaysUnusualStarships(t *testing.T) {
	dummy := sdk.Remember(starships.Bot, (*starShips).play)
	for _, changes := range []map[string]int{
		{"nb_win_cols": 60, "nb_rnds_regen": 1, "kill_pnts": 1000000, "bonus_miss": 0},
		{"nb_win_cols": 10, "bonus_pnts": 0, "nb_point_bonuses": 300, "bonus_miss": 1000000},
	} {
		setup, err := starships.Game.Default().With("nb_rnds", 40)
		require.NoError(t, err)
		for name, value := range changes {
			setup, err = setup.With(name, value)
			require.NoError(t, err)
		}
		sdktest.Play(t, setup, 1, dummy, dummy, dummy, dummy)
	}
}

// BenchmarkStarshipsRound plays matches against itself; ns/round is the time of one
// seat.
func BenchmarkStarshipsRound(b *testing.B) {
	const rounds, seats = 300, 4
	dummy := sdk.Remember(starships.Bot, (*starShips).play)
	var seed uint64
	for b.Loop() {
		sdktest.Play(b, starships.Game.Default(), seed, dummy, dummy, dummy, dummy)
		seed++
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(seed*rounds*seats), "ns/round")
}
