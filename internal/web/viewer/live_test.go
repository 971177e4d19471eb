package viewer

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
)

// BenchmarkRound plays rounds of each game without spectators, and with them: logged,
// encoded and kept. The difference is the cost of play --view.
func BenchmarkRound(b *testing.B) {
	for _, game := range games.All() {
		for _, watched := range []bool{false, true} {
			name := game.Info().Name + "/alone"
			if watched {
				name = game.Info().Name + "/watched"
			}
			b.Run(name, func(b *testing.B) {
				for rounds := 0; rounds < b.N; {
					b.StopTimer()
					m, turns, watcher := rehearsed(b, game, watched)
					b.StartTimer()
					for i := 0; i < len(turns) && rounds < b.N; i++ {
						m.Step(turns[i])
						if watched {
							watcher.Round(m, match.Round{Number: i, Turns: turns[i]})
						}
						rounds++
					}
				}
			})
		}
	}
}

// rehearsed returns a match that has not begun, and what its players will do.
func rehearsed(b *testing.B, game engine.Game, watched bool) (engine.Match, [][]engine.Turn[engine.Commands],
	match.Watcher,
) {
	b.Helper()
	setup := game.Default()
	h := replay.Header{Setup: setup, Seed: 3, Random: engine.ChaCha8, Seats: make([]replay.Seat, setup.Seats())}
	begin := func() engine.Match {
		m, err := setup.New(h.Names(), h.Seed, h.Random)
		require.NoError(b, err)
		return m
	}
	m, random := begin(), game.Random()
	var turns [][]engine.Turn[engine.Commands]
	for range m.Rounds() {
		round := make([]engine.Turn[engine.Commands], setup.Seats())
		for seat := range round {
			round[seat].Commands = random.Play(m, seat)
		}
		m.Step(round)
		turns = append(turns, round)
	}
	m = begin()
	if !watched {
		return m, turns, nil
	}
	return m, turns, NewLive(m, h)
}
