package battleroyale_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/battleroyale"
)

// play plays a match of random players on a default board to its end.
func play(tb testing.TB, seed uint64) engine.Match {
	tb.Helper()
	m, err := battleroyale.Game.Default().New(make([]string, 4), seed, engine.ChaCha8)
	require.NoError(tb, err)
	random := battleroyale.Game.Random()
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
	require.Equal(t, "battleroyale", battleroyale.Bot.Info().Name)
	m, err := battleroyale.Game.Default().New(make([]string, 4), 6, engine.ChaCha8)
	require.NoError(t, err)
	far, err := battleroyale.Game.Random().Join(m.StartMessage(), engine.NewSeat(2, make([]string, 4), m.Seat(2).Seed()))
	require.NoError(t, err)
	near := battleroyale.Bot.Player(battleroyale.Random)
	for range 50 {
		commands := near.Play(m, 2)
		message, err := far(m.StateMessage())
		require.NoError(t, err)
		require.Equal(t, battleroyale.Game.EncodeCommands(commands), message)
		m.Step([]engine.Turn[engine.Commands]{{}, {}, {Commands: commands}, {}})
	}
	_, err = far([]byte{0xff})
	require.Error(t, err)
	_, err = battleroyale.Game.Random().Join([]byte{0xff}, m.Seat(0))
	require.Error(t, err)
}

func BenchmarkMatch(b *testing.B) {
	b.ReportAllocs()
	for seed := uint64(0); b.Loop(); seed++ {
		play(b, seed)
	}
}
