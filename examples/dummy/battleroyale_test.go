package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games/battleroyale"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/sdktest"
)

func TestDummyBeatsChanceAtBattleRoyale(t *testing.T) {
	dummy := sdk.Remember(battleroyale.Bot, (*battleRoyale).play)
	random := sdk.Play(battleroyale.Bot, battleroyale.Random)
	setup, err := battleroyale.Game.Default().With("nb_rounds", 50)
	require.NoError(t, err)
	scores := sdktest.Play(t, setup, 1, dummy, random, dummy, random).Scores
	require.Greater(t, min(scores[0], scores[2]), max(scores[1], scores[3]), "%v", scores)
}

func TestDummyPlaysTheSameBattleRoyaleAgain(t *testing.T) {
	dummy := sdk.Remember(battleroyale.Bot, (*battleRoyale).play)
	setup, err := battleroyale.Game.Default().With("nb_rounds", 30)
	require.NoError(t, err)
	first := sdktest.Play(t, setup, 1, dummy, dummy, dummy, dummy)
	require.Equal(t, first, sdktest.Play(t, setup, 1, dummy, dummy, dummy, dummy))
}
