package sdk

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
)

func idle(*orkisland.State, *orkisland.Commands) {}

func TestBotRunByHandSaysWhatToType(t *testing.T) {
	tests := map[string]struct {
		bots []Bot
		want string
	}{
		"one game": {
			[]Bot{Play(orkisland.Bot, idle)},
			"mine is a bot for Ork Island; the arena starts it\nhint: arena play orkisland ./mine\n",
		},
		"null": {
			[]Bot{Null},
			"mine is a bot for any game; the arena starts it\nhint: arena play GAME ./mine\n",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			newServer(test.bots).introduce(&out, "./mine")
			require.Equal(t, test.want, out.String())
		})
	}
}

func TestProgrammersMistakesPanicAtStart(t *testing.T) {
	require.PanicsWithValue(t, "sdk.Serve: no bot to serve", func() { newServer(nil) })
	bot := Play(orkisland.Bot, idle)
	require.PanicsWithValue(t, `sdk.Serve: two bots for the game "orkisland"`, func() { newServer([]Bot{bot, bot}) })
}

func TestMemoryStartsAfreshWithEachMatch(t *testing.T) {
	type memory struct{ calls int }
	var seen []int
	bot := Remember(orkisland.Bot, func(m *memory, _ *orkisland.State, _ *orkisland.Commands) {
		m.calls++
		seen = append(seen, m.calls)
	})
	m, err := orkisland.Game.Default().New([]string{"a", "b", "c", "d"}, 1, engine.ChaCha8)
	require.NoError(t, err)
	for range 2 {
		answer, err := bot.Join(m.StartMessage(), m.Seat(0))
		require.NoError(t, err)
		for range 3 {
			_, err = answer(m.StateMessage())
			require.NoError(t, err)
		}
	}
	require.Equal(t, []int{1, 2, 3, 1, 2, 3}, seen)
}
