package bench_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/contest/bench"
)

func TestLookingAheadIsMeasured(t *testing.T) {
	for _, game := range games.All() {
		figures, err := bench.Ahead(game.Default(), 1)
		require.NoError(t, err)
		require.Positive(t, figures.Next.Times, game.Info().Name)
		require.Equal(t, figures.Next.Times, figures.Sim.Times)
		if runtime.GOOS != "windows" { // where CPU time isn't measured
			require.Positive(t, figures.Next.CPU)
			require.Positive(t, figures.Sim.CPU)
		}
	}
}

func TestAGameWithoutLookingAheadHasNoFigures(t *testing.T) {
	figures, err := bench.Ahead(duel.Game.Default(), 1)
	require.NoError(t, err)
	require.Zero(t, figures)
}

// TestRolloutsPlayTheirRounds holds what is measured: as many rounds by Next as with a
// Sim, again and again from the same round, with random commands.
func TestRolloutsPlayTheirRounds(t *testing.T) {
	for _, game := range games.All() {
		m, err := game.Default().New(make([]string, 4), 1, engine.ChaCha8)
		require.NoError(t, err)
		m.Step(make([]engine.Turn[engine.Commands], 4))
		before := m.StateMessage()
		looker, ok := game.(interface {
			Ahead(m engine.Match, rounds int) (next, sim func() int)
		})
		require.True(t, ok)
		next, sim := looker.Ahead(m, 20)
		for range 3 {
			require.Equal(t, 21, next(), game.Info().Name)
			require.Equal(t, 21, sim(), game.Info().Name)
		}
		require.Zero(t, testing.AllocsPerRun(5, func() { sim() }), game.Info().Name)
		require.Equal(t, before, m.StateMessage())
	}
}

func TestStatesAreMeasured(t *testing.T) {
	setup, err := duel.Game.Default().With("nb_rounds", 25)
	require.NoError(t, err)
	m, err := setup.New(make([]string, setup.Seats()), 1, engine.ChaCha8)
	require.NoError(t, err)
	figures, err := bench.States(setup, 2)
	require.NoError(t, err)
	require.Positive(t, figures.States)
	require.Greater(t, figures.Encode.Times, figures.States)
	require.InDelta(t, len(m.StateMessage()), figures.Bytes/figures.States, 5)
}
