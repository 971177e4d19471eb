package viewer

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/scene"
)

func TestTextsHaveTheNamesOfPlayers(t *testing.T) {
	call := callers([]Player{{Name: "anna"}, {Name: "ben"}, {Name: "ben"}, {}})
	for text, want := range map[string]string{
		"ork 12 of player 0 is killed by ork 7 of player 1": "ork 12 of anna is killed by ork 7 of ben (1)",
		"player 2 and player 3":                             "ben (2) and player 3",
		"player 4 is nobody":                                "player 4 is nobody",
		"player 99999999999999999999":                       "player 99999999999999999999",
		"multiplayer 1":                                     "multiplayer 1",
	} {
		require.Equal(t, want, call.text(text))
	}
	log := scene.Log{
		Orders: []scene.Order{{Text: "north", Outcome: "taken by player 0"}},
		Events: []scene.Event{{Text: "player 0 wins"}},
	}
	named := call.named(log)
	require.Equal(t, "taken by anna", named.Orders[0].Outcome)
	require.Equal(t, "anna wins", named.Events[0].Text)
	require.Equal(t, "player 0 wins", log.Events[0].Text, "the log is the rules' own")
}
