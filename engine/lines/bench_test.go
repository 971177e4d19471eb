package lines_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// played returns the states of a match of random players, and the answers of the first.
func played(b *testing.B, game engine.Game) (m engine.Match, states, answers [][]byte) {
	b.Helper()
	m = begin(b, game.Default())
	columns := columnsOf(b, game)
	for !m.Over() {
		states = append(states, m.StateMessage())
		answers = append(answers, []byte(enginetest.CommandLines(b, columns, game.EncodeCommands(game.Random().Play(m, 0)))))
		step(m)
	}
	return m, states, answers
}

// BenchmarkStart measures the lines with which a match begins, for one seat.
func BenchmarkStart(b *testing.B) {
	for _, game := range allGames() {
		b.Run(game.Info().Name, func(b *testing.B) {
			start := begin(b, game.Default()).StartMessage()
			var text []byte
			b.ReportAllocs()
			for b.Loop() {
				m, err := schemaOf(b, game).NewMatch(start)
				require.NoError(b, err)
				text = m.AppendStart(text[:0], new(arenav1.Seat))
			}
			b.SetBytes(int64(len(text)))
		})
	}
}

// BenchmarkState measures the lines of a round, which are made once for all seats.
func BenchmarkState(b *testing.B) {
	for _, game := range allGames() {
		b.Run(game.Info().Name, func(b *testing.B) {
			m, states, _ := played(b, game)
			begun, err := schemaOf(b, game).NewMatch(m.StartMessage())
			require.NoError(b, err)
			scores, size := m.Scores(), 0
			var text []byte
			b.ReportAllocs()
			for k := 0; b.Loop(); k++ {
				if text, err = begun.AppendState(text[:0], k, states[k%len(states)], scores); err != nil {
					b.Fatal(err)
				}
				size += len(text)
			}
			b.SetBytes(int64(size / b.N))
		})
	}
}

// BenchmarkAnswer measures reading a whole answer.
func BenchmarkAnswer(b *testing.B) {
	for _, game := range allGames() {
		b.Run(game.Info().Name, func(b *testing.B) {
			_, _, answers := played(b, game)
			answer := schemaOf(b, game).NewAnswer(new(engine.Debug))
			size := 0
			b.ReportAllocs()
			for k := 0; b.Loop(); k++ {
				answer.Begin(k)
				for rest := answers[k%len(answers)]; len(rest) > 0; {
					end := bytes.IndexByte(rest, '\n')
					if _, err := answer.Line(rest[:end]); err != nil {
						b.Fatal(err)
					}
					rest = rest[end+1:]
				}
				answer.Commands()
				size += answer.Bytes()
			}
			b.SetBytes(int64(size / b.N))
		})
	}
}
