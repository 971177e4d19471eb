package battleroyale

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
)

func TestNextPlaysByTheRules(t *testing.T) {
	m := begun(t, 30, nil)
	s := seen(m, 1)
	var commands []*Commands
	turns := make([]engine.Turn[*Commands], 4)
	for player := range 4 {
		as := s.As(player)
		require.Equal(t, player, as.Me())
		c := as.Commands()
		Random(as, c)
		commands = append(commands, c)
		turns[player].Commands = c
	}
	next := s.Next(engine.NewRand(seeded(1)), commands...)
	require.Equal(t, m.Step(turns, engine.NewRand(seeded(1)), nil), next.match)
	require.Equal(t, 0, s.Round())
	require.Equal(t, 1, next.Round())
	require.Equal(t, 1, next.Me())

	idle := s.Next(engine.NewRand(seeded(1)), nil, nil, nil, nil, commands[0])
	require.Equal(t, m.units, idle.match.units)
}

// BenchmarkNext measures a round that a player looks ahead.
func BenchmarkNext(b *testing.B) {
	enginetest.BenchNext(b, Game, Bot, Random, (*State).As, (*State).Commands, (*State).Next)
}
