package sdktest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/sdktest"
)

func TestBotsPlayAWholeMatch(t *testing.T) {
	setup, err := orkisland.Game.Default().With("nb_rounds", 20)
	require.NoError(t, err)
	asked := 0
	result := sdktest.Play(t, setup, 1,
		sdk.Play(orkisland.Bot, func(s *orkisland.State, c *orkisland.Commands) {
			require.Equal(t, 0, s.Me())
			require.Equal(t, asked, s.Round())
			asked++
		}),
		sdk.Play(orkisland.Bot, orkisland.Random))
	require.Equal(t, 20, asked)
	require.Equal(t, 20, result.Rounds)
	require.Len(t, result.Scores, 4)
	require.Zero(t, result.Scores[0])
	again := sdktest.Play(t, setup, 1, sdk.Null, sdk.Play(orkisland.Bot, orkisland.Random))
	require.Equal(t, result, again)
}

func TestBotThatGivesTooManyCommandsFailsTheTest(t *testing.T) {
	setup, err := orkisland.Game.Default().With("nb_rounds", 1)
	require.NoError(t, err)
	greedy := sdk.Play(orkisland.Bot, func(_ *orkisland.State, c *orkisland.Commands) {
		for range 1001 {
			c.Move(0, orkisland.None)
		}
	})
	failing := &fake{TB: t}
	sdktest.Play(failing, setup, 1, greedy)
	require.Equal(t, []string{"bot 0: commands in round 0: gave 1001 commands, the most is 1000"}, failing.errors)
}

func TestNotesOfBotsAreSeen(t *testing.T) {
	setup, err := orkisland.Game.Default().With("nb_rounds", 3)
	require.NoError(t, err)
	ork := orkisland.Pos{Row: 1, Col: 2}
	result := sdktest.Play(t, setup, 1, sdk.Null, sdk.Play(orkisland.Bot, func(s *orkisland.State, _ *orkisland.Commands) {
		if s.Round() == 1 {
			s.Debug().Mark(ork)
			s.As(0).Debug().LogUnit(4, "is at %v", ork)
		}
	}))
	require.Equal(t, []sdktest.Note{
		{Round: 1, Seat: 1, Note: engine.Note{Kind: engine.MarkNote, At: ork, Unit: -1}},
		{Round: 1, Seat: 1, Note: engine.Note{Kind: engine.LogNote, Unit: 4, Text: "is at (1, 2)"}},
	}, result.Notes)
}

// fake is a test that keeps its errors.
type fake struct {
	testing.TB
	errors []string
}

func (f *fake) Errorf(format string, args ...any) {
	f.errors = append(f.errors, fmt.Sprintf(format, args...))
}
