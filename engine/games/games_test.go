package games

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

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
