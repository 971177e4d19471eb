package starships

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// TestEdgeCases has the cases of rules 10 that take one round.
func TestEdgeCases(t *testing.T) {
	list := func(changes ...change) []change { return changes }
	orders := func(commands ...say) []say { return commands }
	all := func(wants ...want) []want { return wants }
	noDir := Command{Unit: 0, Dir: 0}
	for _, c := range []struct {
		rules string
		start []change
		seeds []uint64 // none: 1
		say   []say
		want  []want
	}{
		// Window and refusal.
		{"10.1", list(ship(0, 2, 0)), nil, orders(move(0, Slow)), all(alive(0, 2, 1), asked(0, move(0, Slow)), done(0))},
		{"10.2", list(ship(0, 2, 1)), nil, orders(move(0, Slow)), all(alive(0, 2, 1), done(0, move(0, Slow)))},
		{"10.3", list(ship(0, 2, 19)), nil, orders(move(0, Fast)), all(alive(0, 2, 20), done(0))},
		{"10.4", list(ship(0, 2, 18)), nil, orders(move(0, Fast)), all(alive(0, 2, 20), done(0, move(0, Fast)))},
		{"10.5", list(ship(0, 0, 5)), nil, orders(move(0, Up)), all(alive(0, 0, 6), done(0))},
		{"10.6", list(ship(0, 2, 0)), nil, orders(move(0, SlowUp)), all(alive(0, 2, 1), done(0))},

		// Paths.
		{
			"10.8", list(ship(0, 2, 5), thing('X', 3, 5)), nil, orders(move(0, FastDown)),
			all(killed(0, 2, 5), holds(Empty, 3, 5), holds(Empty, 2, 5), done(0, move(0, FastDown))),
		},
		{
			"10.9", list(ship(0, 2, 5), thing('X', 2, 6)), nil, orders(move(0, SlowDown)),
			all(alive(0, 3, 5), holds(Asteroid, 2, 6)),
		},
		{
			"10.10", list(ship(0, 2, 5), thing('P', 2, 6), thing('M', 3, 5), thing('P', 3, 6), thing('X', 2, 7),
				thing('P', 3, 7)), nil,
			orders(move(0, FastDown)),
			all(killed(0, 2, 5), score(20, 0, 0, 0), left(10), holds(Empty, 2, 7), holds(PointBonus, 3, 7)),
		},
		{
			"10.11", list(ship(0, 2, 5), thing('P', 2, 6), thing('P', 3, 5), thing('P', 3, 6)), nil,
			orders(move(0, Down)), all(alive(0, 3, 6), score(30, 0, 0, 0)),
		},
		{
			"10.12", list(ship(0, 2, 5), ship(2, 2, 6)), nil, orders(move(2, Slow), move(0, Fast)),
			all(killed(0, 2, 5), killed(2, 2, 6), score(0, 0, 0, 0), holds(Empty, 2, 7)),
		},
		{
			"10.13", list(ship(0, 4, 5), ship(2, 3, 5)),
			[]uint64{1, 2, 3, 4},
			orders(move(0, FastUp), move(2, Slow)),
			all(killed(0, 4, 5), killed(2, 3, 5)),
		},
		{
			"10.14", list(ship(0, 2, 5), ship(1, 3, 5)), nil, orders(move(0, SlowDown), move(1, SlowUp)),
			all(killed(0, 2, 5), killed(1, 3, 5), asked(0, move(0, SlowDown), move(1, SlowUp)), done(0, move(0, SlowDown))),
		},

		// Order.
		{"10.15", list(ship(0, 2, 5), ship(1, 2, 6)), nil, nil, all(killed(0, 2, 5), killed(1, 2, 6), score(0, 0, 0, 0))},
		{"10.16", list(ship(0, 2, 6), ship(1, 2, 5)), nil, nil, all(alive(0, 2, 7), alive(1, 2, 6))},
		{"10.17", list(ship(0, 2, 5), ship(1, 2, 6)), nil, orders(move(1, Default)), all(alive(0, 2, 6), alive(1, 2, 7))},
		{
			"10.18 one way", list(ship(0, 2, 5), ship(1, 2, 6)), nil, orders(move(0, Default), move(1, Default)),
			all(killed(0, 2, 5), killed(1, 2, 6), done(0, move(0, Default))),
		},
		{
			"10.18 other way", list(ship(0, 2, 5), ship(1, 2, 6)), nil, orders(move(1, Default), move(0, Default)),
			all(alive(0, 2, 6), alive(1, 2, 7)),
		},
		{"10.19 player 1 first", list(ship(0, 2, 5), ship(2, 2, 6)), nil, nil, all(alive(0, 2, 6), alive(2, 2, 7))},
		{
			"10.19 player 0 first", list(ship(0, 2, 5), ship(2, 2, 6)),
			[]uint64{2, 3, 4},
			nil,
			all(killed(0, 2, 5), killed(2, 2, 6)),
		},
		{
			"10.20", list(ship(0, 2, 5), ammo(0, 0), ship(1, 2, 6)), nil, orders(shoot(0)),
			all(killed(0, 2, 5), killed(1, 2, 6), asked(0, shoot(0)), done(0), missiles()),
		},
		{
			"10.21", list(ship(0, 2, 0)), nil, orders(move(0, Slow), move(0, Up)),
			all(alive(0, 2, 1), asked(0, move(0, Slow)), done(0)),
		},
		{
			"10.22", list(ship(0, 2, 5)), nil, orders(say{0, noDir}, move(0, Up)),
			all(alive(0, 1, 6), asked(0, move(0, Up)), done(0, move(0, Up))),
		},
		{
			"10.23", list(ship(2, 2, 5)), nil, orders(say{0, Command{Unit: 2, Dir: Up}}),
			all(alive(2, 2, 6), asked(0), asked(1)),
		},
		{
			"10.25", list(ship(0, 2, 5), ship(1, 3, 6), ship(2, 2, 6)), nil, orders(move(0, Down), move(1, Default)),
			all(alive(2, 2, 7), killed(0, 2, 5), killed(1, 3, 6), done(0, move(0, Down))),
		},

		// Shots.
		{
			"10.26", list(ship(0, 2, 5)), nil, orders(shoot(0)),
			all(alive(0, 2, 6), left(4), missiles(shot(0, 0, 2, 7)), done(0, shoot(0))),
		},
		{"10.27", list(ship(0, 2, 5), thing('X', 2, 6)), nil, orders(shoot(0)), all(alive(0, 2, 6), missiles())},
		{
			"10.28 near", list(ship(0, 2, 5), thing('X', 2, 7)), nil, orders(shoot(0)),
			all(alive(0, 2, 6), missiles(), holds(Empty, 2, 7)),
		},
		{
			"10.28 far", list(ship(0, 2, 5), thing('X', 2, 8)), nil, orders(shoot(0)),
			all(alive(0, 2, 6), missiles(shot(0, 0, 2, 7)), holds(Asteroid, 2, 8)),
		},
		{
			"10.29", list(ship(0, 2, 5), thing('M', 2, 6), thing('X', 2, 7)), nil, orders(shoot(0)),
			all(alive(0, 2, 6), missiles(), left(4), holds(Asteroid, 2, 7)),
		},
		{
			"10.30 player 1 first", list(ship(0, 2, 5), ship(2, 2, 7)), nil, orders(shoot(0)),
			all(alive(0, 2, 6), alive(2, 2, 8), missiles(shot(0, 0, 2, 7)), score(0, 0, 0, 0)),
		},
		{
			"10.30 player 0 first", list(ship(0, 2, 5), ship(2, 2, 7)),
			[]uint64{2, 3, 4},
			orders(shoot(0)),
			all(alive(0, 2, 6), killed(2, 2, 7), missiles(), score(30, 0, 0, 0)),
		},
		{
			"10.31", list(ship(0, 2, 5), ship(2, 2, 6)), nil, orders(shoot(0)),
			all(alive(0, 2, 6), killed(2, 2, 7), missiles(), score(30, 0, 0, 0)),
		},
		{
			"10.32", list(ship(0, 2, 5), ship(1, 2, 7)), nil, orders(shoot(0)),
			all(alive(0, 2, 6), killed(1, 2, 7), score(0, 0, 0, 0)),
		},
		{
			"10.33", list(ship(0, 2, 5), ship(1, 3, 5), thing('X', 2, 6)), nil, orders(shoot(0), move(1, Up)),
			all(killed(0, 2, 6), killed(1, 3, 5), score(0, 0, 0, 0), done(0, shoot(0), move(1, Up))),
		},
		{
			"10.35", list(ship(0, 2, 19)), nil, orders(shoot(0)),
			all(alive(0, 2, 20), missiles(shot(0, 0, 2, 21)), func(t *testing.T, m *match) {
				t.Helper()
				missiles(shot(0, 0, 2, 23))(t, step(m, newClassic(1)))
			}),
		},

		// Missiles in flight.
		{
			"10.37 near", list(ship(0, 2, 5), flying(2, 2, 4)), nil, orders(move(0, Up)),
			all(killed(0, 2, 5), missiles(), score(0, 30, 0, 0), asked(0, move(0, Up)), done(0)),
		},
		{
			"10.37 far", list(ship(0, 2, 6), flying(2, 2, 4)), nil, orders(move(0, Up)),
			all(killed(0, 2, 6), missiles(), score(0, 30, 0, 0), asked(0, move(0, Up)), done(0)),
		},
		{
			"10.38 own side", list(ship(0, 2, 5), flying(1, 2, 4)), nil, orders(move(0, Up)),
			all(killed(0, 2, 5), missiles(), score(0, 0, 0, 0)),
		},
		{
			"10.38 dead shooter", list(ship(0, 2, 5), flying(2, 2, 4), dead(2, 3)), nil, orders(move(0, Up)),
			all(killed(0, 2, 5), missiles(), score(0, 30, 0, 0)),
		},
		{
			"10.39", list(ship(0, 2, 6), flying(2, 2, 4), flying(4, 2, 5)), nil, nil,
			all(killed(0, 2, 6), score(0, 0, 30, 0), missiles(shot(0, 2, 2, 6))),
		},
		{
			"10.40", list(ship(0, 2, 6), flying(2, 2, 4), thing('X', 2, 5)), nil, nil,
			all(alive(0, 2, 7), missiles(), holds(Empty, 2, 5), score(0, 0, 0, 0)),
		},
		{
			"10.41", list(flying(0, 2, 39), flying(0, 4, 38), flying(0, 3, 39), thing('P', 3, 1)), nil, nil,
			all(missiles(shot(0, 0, 2, 1), shot(1, 0, 4, 0)), holds(Empty, 3, 1), score(0, 0, 0, 0)),
		},
		{
			"10.42 at the end", list(ship(0, 4, 7), flying(2, 5, 6)), nil, orders(move(0, Down)),
			all(killed(0, 4, 7), missiles(), score(0, 30, 0, 0), holds(Empty, 5, 8)),
		},
		{
			"10.42 on the way", list(ship(0, 4, 7), flying(2, 5, 5)), nil, orders(move(0, Down)),
			all(killed(0, 4, 7), missiles(), score(0, 30, 0, 0), holds(Empty, 5, 7)),
		},
	} {
		t.Run("rules "+c.rules, func(t *testing.T) {
			if c.seeds == nil {
				c.seeds = []uint64{1}
			}
			for _, seed := range c.seeds {
				after := step(base(c.start...), newClassic(seed), c.say...)
				require.Equal(t, 1, after.round)
				for _, w := range c.want {
					w(t, after)
				}
			}
		})
	}
}

func TestDefaultMovesForEver(t *testing.T) { // rules 10.7
	m, source := base(ship(0, 2, 5)), newClassic(1)
	for r := range 41 {
		alive(0, 2, (5+r)%40)(t, m)
		m = step(m, source)
	}
}

func TestDeadStarshipIsSkipped(t *testing.T) { // rules 10.24
	m, source := base(dead(0, 2)), newClassic(1)
	m = step(m, source, move(0, Fast))
	asked(0, move(0, Fast))(t, m)
	done(0)(t, m)
	m = step(m, source)
	require.False(t, m.units[0].Alive)
	require.True(t, step(m, source).units[0].Alive)
}

func TestNumbersOfMissilesAreUsedUp(t *testing.T) { // rules 10.34
	source := newClassic(1)
	m := step(base(ship(0, 2, 5), thing('X', 2, 6), ship(2, 4, 5), thing('X', 4, 6)), source, shoot(0), shoot(2))
	missiles()(t, m)
	alive(0, 2, 6)(t, m)
	alive(2, 4, 6)(t, m)
	m = step(m, source, shoot(0))
	missiles(shot(2, 0, 2, 8))(t, m)
}

func TestMissileComesAround(t *testing.T) { // rules 10.36
	m, source := base(ship(0, 2, 5)), newClassic(1)
	m = step(m, source, shoot(0))
	for m.round < 38 {
		m = step(m, source)
		alive(0, 2, (5+m.round)%40)(t, m)
	}
	m = step(m, source)
	killed(0, 2, 3)(t, m)
	missiles()(t, m)
	score(0, 0, 0, 0)(t, m)
}

func TestClosedRingOfMissiles(t *testing.T) { // rules 10.43 (decided)
	var changes []change
	var want []Shot
	for k := range 20 {
		changes = append(changes, flying(0, 6, 2*k))
		want = append(want, shot(ShotID(k), 0, 6, (2*k+2)%40))
	}
	missiles(want...)(t, step(base(changes...), newClassic(1)))
}

func TestNearlyNoOutside(t *testing.T) { // rules 10.55
	s := baseSettings()
	s.Cols, s.WindowCols = 20, 19
	m := step(build(s, ship(0, 2, 0), ship(2, 4, 18)), newClassic(1), move(0, Slow), move(2, Fast))
	alive(0, 2, 1)(t, m)
	alive(2, 4, 19)(t, m)
	done(0)(t, m)
	done(1)(t, m)
}

func TestEqualScoresShareThePlace(t *testing.T) { // rules 10.57
	m := base()
	m.scores = [players]int{0, 10, 10, 10}
	require.Equal(t, []int{4, 1, 1, 1}, engine.Places(m.Scores()))
}

func TestCollectedBonusesKeepAfterDeath(t *testing.T) { // rules 3.3
	m := step(base(ship(0, 2, 5), thing('P', 2, 6), thing('X', 2, 7)), newClassic(1), move(0, Fast))
	killed(0, 2, 5)(t, m)
	score(10, 0, 0, 0)(t, m)
	holds(Empty, 2, 6)(t, m)
	holds(Empty, 2, 7)(t, m)
}

func TestStateBeforeStaysAsItIs(t *testing.T) {
	start := base(ship(0, 2, 5), ship(2, 2, 8), flying(4, 3, 5), thing('P', 2, 6))
	var before, after engine.Digest
	start.Digest(&before)
	step(start, newClassic(1), shoot(0), move(2, FastDown))
	start.Digest(&after)
	require.Equal(t, before, after)
}

// TestNothingIsInTwoPlaces plays at random and looks at every state.
func TestNothingIsInTwoPlaces(t *testing.T) {
	for seed := range uint64(5) {
		s := rules{}.Default()
		s.settings.RoundsToRegenerate = 5
		m, err := s.New(nil)
		require.NoError(t, err)
		r, seats := engine.NewRand(engine.NewChaCha8(seed, 0)), seatsOf(nil, seed)
		for range s.settings.Rounds {
			m = m.Step(playedBy(m, seats, Random, Random, Random, Random), r, nil)
			requireWhole(t, m)
		}
	}
}

// requireWhole asserts that the cells agree with the lists.
func requireWhole(t *testing.T, m *match) {
	t.Helper()
	things := 0
	for _, c := range m.cells.Cells() {
		if c.starship() >= 0 || c.missile() >= 0 {
			things++
		}
	}
	for _, ship := range m.units {
		if ship.Alive {
			things--
			require.Equal(t, ship.ID, m.cells.At(ship.Pos).starship())
			require.True(t, m.setup.inWindow(ship.Pos, m.round))
			require.Zero(t, ship.Countdown)
		}
	}
	for k, shot := range m.shots {
		things--
		require.Equal(t, shot.ID, m.cells.At(shot.Pos).missile())
		require.True(t, k == 0 || m.shots[k-1].ID < shot.ID)
		require.Less(t, shot.ID, m.nextShot)
	}
	require.Zero(t, things)
}
