package orkisland

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

// TestSimKnowsWhoIsWhere: the simulation keeps its own table of the orks.
func TestSimKnowsWhoIsWhere(t *testing.T) {
	start := seen(generated(t, rules{}.Default(), engine.NewClassic(30)), 0)
	sim := start.Sim()
	given := make([]*Commands, start.Players())
	for player := range given {
		given[player] = sim.As(player).Commands()
	}
	r := engine.NewRand(engine.NewFast(1))
	for round := range 200 {
		if round%60 == 59 {
			sim.Set(start)
		}
		for player, c := range given {
			c.Reset()
			Random(sim.As(player), c)
		}
		sim.Play(r, given...)
		crowded := 0
		for row := range start.Rows() {
			for col := range start.Cols() {
				p := Pos{Row: row, Col: col}
				if u, ok := sim.As(1).UnitAt(p); ok {
					crowded++
					require.Equal(t, p, u.Pos)
				}
			}
		}
		require.Equal(t, start.NumUnits(), crowded)
	}
}

func TestSimOfAnotherMatchBeginsAnew(t *testing.T) {
	sim := seen(generated(t, rules{}.Default(), engine.NewClassic(30)), 0).Sim()
	state := sim.State()
	sim.Play(engine.NewRand(engine.NewFast(1)))
	other := seen(midMatch(t), 2)
	sim.Set(other)
	requireSame(t, other, sim)
	require.Same(t, state, sim.State())
	require.Equal(t, 2, state.Me())
	sim.Play(engine.NewRand(engine.NewFast(1)))
	requireSame(t, other.Next(engine.NewRand(engine.NewFast(1))), sim)
}

func requireSame(t *testing.T, want *State, sim *Sim) {
	t.Helper()
	var wanted, digest engine.Digest
	want.match.Digest(&wanted)
	sim.State().match.Digest(&digest)
	require.Equal(t, wanted, digest)
}
