package dummy

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

// Dummy copes with small boards, crowds, no units and harmless or deadly knights.
func TestDummyPlaysUnusualBattleRoyale(t *testing.T) {
	dummy := sdk.Remember(battleroyale.Bot, (*battleRoyale).play)
	type setting struct {
		name  string
		value int
	}
	for _, changes := range [][]setting{
		{{"nb_players", 2}, {"nb_farmers", 1}, {"nb_knights", 1}, {"rows", 7}, {"cols", 7}},
		{{"nb_farmers", 0}, {"nb_knights", 0}},
		{{"nb_farmers", 100}, {"nb_knights", 100}, {"damage_max", 1000}, {"knights_regen", 1000}},
		{{"damage_min", 0}, {"damage_max", 0}, {"farmers_health", 1}, {"knights_health", 1}},
	} {
		setup, err := battleroyale.Game.Default().With("nb_rounds", 30)
		require.NoError(t, err)
		for _, one := range changes {
			setup, err = setup.With(one.name, one.value)
			require.NoError(t, err)
		}
		sdktest.Play(t, setup, 1, []sdk.Bot{dummy, dummy, dummy, dummy}[:setup.Seats()]...)
	}
}
