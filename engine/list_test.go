package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// named is a game that has nothing but a name.
type named struct {
	engine.Game
	name string
}

func (n *named) Info() engine.Info { return engine.Info{Name: n.name} }

func TestNewGamesSortsACopy(t *testing.T) {
	chess, draughts, ludo := &named{name: "chess"}, &named{name: "draughts"}, &named{name: "ludo"}
	given := []engine.Game{ludo, chess, draughts}
	list := engine.NewGames(given...)
	require.Equal(t, engine.Games{chess, draughts, ludo}, list)
	require.Equal(t, []string{"chess", "draughts", "ludo"}, list.Names())
	require.Same(t, ludo, given[0])
	require.Empty(t, engine.NewGames())
}

func TestFindReturnsTheGameOfThatName(t *testing.T) {
	chess, ludo := &named{name: "chess"}, &named{name: "ludo"}
	list := engine.NewGames(ludo, chess)
	found, err := list.Find("ludo")
	require.NoError(t, err)
	require.Same(t, ludo, found)
	_, err = list.Find("go")
	require.EqualError(t, err, "go: no such game; there are: chess, ludo")
	_, err = list.Find("go\nhint: rm")
	require.EqualError(t, err, "gohint: rm: no such game; there are: chess, ludo", "the name in a file makes no line")
}

func TestTwoGamesOfOneNamePanic(t *testing.T) {
	require.PanicsWithValue(t, "engine: two games are called chess", func() {
		engine.NewGames(&named{name: "chess"}, &named{name: "ludo"}, &named{name: "chess"})
	})
}
