package starships

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
	"github.com/botarena/arena/engine/scene"
)

// told plays a round and returns its log, and asserts that the match is what it is
// without one.
func told(t *testing.T, m *match, source func() engine.Source, said ...say) *scene.Log {
	t.Helper()
	turns, log := turnsOf(said), &scene.Log{}
	with := m.Step(turns, engine.NewRand(source()), log)
	without := m.Step(turns, engine.NewRand(source()), nil)
	require.Equal(t, digest(without), digest(with))
	return log
}

func digest(m *match) [8]byte {
	var d engine.Digest
	m.Digest(&d)
	return d.Sum()
}

// seeded draws the players in an order that depends on the seed.
func seeded(seed uint64) func() engine.Source {
	return func() engine.Source { return newClassic(seed) }
}

// cellAt is the number of a cell of the base board.
func cellAt(row, col int) int { return row*baseSettings().Cols + col }

func TestOutcomesOfOrders(t *testing.T) { // rules 3.2, 3.3
	order := func(text string, to int, outcome string) scene.Order {
		return scene.Order{Text: text, To: to, Outcome: outcome}
	}
	failed := func(text string, to int, why string) scene.Order {
		return scene.Order{Text: text, To: to, Outcome: why, Failed: true}
	}
	for _, c := range []struct {
		name  string
		start []change
		say   []say
		want  []scene.Order
	}{
		{"move", []change{ship(0, 2, 5)}, []say{move(0, FastUp)}, []scene.Order{order("fast up", cellAt(1, 7), "moved")}},
		{"stay", []change{ship(0, 2, 5)}, []say{move(0, Slow)}, []scene.Order{order("slow", cellAt(2, 5), "stayed")}},
		{
			"around the ring",
			[]change{ship(0, 2, 5), at(30), ship(0, 2, 39)},
			[]say{move(0, Fast)},
			[]scene.Order{order("fast", cellAt(2, 1), "moved")},
		},
		{
			"bonuses",
			[]change{ship(0, 2, 5), thing('P', 2, 6), thing('M', 2, 7)},
			[]say{move(0, Fast)},
			[]scene.Order{order("fast", cellAt(2, 7), "moved, 10 points, 5 missiles")},
		},
		{
			"bonus and asteroid",
			[]change{ship(0, 2, 5), thing('P', 2, 6), thing('X', 2, 7)},
			[]say{move(0, Fast)},
			[]scene.Order{order("fast", cellAt(2, 7), "killed on its way, 10 points")},
		},
		{"shot", []change{ship(0, 2, 5)}, []say{shoot(0)}, []scene.Order{order("shoot", cellAt(2, 7), "shot")}},
		{
			"hit",
			[]change{ship(0, 2, 5), ship(7, 2, 6)},
			[]say{shoot(0)},
			[]scene.Order{order("shoot", cellAt(2, 7), "shot, 30 points")},
		},
		{
			"no missile",
			[]change{ship(0, 2, 5), ammo(0, 0)},
			[]say{shoot(0)},
			[]scene.Order{failed("shoot", cellAt(2, 7), noMissiles)},
		},
		{"window", []change{ship(0, 2, 0)}, []say{move(0, Slow)}, []scene.Order{failed("slow", cellAt(2, 0), leavesWindow)}},
		{"rim", []change{ship(0, 0, 5)}, []say{move(0, Up)}, []scene.Order{failed("up", scene.Nowhere, leavesWindow)}},
		{"dead", []change{dead(0, 2)}, []say{move(0, Fast)}, []scene.Order{failed("fast", scene.Nowhere, isDead)}},
		{
			"no direction",
			[]change{ship(0, 2, 5)},
			[]say{{0, Command{Unit: 0, Dir: 12}}},
			[]scene.Order{failed("no direction", scene.Nowhere, commands.NoDirection)},
		},
		{
			"already has an order",
			[]change{ship(0, 2, 0)},
			[]say{move(0, Slow), move(0, Up)},
			[]scene.Order{failed("slow", cellAt(2, 0), leavesWindow), failed("up", scene.Nowhere, commands.ToldBefore)},
		},
		{
			"not there, not theirs", nil,
			[]say{
				{0, Command{Unit: 8, Dir: Up}},
				{0, Command{Unit: -1, Shoot: true, Dir: Default}},
				{0, Command{Unit: 2, Dir: Up}},
			},
			[]scene.Order{
				{Unit: 8, Text: "up", To: scene.Nowhere, Outcome: commands.NoSuchUnit, Failed: true},
				{Unit: -1, Text: "shoot", To: scene.Nowhere, Outcome: commands.NoSuchUnit, Failed: true},
				{Unit: 2, Text: "up", To: scene.Nowhere, Outcome: commands.NotYours, Failed: true},
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			// The other players' starships go after those of player 0.
			require.Equal(t, c.want, told(t, base(c.start...), seeded(2), c.say...).Orders)
		})
	}
}

func TestOrdersOfAllPlayersAreTold(t *testing.T) {
	log := told(t, base(), seeded(1), move(0, Fast), move(3, Up), shoot(6))
	require.Len(t, log.Orders, 3)
	for _, o := range log.Orders {
		require.Equal(t, o.Unit/2, o.Seat)
		require.NotEmpty(t, o.Outcome)
	}
}

func TestEvents(t *testing.T) { // rules 3.1 to 3.5
	event := func(kind, cell, unit, by, seat int, text string) scene.Event {
		return scene.Event{Kind: kind, Cell: cell, To: scene.Nowhere, Unit: unit, By: by, Seat: seat, Text: text}
	}
	paid := func(pays int, e scene.Event) scene.Event {
		e.Pays = pays
		return e
	}
	shots := func(cell, to int) scene.Event {
		return scene.Event{
			Kind: shotFired, Cell: cell, To: to, Unit: -1, By: 0, Seat: 0,
			Text: "starship 0 of player 0 shoots",
		}
	}
	for _, c := range []struct {
		name  string
		start []change
		say   []say
		want  []scene.Event
	}{
		{"nothing", []change{ship(0, 2, 5)}, []say{move(0, Fast)}, nil},
		{"shot", []change{ship(0, 2, 5)}, []say{shoot(0)}, []scene.Event{shots(cellAt(2, 5), cellAt(2, 7))}},
		{
			"shot around the ring",
			[]change{ship(0, 2, 5), at(30), ship(0, 2, 39)},
			[]say{shoot(0)},
			[]scene.Event{shots(cellAt(2, 39), cellAt(2, 1))},
		},
		{
			"shot at an asteroid",
			[]change{ship(0, 2, 5), thing('X', 2, 6)},
			[]say{shoot(0)},
			[]scene.Event{
				shots(cellAt(2, 5), cellAt(2, 6)),
				event(thingBroken, cellAt(2, 6), -1, 0, 0, "a missile of starship 0 of player 0 destroys an asteroid"),
			},
		},
		{
			"shot at a starship",
			[]change{ship(0, 2, 5), ship(7, 2, 7)},
			[]say{shoot(0)},
			[]scene.Event{
				shots(cellAt(2, 5), cellAt(2, 7)),
				paid(30, event(
					destroyed, cellAt(2, 7), 7, 0, 3,
					"a missile of starship 0 of player 0 destroys starship 7 of player 3: 30 points")),
			},
		},
		{
			"missile in flight",
			[]change{ship(0, 2, 5), flying(2, 2, 3)},
			nil,
			[]scene.Event{
				paid(30, event(
					destroyed, cellAt(2, 5), 0, 2, 0,
					"a missile of starship 2 of player 1 destroys starship 0 of player 0: 30 points")),
			},
		},
		{
			"own missile",
			[]change{ship(0, 2, 5), flying(1, 2, 3)},
			nil,
			[]scene.Event{
				event(
					destroyed, cellAt(2, 5), 0, 1, 0, "a missile of starship 1 of player 0 destroys starship 0 of player 0"),
			},
		},
		{
			"missile and bonus",
			[]change{thing('P', 2, 4), flying(2, 2, 3)},
			nil,
			[]scene.Event{event(thingBroken, cellAt(2, 4), -1, 2, 1,
				"a missile of starship 2 of player 1 destroys a point bonus")},
		},
		{
			"into a missile",
			[]change{ship(0, 2, 5), flying(2, 3, 3)},
			[]say{move(0, SlowDown)},
			[]scene.Event{
				paid(30, event(
					destroyed, cellAt(3, 5), 0, 2, 0,
					"a missile of starship 2 of player 1 destroys starship 0 of player 0: 30 points")),
			},
		},
		{
			"into an asteroid",
			[]change{ship(0, 2, 5), thing('X', 2, 6)},
			nil,
			[]scene.Event{event(destroyed, cellAt(2, 6), 0, -1, 0, "starship 0 of player 0 crashes into an asteroid")},
		},
		{
			"into a starship",
			[]change{ship(0, 2, 5), ship(7, 2, 6)},
			nil,
			[]scene.Event{
				event(destroyed, cellAt(2, 6), 0, 7, 0, "starship 0 of player 0 crashes into starship 7 of player 3"),
				event(
					destroyed, cellAt(2, 6), 7, 0, 3,
					"starship 7 of player 3 is destroyed, as starship 0 of player 0 crashes into it"),
			},
		},
		{
			"bonuses",
			[]change{ship(0, 2, 5), thing('P', 2, 6), thing('M', 2, 7)},
			[]say{move(0, Fast)},
			[]scene.Event{
				paid(10, event(bonusTaken, cellAt(2, 6), 0, -1, 0, "starship 0 of player 0 takes a bonus: 10 points")),
				event(bonusTaken, cellAt(2, 7), 0, -1, 0, "starship 0 of player 0 takes a bonus: 5 missiles"),
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, told(t, base(c.start...), seeded(2), c.say...).Events)
		})
	}
}

func TestReturnIsTold(t *testing.T) { // rules 3.5
	start := base(dead(5, 0))
	events := told(t, start, seeded(1)).Events
	require.Len(t, events, 1)
	p := step(start, newClassic(1)).units[5].Pos
	require.Equal(t, scene.Event{
		Kind: cameBack, Cell: start.cells.Index(p), To: scene.Nowhere, Unit: 5, By: -1, Seat: 2,
		Text: "starship 5 of player 2 is back",
	}, events[0])
}

// requireTold asserts that every order has an outcome, and that every event says
// what it is.
func requireTold(t *testing.T, log *scene.Log) {
	t.Helper()
	for _, o := range log.Orders {
		require.NotEmpty(t, o.Text)
		require.NotEmpty(t, o.Outcome)
	}
	for _, e := range log.Events {
		require.NotEmpty(t, e.Text)
		require.GreaterOrEqual(t, e.Cell, 0)
		require.Equal(t, e.Kind == shotFired, e.To != scene.Nowhere)
	}
}

// TestSilentRoundAllocatesNoTexts counts what the log costs those who read none.
func TestSilentRoundAllocatesNoTexts(t *testing.T) {
	m := base(ship(0, 2, 5), thing('P', 2, 6), thing('X', 2, 7), ship(2, 5, 5), ship(4, 5, 6))
	turns := turnsOf([]say{move(0, Fast), move(0, Up), {0, Command{9, false, Up}}, shoot(2)})
	r := engine.NewRand(newClassic(1))
	none := turnsOf(nil)
	idle := testing.AllocsPerRun(100, func() { m.Step(none, r, nil) })
	busy := testing.AllocsPerRun(100, func() { m.Step(turns, r, nil) })
	require.LessOrEqual(t, busy, idle)
}
