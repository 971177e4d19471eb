package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/sdktest"
)

func TestDemoBeatsNullAtMoria(t *testing.T) {
	demo := sdk.Play(moria.Bot, playMoria)
	setup, err := moria.Game.Default().With("nb_rounds", 100)
	require.NoError(t, err)
	for seed := range uint64(2) {
		scores := sdktest.Play(t, setup, seed, demo, sdk.Null, demo, sdk.Null).Scores
		require.Greater(t, scores[0]+scores[2], scores[1]+scores[3], "seed %d: %v", seed, scores)
	}
}

func TestDemoPlaysTheSameMatchOfMoriaAgain(t *testing.T) {
	demo := sdk.Play(moria.Bot, playMoria)
	setup, err := moria.Game.Default().With("nb_rounds", 50)
	require.NoError(t, err)
	first := sdktest.Play(t, setup, 1, demo, demo, demo, demo)
	require.Equal(t, first, sdktest.Play(t, setup, 1, demo, demo, demo, demo))
}
