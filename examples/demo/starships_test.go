package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games/starships"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/sdktest"
)

func TestDemoBeatsNullAtStarships(t *testing.T) {
	demo := sdk.Play(starships.Bot, playStarships)
	for seed := range uint64(3) {
		scores := sdktest.Play(t, starships.Game.Default(), seed, demo, sdk.Null, demo, sdk.Null).Scores
		require.Greater(t, scores[0]+scores[2], scores[1]+scores[3], "seed %d: %v", seed, scores)
	}
}

func TestDemoPlaysTheSameStarshipsMatchAgain(t *testing.T) {
	demo := sdk.Play(starships.Bot, playStarships)
	setup, err := starships.Game.Default().With("nb_rnds", 60)
	require.NoError(t, err)
	first := sdktest.Play(t, setup, 1, demo, demo, demo, demo)
	require.Equal(t, first, sdktest.Play(t, setup, 1, demo, demo, demo, demo))
}
