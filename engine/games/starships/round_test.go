package starships

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// TestEdgeCases has the cases of rules 10 that take one round.
func TestEdgeCases(t *testing.T) {
	list := func(changes ...change) []change { return changes }
	orders := func(commands ...say) []say { return commands }
	all := func(wants ...want) []want { return wants }
	noDir := Command{Unit: 0, Dir: Toward(Pos{Row: 2, Col: 1})}
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
			"10.10", list(ship(0, 2, 5), thing('P', 2, 6), thing('M', 3, 5), thing('P', 3, 6), thing('X', 2, 7), thing('P', 3, 7)), nil,
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
		{"10.19 player 0 first", list(ship(0, 2, 5), ship(2, 2, 6)), []uint64{2, 3, 4}, nil, all(killed(0, 2, 5), killed(2, 2, 6))},
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
		{"10.26", list(ship(0, 2, 5)), nil, orders(shoot(0)), all(alive(0, 2, 6), left(4), missiles(shot(0, 0, 2, 7)), done(0, shoot(0)))},
		{"10.27", list(ship(0, 2, 5), thing('X', 2, 6)), nil, orders(shoot(0)), all(alive(0, 2, 6), missiles())},
		{"10.28 near", list(ship(0, 2, 5), thing('X', 2, 7)), nil, orders(shoot(0)), all(alive(0, 2, 6), missiles(), holds(Empty, 2, 7))},
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
		{"10.32", list(ship(0, 2, 5), ship(1, 2, 7)), nil, orders(shoot(0)), all(alive(0, 2, 6), killed(1, 2, 7), score(0, 0, 0, 0))},
		{
			"10.33", list(ship(0, 2, 5), ship(1, 3, 5), thing('X', 2, 6)), nil, orders(shoot(0), move(1, Up)),
			all(killed(0, 2, 6), killed(1, 3, 5), score(0, 0, 0, 0), done(0, shoot(0), move(1, Up))),
		},
		{
			"10.35", list(ship(0, 2, 19)), nil, orders(shoot(0)),
			all(alive(0, 2, 20), missiles(shot(0, 0, 2, 21)), func(t *testing.T, u *universe) {
				t.Helper()
				missiles(shot(0, 0, 2, 23))(t, step(u, newClassic(1)))
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
	u, source := base(ship(0, 2, 5)), newClassic(1)
	for r := range 41 {
		alive(0, 2, (5+r)%40)(t, u)
		u = step(u, source)
	}
}

func TestDeadStarshipIsSkipped(t *testing.T) { // rules 10.24
	u, source := base(dead(0, 2)), newClassic(1)
	u = step(u, source, move(0, Fast))
	asked(0, move(0, Fast))(t, u)
	done(0)(t, u)
	u = step(u, source)
	require.False(t, u.units[0].Alive)
	require.True(t, step(u, source).units[0].Alive)
}

func TestNumbersOfMissilesAreUsedUp(t *testing.T) { // rules 10.34
	source := newClassic(1)
	u := step(base(ship(0, 2, 5), thing('X', 2, 6), ship(2, 4, 5), thing('X', 4, 6)), source, shoot(0), shoot(2))
	missiles()(t, u)
	alive(0, 2, 6)(t, u)
	alive(2, 4, 6)(t, u)
	u = step(u, source, shoot(0))
	missiles(shot(2, 0, 2, 8))(t, u)
}

func TestMissileComesAround(t *testing.T) { // rules 10.36
	u, source := base(ship(0, 2, 5)), newClassic(1)
	u = step(u, source, shoot(0))
	for u.round < 38 {
		u = step(u, source)
		alive(0, 2, (5+u.round)%40)(t, u)
	}
	u = step(u, source)
	killed(0, 2, 3)(t, u)
	missiles()(t, u)
	score(0, 0, 0, 0)(t, u)
}

func TestClosedRingOfMissiles(t *testing.T) { // rules 10.43
	var changes []change
	var want []Shot
	for k := range 20 {
		changes = append(changes, flying(0, 6, 2*k))
		want = append(want, shot(k, 0, 6, (2*k+2)%40))
	}
	missiles(want...)(t, step(base(changes...), newClassic(1)))
}

func TestRegeneration(t *testing.T) { // rules 10.44
	u, source := base(ship(0, 2, 5), thing('X', 2, 6), ammo(0, 4)), newClassic(1)
	for _, countdown := range []int{2, 1, 0} {
		u = step(u, source)
		require.Equal(t, Unit{0, 0, Pos{Row: 2, Col: 5}, 4, false, countdown}, u.units[0])
	}
	u = step(u, source)
	require.Equal(t, Unit{0, 0, Pos{Row: 8, Col: 22}, 4, true, 0}, u.units[0])
	alive(0, 8, 22)(t, u)
}

func TestQuickRegeneration(t *testing.T) { // rules 10.45, 10.46
	s := baseSettings()
	s.RoundsToRegenerate = 1
	u, source := build(s, ship(0, 2, 5), thing('X', 2, 6), ammo(0, 0)), newClassic(1)
	u = step(u, source)
	killed(0, 2, 5)(t, u)
	u = step(u, source)
	require.True(t, u.units[0].Alive)
	left(0)(t, u)
}

// counter counts the draws.
type counter struct {
	engine.Source
	draws int
}

func (c *counter) Draw(low, high int) int { c.draws++; return c.Source.Draw(low, high) }

func TestNoRoomForStarship(t *testing.T) { // rules 10.47
	s := baseSettings()
	s.RoundsToRegenerate = 1
	changes := []change{dead(0, 0)}
	for row := range 11 {
		for col := 0; col < 40; col += 2 {
			changes = append(changes, thing('X', row, col))
		}
	}
	u, source := build(s, changes...), &counter{Source: engine.NewChaCha8(1, 0)}
	for range 30 {
		source.draws = 0
		u = step(u, source)
		require.Equal(t, players+2*20, source.draws, "order, and 20 cells")
		require.False(t, u.units[0].Alive)
		require.Zero(t, u.units[0].Countdown)
	}
}

func TestStarshipsComeBackApart(t *testing.T) { // rules 10.48
	for seed := range uint64(50) {
		u := step(base(dead(1, 0), dead(2, 0), dead(5, 0)), newClassic(seed))
		var back []Pos
		for _, id := range []int{1, 2, 5} {
			if u.units[id].Alive {
				back = append(back, u.units[id].Pos)
				require.True(t, u.settings.inWindow(u.units[id].Pos, 1))
			}
		}
		for a := range back {
			for b := range a {
				way := newState(engine.Seat{}, u).Offset(back[a], back[b])
				require.True(t, max(way.Row, -way.Row) > 2 || max(way.Col, -way.Col) > 2, "%v", back)
			}
		}
	}
}

func TestStarshipsComeBackInOrder(t *testing.T) { // rules 10.48
	// Each gets its cell from a drawing that goes on where the one before ended.
	cells := scripted{3, 5, 3, 5, 6, 9}
	u := step(base(dead(1, 0), dead(2, 0)), &cells)
	alive(1, 3, 5)(t, u)
	alive(2, 6, 9)(t, u)
}

// scripted draws the lower end for the order, and then these numbers.
type scripted []int

func (s *scripted) Draw(low, high int) int {
	if high == players-1 {
		return low
	}
	n := (*s)[0]
	*s = (*s)[1:]
	return n
}

func TestBonusIsReplaced(t *testing.T) { // rules 10.49
	s := baseSettings()
	s.PointBonuses = 2
	u := step(build(s, ship(0, 2, 5), thing('P', 2, 6), thing('P', 5, 30)), newClassic(1))
	score(10, 0, 0, 0)(t, u)
	holds(PointBonus, 1, 28)(t, u)
	holds(PointBonus, 5, 30)(t, u)
}

func TestSurplusOfBonuses(t *testing.T) { // rules 10.50
	s := baseSettings()
	s.PointBonuses = 2
	u := step(build(s, ship(0, 2, 5), thing('P', 2, 6), thing('P', 5, 30), thing('P', 6, 30)), newClassic(1))
	require.Equal(t, []Pos{{Row: 5, Col: 30}, {Row: 6, Col: 30}}, newState(engine.Seat{}, u).Find(PointBonus))
}

func TestMissingBonusesArePlaced(t *testing.T) { // rules 10.51
	s := baseSettings()
	s.PointBonuses, s.MissileBonuses = 1, 1
	u := step(build(s), newClassic(1))
	holds(MissileBonus, 1, 28)(t, u)
	holds(PointBonus, 4, 27)(t, u)
}

func TestShotBonusIsReplaced(t *testing.T) { // rules 10.52
	s := baseSettings()
	s.PointBonuses, s.MissileBonuses = 1, 1
	u := step(build(s, thing('M', 5, 11), thing('P', 5, 12), flying(0, 5, 10)), newClassic(1))
	missiles()(t, u)
	holds(Empty, 5, 11)(t, u)
	state := newState(engine.Seat{}, u)
	require.Equal(t, []Pos{{Row: 5, Col: 12}}, state.Find(PointBonus))
	require.Len(t, state.Find(MissileBonus), 1)
}

func TestNoOutside(t *testing.T) { // rules 10.53, 10.54
	s := baseSettings()
	s.Cols, s.WindowCols, s.PointBonuses = 20, 20, 1
	u := step(build(s, ship(4, 6, 5), thing('P', 6, 6), ship(0, 2, 0), ship(2, 4, 19)), newClassic(1), move(0, Slow), move(2, Fast))
	alive(0, 2, 0)(t, u)
	alive(2, 4, 1)(t, u)
	done(0, move(0, Slow))(t, u)
	done(1, move(2, Fast))(t, u)
	score(0, 0, 10, 0)(t, u)
	for range 30 {
		u = step(u, newClassic(1))
		require.Empty(t, newState(engine.Seat{}, u).Find(PointBonus))
	}
}

func TestNearlyNoOutside(t *testing.T) { // rules 10.55
	s := baseSettings()
	s.Cols, s.WindowCols = 20, 19
	u := step(build(s, ship(0, 2, 0), ship(2, 4, 18)), newClassic(1), move(0, Slow), move(2, Fast))
	alive(0, 2, 1)(t, u)
	alive(2, 4, 19)(t, u)
	done(0)(t, u)
	done(1)(t, u)
}

func TestEqualScoresShareThePlace(t *testing.T) { // rules 10.57
	u := base()
	u.scores = [players]int{0, 10, 10, 10}
	require.Equal(t, []int{4, 1, 1, 1}, engine.Places(rules{}.Scores(u)))
}

func TestCollectedBonusesKeepAfterDeath(t *testing.T) { // rules 3.3
	u := step(base(ship(0, 2, 5), thing('P', 2, 6), thing('X', 2, 7)), newClassic(1), move(0, Fast))
	killed(0, 2, 5)(t, u)
	score(10, 0, 0, 0)(t, u)
	holds(Empty, 2, 6)(t, u)
	holds(Empty, 2, 7)(t, u)
}

func TestStateBeforeStaysAsItIs(t *testing.T) {
	start := base(ship(0, 2, 5), ship(2, 2, 8), flying(4, 3, 5), thing('P', 2, 6))
	var before, after engine.Digest
	rules{}.Digest(start, &before)
	step(start, newClassic(1), shoot(0), move(2, FastDown))
	rules{}.Digest(start, &after)
	require.Equal(t, before, after)
}

func TestClassicFollowsTheDocument(t *testing.T) { // rules 9
	source := newClassic(1)
	require.EqualValues(t, 2, source.state)
	var drawn []uint64
	for range 5 {
		drawn = append(drawn, source.step())
	}
	require.Equal(t, []uint64{96541, 365211587, 435306124, 1681957626, 2009854434}, drawn)
	require.EqualValues(t, 2009854435, source.state)

	source = newClassic(101)
	require.EqualValues(t, 102, source.state)
	require.EqualValues(t, 4923641, source.step())
	require.EqualValues(t, 1445921811, source.step())
	require.Equal(t, 7, source.Draw(7, 6))
	require.EqualValues(t, 1445921812, source.state, "no draw from an empty interval")

	r, orders := engine.NewRand(newClassic(1)), ""
	for range 8 {
		order, _ := draws(r)
		orders += fmt.Sprintln(order)
	}
	require.Equal(t, "[1 3 2 0]\n[1 3 0 2]\n[1 3 2 0]\n[2 3 0 1]\n[3 1 2 0]\n[0 3 2 1]\n[2 1 3 0]\n[2 1 0 3]\n", orders)
	for seed, want := range map[uint64][players]int{2: {0, 3, 2, 1}, 3: {3, 0, 1, 2}, 4: {2, 3, 0, 1}} {
		order, _ := draws(engine.NewRand(newClassic(seed)))
		require.Equal(t, want, order)
	}
}

func TestClassicIsTheGamesOwn(t *testing.T) {
	m, err := Game.Default().New(make([]string, players), 101, engine.Classic)
	require.NoError(t, err)
	u, err := newUniverse(defaultSetup())
	require.NoError(t, err)
	source := newClassic(101)
	for range 60 {
		m.Step(make([]engine.Turn[engine.Commands], players))
		u = step(u, source)
		require.Equal(t, string(rules{}.EncodeState(u)), string(m.StateMessage()))
	}
}

// TestNothingIsInTwoPlaces plays at random and looks at every state.
func TestNothingIsInTwoPlaces(t *testing.T) {
	for seed := range uint64(5) {
		s := defaultSetup()
		s.settings.RoundsToRegenerate = 5
		u, err := newUniverse(s)
		require.NoError(t, err)
		r := engine.NewRand(engine.NewChaCha8(seed, 0))
		seats := make([]engine.Seat, players)
		for player := range seats {
			seats[player] = engine.NewSeat(player, nil, seed)
		}
		for range s.settings.Rounds {
			turns := make([]engine.Turn[*Commands], players)
			for player := range turns {
				state := newState(seats[player], u)
				turns[player].Commands = newCommands(state)
				Random(state, turns[player].Commands)
			}
			u = rules{}.Step(u, turns, r, nil)
			requireWhole(t, u)
		}
	}
}

// requireWhole asserts that the cells and the lists say the same.
func requireWhole(t *testing.T, u *universe) {
	t.Helper()
	things := 0
	for _, c := range u.cells.Cells() {
		if c.starship() >= 0 || c.missile() >= 0 {
			things++
		}
	}
	for _, ship := range u.units {
		if ship.Alive {
			things--
			require.Equal(t, ship.ID, u.cells.At(ship.Pos).starship())
			require.True(t, u.settings.inWindow(ship.Pos, u.round))
			require.Zero(t, ship.Countdown)
		}
	}
	for k, m := range u.shots {
		things--
		require.Equal(t, m.ID, u.cells.At(m.Pos).missile())
		require.True(t, k == 0 || u.shots[k-1].ID < m.ID)
		require.Less(t, m.ID, u.nextShot)
	}
	require.Zero(t, things)
}
