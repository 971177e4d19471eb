package starships

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
)

func TestNextPlaysByTheRules(t *testing.T) {
	m := opening(t)
	s := seen(m, 1)
	var commands []*Commands
	turns := make([]engine.Turn[*Commands], players)
	for player := range players {
		as := s.As(player)
		require.Equal(t, player, as.Me())
		c := as.Commands()
		Random(as, c)
		commands = append(commands, c)
		turns[player].Commands = c
	}
	next := s.Next(engine.NewRand(engine.NewChaCha8(1, 1)), commands...)
	want := m.Step(turns, engine.NewRand(engine.NewChaCha8(1, 1)), nil)
	require.Equal(t, want, next.match)
	require.Equal(t, []int{0, 1, 1}, []int{s.Round(), next.Round(), next.Me()})

	idle := s.Next(engine.NewRand(engine.NewChaCha8(1, 1)), nil, nil, nil, nil, commands[0])
	alive(0, 0, 2)(t, idle.match)
}

// TestLookingAheadNotesNothing: commands given there never reach the arena.
func TestLookingAheadNotesNothing(t *testing.T) {
	s := seen(base(), 1)
	c := s.Commands()
	c.Move(0, Up)
	require.Len(t, c.Refused(), 1)
	require.Empty(t, s.Debug().Take())
}

func BenchmarkNext(b *testing.B) {
	enginetest.BenchNext(b, Game, Bot, Random, (*State).As, (*State).Commands, (*State).Next)
}
