package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games/battleroyale"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/sdktest"
)

func TestDemoBeatsNullAtBattleRoyale(t *testing.T) {
	demo := sdk.Play(battleroyale.Bot, playBattleRoyale)
	for seed := range uint64(2) {
		scores := sdktest.Play(t, battleroyale.Game.Default(), seed, demo, sdk.Null, demo, sdk.Null).Scores
		require.Greater(t, scores[0]+scores[2], scores[1]+scores[3], "seed %d: %v", seed, scores)
	}
}

func TestDemoPlaysTheSameBattleRoyaleAgain(t *testing.T) {
	demo := sdk.Play(battleroyale.Bot, playBattleRoyale)
	setup, err := battleroyale.Game.Default().With("nb_rounds", 30)
	require.NoError(t, err)
	first := sdktest.Play(t, setup, 1, demo, demo, demo, demo)
	require.Equal(t, first, sdktest.Play(t, setup, 1, demo, demo, demo, demo))
}
