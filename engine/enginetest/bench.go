package enginetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// BenchNext measures how long a player takes to look one round ahead, with a random
// command for every unit. The functions are those of the game, as in
//
//	BenchNext(b, orkisland.Game, orkisland.Bot, orkisland.Random,
//		(*orkisland.State).As, (*orkisland.State).Commands, (*orkisland.State).Next)
func BenchNext[S, C any](b *testing.B, game engine.Game, bot engine.Bot[S, C], random func(S, C),
	as func(S, int) S, commands func(S) C, next func(S, *engine.Rand, ...C) S,
) {
	m := begin(b, game.Default(), 1)
	bot.Player(func(s S, _ C) {
		var all []C
		for player := range m.Setup().Seats() {
			other := as(s, player)
			given := commands(other)
			random(other, given)
			all = append(all, given)
		}
		r := engine.NewRand(engine.NewChaCha8(1, 0))
		b.ReportAllocs()
		for b.Loop() {
			next(s, r, all...)
		}
	}).Play(m, 0)
}

// Bench measures the work of each round of a match of random players: the host's part
// (step, encode, decode, digest) and a bot's (answer). It also measures such a match as
// a whole.
func Bench(b *testing.B, game engine.Game) {
	m := begin(b, game.Default(), 1)
	far, err := game.Random().Join(m.StartMessage(), m.Seat(0))
	require.NoError(b, err)
	var states, answers [][]byte
	var rounds [][]engine.Turn[engine.Commands]
	for !m.Over() {
		states = append(states, m.StateMessage())
		play(m, 1, func(turns []engine.Turn[engine.Commands]) {
			answers = append(answers, game.EncodeCommands(turns[0].Commands))
			rounds = append(rounds, turns)
		})
	}
	each := func(name string, of [][]byte, do func(message []byte) error) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for k := 0; b.Loop(); k++ {
				require.NoError(b, do(of[k%len(of)]))
			}
		})
	}
	each("answer", states, func(state []byte) error {
		_, err := far(state)
		return err
	})
	each("decode", answers, func(commands []byte) error {
		_, err := game.DecodeCommands(commands)
		return err
	})
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			m.StateMessage()
		}
	})
	b.Run("digest", func(b *testing.B) {
		b.ReportAllocs()
		var d engine.Digest
		for b.Loop() {
			m.Digest(&d)
			d.Sum()
		}
	})
	b.Run("match", func(b *testing.B) {
		b.ReportAllocs()
		for seed := uint64(0); b.Loop(); seed++ {
			m := begin(b, game.Default(), seed)
			play(m, m.Rounds(), nil)
		}
	})
	b.Run("step", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if m.Over() {
				b.StopTimer()
				m = begin(b, game.Default(), 1)
				b.StartTimer()
			}
			m.Step(rounds[m.Round()])
		}
	})
}
