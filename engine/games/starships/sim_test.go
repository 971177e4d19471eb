package starships

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

// TestSimKnowsWhereMissilesFly: what Crashes looks at is made anew after each change.
func TestSimKnowsWhereMissilesFly(t *testing.T) {
	start := seen(base(ship(2, 4, 3), flying(0, 2, 3), flying(0, 4, 8)), 0)
	sim := start.Sim()
	given, r := sim.As(1).Commands(), engine.NewRand(engine.NewFast(1))
	play := func() {
		given.Reset()
		given.Shoot(2)
		sim.Play(r, nil, given) // in any order of the players
	}
	for range 3 {
		now := start
		for round := range 4 {
			for row := range start.Rows() {
				for col := range start.Cols() {
					p := Pos{Row: row, Col: col}
					require.Equal(t, now.Crashes(p, Default), sim.As(round%players).Crashes(p, Default), "round %d, %v", round, p)
				}
			}
			play()
			now = now.Next(r, nil, given)
		}
		sim.Set(start)
	}
	crash := func() { sim.State().Crashes(Pos{Row: 4, Col: 3}, Fast) }
	require.Zero(t, testing.AllocsPerRun(10, func() { sim.Set(start); crash(); play(); crash() }))
}

func TestSimOfAnotherMatchBeginsAnew(t *testing.T) {
	sim := seen(opening(t), 0).Sim()
	state := sim.State()
	sim.Play(engine.NewRand(engine.NewFast(1)))
	other := seen(base(flying(0, 2, 3)), 2)
	sim.Set(other)
	require.Same(t, state, sim.State())
	require.Equal(t, 2, state.Me())
	sim.Play(engine.NewRand(engine.NewFast(1)))
	var want, got engine.Digest
	other.Next(engine.NewRand(engine.NewFast(1))).match.Digest(&want)
	state.match.Digest(&got)
	require.Equal(t, want, got)
}

// TestBonusesAreCounted: the count is kept up to date while bonuses come and go.
func TestBonusesAreCounted(t *testing.T) {
	var played *simulated
	s := seen(opening(t), 0)
	sim := engine.NewSim(s, func(s *State) (engine.Ahead[State, *Commands], engine.Seat) {
		copied, seat := s.begin()
		played = copied.(*simulated)
		return copied, seat
	})
	given := make([]*Commands, players)
	for player := range given {
		given[player] = sim.As(player).Commands()
	}
	r := engine.NewRand(engine.NewFast(3))
	for range 300 {
		for player, c := range given {
			c.Reset()
			Random(sim.As(player), c)
		}
		sim.Play(r, given...)
		require.Equal(t, played.countBonuses(), played.bonuses)
	}
}
