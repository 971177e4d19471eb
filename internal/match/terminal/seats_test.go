package terminal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/terminal"
)

func TestBotsSitBesideThePersonAndRandomPlayersInTheRest(t *testing.T) {
	setup := orkisland.Game.Default()
	bots := []replay.Seat{{Name: "a"}, {Name: "b"}}
	playing := []match.Player{match.Local(orkisland.Game.Random()), match.Local(orkisland.Game.Random())}
	for person, want := range [][]string{
		{"human", "a", "b", "random"},
		{"a", "human", "b", "random"},
		{"a", "b", "human", "random"},
		{"a", "b", "random", "human"},
	} {
		infos, players := terminal.Seats(setup, person, bots, playing)
		next := 0
		for seat, info := range infos {
			require.Equal(t, want[seat], info.Name)
			switch info.Name {
			case "human":
				require.Nil(t, players[seat])
			case "random":
				require.NotNil(t, players[seat])
			default:
				require.Same(t, playing[next], players[seat])
				next++
			}
		}
	}
}
