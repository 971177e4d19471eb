package moria_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/moria"
)

// play plays a match of random players on a default board to its end.
func play(tb testing.TB, seed uint64) engine.Match {
	tb.Helper()
	m, err := moria.Game.Default().New(make([]string, 4), seed, engine.ChaCha8)
	require.NoError(tb, err)
	random := moria.Game.Random()
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
	require.Equal(t, "moria", moria.Bot.Info().Name)
	m, err := moria.Game.Default().New(make([]string, 4), 6, engine.ChaCha8)
	require.NoError(t, err)
	far, err := moria.Game.Random().Join(m.StartMessage(), engine.NewSeat(2, make([]string, 4), m.Seat(2).Seed()))
	require.NoError(t, err)
	near := moria.Bot.Player(moria.Random)
	for range 50 {
		commands := near.Play(m, 2)
		message, err := far(m.StateMessage())
		require.NoError(t, err)
		require.Equal(t, moria.Game.EncodeCommands(commands), message)
		m.Step([]engine.Turn[engine.Commands]{{}, {}, {Commands: commands}, {}})
	}
	_, err = far([]byte{0xff})
	require.Error(t, err)
	_, err = moria.Game.Random().Join([]byte{0xff}, m.Seat(0))
	require.Error(t, err)
}

func BenchmarkMatch(b *testing.B) {
	b.ReportAllocs()
	for seed := uint64(0); b.Loop(); seed++ {
		play(b, seed)
	}
}

// BenchmarkNext plays one round ahead from states of a match of random players.
func BenchmarkNext(b *testing.B) {
	type round struct {
		state    *moria.State
		commands []*moria.Commands
	}
	m, err := moria.Game.Default().New(make([]string, 4), 1, engine.ChaCha8)
	require.NoError(b, err)
	r := engine.NewRand(engine.NewChaCha8(1, 9))
	var rounds []round
	moria.Bot.Player(func(s *moria.State, _ *moria.Commands) {
		for s.Round() < s.Rounds() {
			now := round{state: s}
			for player := range 4 {
				as := s.As(player)
				c := as.Commands()
				moria.Random(as, c)
				now.commands = append(now.commands, c)
			}
			rounds = append(rounds, now)
			s = s.Next(r, now.commands...)
		}
	}).Play(m, 0)
	b.ReportAllocs()
	k := 0
	for b.Loop() {
		now := rounds[k%len(rounds)]
		now.state.Next(r, now.commands...)
		k++
	}
}

func BenchmarkDistancesTo(b *testing.B) {
	m, err := moria.Game.Default().New(make([]string, 4), 1, engine.ChaCha8)
	require.NoError(b, err)
	b.ReportAllocs()
	moria.Bot.Player(func(s *moria.State, _ *moria.Commands) {
		treasures := s.Treasures()
		for b.Loop() {
			s.DistancesTo(moria.Dwarf, treasures...)
		}
	}).Play(m, 0)
}
