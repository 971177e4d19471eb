package games

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
)

func TestGames(t *testing.T) {
	for _, g := range All() {
		t.Run(g.Info().Name, func(t *testing.T) { enginetest.Run(t, g) })
	}
}

func BenchmarkGames(b *testing.B) {
	for _, g := range All() {
		b.Run(g.Info().Name, func(b *testing.B) { enginetest.Bench(b, g) })
	}
}

func TestListIsSortedAndTheCallersOwn(t *testing.T) {
	require.True(t, slices.IsSorted(All().Names()))
	All()[0] = nil
	require.NotNil(t, All()[0])
}

// The player files of the original programs make the same draws again.
func TestClassicMatchesSeedTheirPlayersAsTheOriginalsDid(t *testing.T) {
	for _, game := range All() {
		m, err := game.Default().New(make([]string, game.Default().Seats()), 30, engine.Classic)
		require.NoError(t, err)
		require.EqualValues(t, 31, m.Seat(0).Seed())
		require.EqualValues(t, 34, m.Seat(3).Seed())
	}
}

// TestALegendExplainsItsSigns to who sees the game the first time.
func TestALegendExplainsItsSigns(t *testing.T) {
	for _, g := range All() {
		m, err := g.Default().New(make([]string, g.Default().Seats()), 1, engine.Classic)
		require.NoError(t, err)
		legend := m.Legend()
		require.Regexp(t, `^[A-Z].{40,110}\.$`, legend.Rules, g.Info().Name)
		for _, k := range legend.Units {
			require.NotEmpty(t, k.Doc, k.Name)
		}
		explained := 0
		for _, c := range legend.Cells {
			if c.Doc != "" {
				explained++
			}
		}
		require.GreaterOrEqual(t, explained, 2, g.Info().Name)
	}
}
