package ask_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/match/ask"
	"github.com/botarena/arena/internal/match/replay"
)

// TestALossHasTheRoundFromWhichItWasOne holds in all games: after that round, and each later one, somebody was ahead,
// and before it nobody. The winner has lost nothing.
func TestALossHasTheRoundFromWhichItWasOne(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Info().Name, func(t *testing.T) {
			file := storytest.Record(t, storytest.Setup(t, g, 50))
			read := func() *replay.Replay {
				r, err := replay.Read(bytes.NewReader(file), engine.NewGames(g))
				require.NoError(t, err)
				return r
			}
			var scores [][]int // after each round
			r := read()
			require.NoError(t, r.Play(func(m engine.Match, _ replay.Round) error {
				scores = append(scores, slices.Clone(m.Scores()))
				return nil
			}))
			last := scores[len(scores)-1]
			for seat := range r.Seats {
				l, lost, err := ask.LossOf(read(), seat)
				require.NoError(t, err)
				require.Equal(t, last[seat] < slices.Max(last), lost)
				if !lost {
					require.Zero(t, l)
					continue
				}
				for round := max(0, l.Round-1); round < len(scores); round++ {
					require.Equal(t, round >= l.Round, scores[round][seat] < slices.Max(scores[round]), "round %d", round)
				}
				require.Equal(t, slices.Max(last)-last[seat], l.Behind)
				require.Positive(t, l.Less)
				require.NotEmpty(t, l.Source)
			}
			_, _, err := ask.LossOf(read(), len(r.Seats))
			require.Error(t, err)
		})
	}
}
