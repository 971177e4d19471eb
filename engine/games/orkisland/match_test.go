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

func BenchmarkMatch(b *testing.B) {
	b.ReportAllocs()
	for seed := uint64(0); b.Loop(); seed++ {
		play(b, seed)
	}
}
