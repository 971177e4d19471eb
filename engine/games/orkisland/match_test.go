package orkisland_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
)

// play plays a match of random players on a default board to its end.
func play(tb testing.TB, seed uint64) engine.Match {
	tb.Helper()
	m, err := orkisland.Game.Default().New(make([]string, 4), seed, engine.ChaCha8)
	require.NoError(tb, err)
	random := orkisland.Game.Random()
	turns := make([]engine.Turn[engine.Commands], 4)
	for m.Round() < m.Rounds() {
		for seat := range turns {
			turns[seat].Commands = random.Play(m, seat)
		}
		m.Step(turns)
	}
	return m
}

// TestFarEndPlaysTheSame plays the same player on both sides of the wire.
func TestFarEndPlaysTheSame(t *testing.T) {
	require.Equal(t, "orkisland", orkisland.Bot.Info().Name)
	m, err := orkisland.Game.Default().New(make([]string, 4), 6, engine.ChaCha8)
	require.NoError(t, err)
	far, err := orkisland.Game.Random().Join(m.StartMessage(), engine.NewSeat(2, make([]string, 4), m.Seat(2).Seed()))
	require.NoError(t, err)
	near := orkisland.Bot.Player(orkisland.Random)
	for range 50 {
		commands := near.Play(m, 2)
		message, err := far(m.StateMessage())
		require.NoError(t, err)
		require.Equal(t, orkisland.Game.EncodeCommands(commands), message)
		m.Step([]engine.Turn[engine.Commands]{{}, {}, {Commands: commands}, {}})
	}
	_, err = far([]byte{0xff})
	require.Error(t, err)
	_, err = orkisland.Game.Random().Join([]byte{0xff}, m.Seat(0))
	require.Error(t, err)
}

func BenchmarkMatch(b *testing.B) {
	b.ReportAllocs()
	for seed := uint64(0); b.Loop(); seed++ {
		play(b, seed)
	}
}

// BenchmarkNext is a round that a player looks ahead.
func BenchmarkNext(b *testing.B) {
	m, err := orkisland.Game.Default().New(make([]string, 4), 1, engine.ChaCha8)
	require.NoError(b, err)
	orkisland.Bot.Player(func(s *orkisland.State, _ *orkisland.Commands) {
		var all []*orkisland.Commands
		for player := range s.Players() {
			as := s.As(player)
			commands := as.Commands()
			orkisland.Random(as, commands)
			all = append(all, commands)
		}
		r := engine.NewRand(engine.NewChaCha8(1, 0))
		b.ReportAllocs()
		for b.Loop() {
			s.Next(r, all...)
		}
	}).Play(m, 0)
}
