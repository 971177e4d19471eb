package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
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

// The starship has asteroids all around and no move left.
func TestDemoShootsItsWayFree(t *testing.T) {
	text := string(starships.Game.Default().Text())
	text = strings.Replace(text, "\n00 ......", "\n00 X.XXXX", 1)
	text = strings.Replace(text, "\n01 .....", "\n01 XXXXX", 1)
	setup, err := starships.Game.ReadSetup([]byte(text))
	require.NoError(t, err)
	match, err := setup.New(make([]string, 4), 1, engine.ChaCha8)
	require.NoError(t, err)
	given, ok := starships.Bot.Player(playStarships).Play(match, 0).(*starships.Commands)
	require.True(t, ok)
	for command := range given.All() {
		require.Equal(t, command.Unit == 0, command.Shoot)
	}
	notes := match.Seat(0).Debug().Take()
	require.Len(t, notes, 1)
	require.Equal(t, "would be lost with default", notes[0].Text)
}
