package moria

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
)

var ahead = enginetest.Ahead[*State, *Commands, *Sim]{
	Game: Game, Bot: Bot, Random: Random,
	Digest: func(s *State, d *engine.Digest) { s.match.Digest(d) },
}

func TestSim(t *testing.T) { ahead.Test(t) }

// BenchmarkSim measures 20 rounds that a player looks ahead, and compares with Next.
func BenchmarkSim(b *testing.B) { ahead.Bench(b) }

// TestSimIsSetToAStateFromTheWire, which has no areas of its own.
func TestSimIsSetToAStateFromTheWire(t *testing.T) {
	m := generated(t, rules{}.Default(), engine.NewChaCha8(5, 0))
	for round := range uint64(10) {
		m = step(m, engine.NewChaCha8(round, 0))
	}
	far, err := m.DecodeState(m.EncodeState())
	require.NoError(t, err)
	require.Nil(t, far.areas)
	sim := seen(generated(t, rules{}.Default(), engine.NewChaCha8(5, 0)), 0).Sim()
	for _, s := range []*State{seen(far, 0), seen(m, 0), seen(far, 0)} {
		sim.Set(s)
		require.Equal(t, m.areas, sim.State().match.areas)
		require.Equal(t, m.areas, s.Sim().State().match.areas)
		sim.Play(engine.NewRand(engine.NewChaCha8(7, 0)))
		require.Equal(t, step(m, engine.NewChaCha8(7, 0)).areas, sim.State().match.areas)
	}
	for id := range firstOrc {
		require.Equal(t, nearDirs[m.doable(&m.units[id])], nearDirs[far.doable(&far.units[id])])
	}
	s := seen(far, 0)
	require.Zero(t, testing.AllocsPerRun(10, func() { sim.Set(s) }))
}
