package linked

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/executable"
)

func TestEachBotSaysWhatItPlays(t *testing.T) {
	list := Bots()
	require.Len(t, list, 4)
	require.Equal(t, executable.Linked{Name: "null"}, list[2])
	require.Equal(t, executable.Linked{Name: "search", Games: []string{"starships"}}, list[3])
	require.True(t, list[0].Plays("moria"))
	require.False(t, list[3].Plays("moria"))
	require.True(t, list[2].Plays("tron"))
}

// A bot that nobody has asked for would wait for an arena, and an arena would have the rights of whoever started it.
func TestNobodyBecomesABotByAccident(t *testing.T) {
	for _, args := range [][]string{nil, {"zorg"}, {"demo", "null"}} {
		t.Setenv("ARENA_LINES", "1")
		var said strings.Builder
		require.Equal(t, 2, serve(args, &said), args)
		require.Contains(t, said.String(), "run-bot: ")
	}
	t.Setenv("ARENA_LINES", "")
	require.Equal(t, 2, serve([]string{"demo"}, &strings.Builder{}))
}
