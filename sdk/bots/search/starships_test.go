package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/starships"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/sdktest"
)

func TestSearchBeatsChanceAtStarships(t *testing.T) {
	search := sdk.Remember(starships.Bot, (*starShips).play)
	random := sdk.Play(starships.Bot, starships.Random)
	setup, err := starships.Game.Default().With("nb_rnds", 60)
	require.NoError(t, err)
	for seed := range uint64(2) {
		scores := sdktest.Play(t, setup, seed, search, random, search, sdk.Null).Scores
		require.Greater(t, scores[0]+scores[2], scores[1]+scores[3], "seed %d: %v", seed, scores)
		if !tier.IsLong() {
			break
		}
	}
}

func TestSearchPlaysTheSameStarshipsMatchAgain(t *testing.T) {
	search := sdk.Remember(starships.Bot, (*starShips).play)
	setup, err := starships.Game.Default().With("nb_rnds", 20)
	require.NoError(t, err)
	first := sdktest.Play(t, setup, 1, search, search, search, search)
	require.Equal(t, first, sdktest.Play(t, setup, 1, search, search, search, search))
}

// Search copes with a window as wide as the universe, without bonuses, and with a
// match that is shorter than its plans.
func TestSearchPlaysUnusualStarships(t *testing.T) {
	search := sdk.Remember(starships.Bot, (*starShips).play)
	for name, value := range map[string]int{"nb_win_cols": 60, "nb_point_bonuses": 0, "nb_rnds_regen": 1, "nb_rnds": 2} {
		setup, err := starships.Game.Default().With("nb_rnds", 20)
		require.NoError(t, err)
		setup, err = setup.With(name, value)
		require.NoError(t, err)
		sdktest.Play(t, setup, 1, search, sdk.Null, search, sdk.Null)
	}
}
