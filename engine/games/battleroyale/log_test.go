package battleroyale

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

// failure is what the outcomes of orders look like of which nothing came.
var failure = regexp.MustCompile(
	`^(blocked by|killed before|changed sides before|no such|another player's|already has an order)`)

func TestOutcomes(t *testing.T) { // rules 7, 8, 9
	for _, c := range []struct {
		name     string
		units    []Unit
		dice     *dice
		commands []say
		outcomes []string
		events   []string
	}{
		{
			"moved",
			[]Unit{knight(0, 1, 1), farmer(1, 5, 5)},
			order(0, 1, 2, 3),
			[]say{{0, 0, East}, {1, 1, East}},
			[]string{"moved", "moved and painted the tile"},
			nil,
		},
		{"wall", []Unit{knight(0, 1, 1)}, order(0, 1, 2, 3), []say{{0, 0, South}}, []string{"blocked by a wall"}, nil},
		{
			"refused",
			[]Unit{knight(0, 1, 1), knight(1, 5, 5)},
			order(0, 1, 2, 3),
			[]say{{0, 1, East}, {0, 2, East}, {0, -1, East}, {0, 0, 77}, {0, 0, East}, {0, 0, West}},
			[]string{
				"another player's unit", "no such unit", "no such unit", "no such direction", "moved",
				"already has an order this round",
			},
			nil,
		},
		{
			"taken",
			[]Unit{farmer(0, 1, 1), knight(1, 1, 2), knight(0, 1, 0)},
			order(0, 1, 2, 3),
			[]say{{0, 0, East}, {0, 2, East}},
			[]string{"blocked by knight 1 of player 1", "blocked by farmer 0 of player 0"},
			nil,
		},
		{
			"rested",
			[]Unit{knight(0, 1, 1, 50), knight(0, 5, 5)},
			order(0, 1, 2, 3),
			[]say{{0, 0, None}, {0, 1, None}},
			[]string{"rested", "rested"},
			[]string{"knight 0 of player 0 rests and gains 15 health"},
		},
		{
			"hit",
			[]Unit{knight(0, 1, 1), farmer(1, 1, 2)},
			order(0, 1, 2, 3).roll(55),
			[]say{{0, 0, East}},
			[]string{"hit farmer 1 of player 1, which has 5 health left"},
			[]string{"farmer 1 of player 1 is hit by knight 0 of player 0 and has 5 health left"},
		},
		{
			"beaten before its turn",
			[]Unit{knight(0, 5, 5), farmer(1, 5, 6, 10), farmer(1, 8, 8), knight(1, 7, 7, 9)},
			order(0, 1, 2, 3).roll(55),
			[]say{{0, 0, East}, {1, 1, East}, {1, 2, None}},
			[]string{"beat farmer 1 of player 1, which changes sides", "changed sides before its turn", "rested"},
			[]string{
				"farmer 1 of player 1 is beaten by knight 0 of player 0 and changes sides", "farmer 1 appears for player 0",
				"knight 3 of player 1 rests and gains 15 health",
			},
		},
		{
			"painted",
			[]Unit{farmer(0, 8, 1), farmer(0, 9, 1), knight(0, 8, 3)},
			order(0, 1, 2, 3),
			[]say{{0, 0, East}, {0, 1, East}, {0, 2, East}},
			[]string{"moved and painted over a tile of player 1", "moved", "moved"},
			nil,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := draw(t, []string{
				"..........",
				"..........",
				".X........",
				"..........",
				"..........",
				"..........",
				"..........",
				"..........",
				"..1.......",
				"..0.......",
			}, c.units...)
			quiet := *c.dice
			quiet.shuffled = append([]int(nil), c.dice.shuffled...)
			want := step(start, &quiet, c.commands...)
			end, log := watch(start, c.dice, c.commands...)
			require.Equal(t, want, end)
			var outcomes, events []string
			for k, o := range log.Orders {
				require.Equal(t, c.commands[k].player, o.Seat)
				require.Equal(t, int(c.commands[k].unit), o.Unit)
				outcomes = append(outcomes, o.Outcome)
				require.Equal(t, failure.MatchString(o.Outcome), o.Failed, o.Outcome)
			}
			for _, e := range log.Events {
				events = append(events, e.Text)
			}
			require.Equal(t, c.outcomes, outcomes)
			require.Equal(t, c.events, events)
		})
	}
}

func TestOrdersAndEventsHaveTheirPlaces(t *testing.T) { // rules 8
	start := meadow(t, knight(0, 0, 0), farmer(1, 0, 9, 10))
	_, log := watch(start, order(0, 1, 2, 3).roll(55, 0), say{0, 0, West})
	require.Equal(t, []scene.Order{{
		Seat: 0, Unit: 0, Text: "west", To: 9, Outcome: "beat farmer 1 of player 1, which changes sides",
	}}, log.Orders, "over the edge of the board")
	require.Equal(t, []scene.Event{
		{
			Kind: beaten, Cell: 9, To: scene.Nowhere, Unit: 1, By: 0, Seat: 1,
			Text: "farmer 1 of player 1 is beaten by knight 0 of player 0 and changes sides",
		},
		{Kind: appeared, Cell: 11, To: scene.Nowhere, Unit: 1, By: -1, Seat: 0, Text: "farmer 1 appears for player 0"},
	}, log.Events)
}

func TestTextsHaveTheNamesOfPlayers(t *testing.T) {
	start := meadow(t, knight(0, 0, 0), farmer(1, 0, 9, 10))
	log := scene.Log{Names: []string{"Ann", "Bob", "", "Dee"}}
	start.Step(turnsOf(start, []say{{0, 0, West}}), engine.NewRand(order(0, 1, 2, 3).roll(55, 0)), &log)
	require.Equal(t, "farmer 1 of Bob is beaten by knight 0 of Ann and changes sides", log.Events[0].Text)
	require.Equal(t, "farmer 1 appears for Ann", log.Events[1].Text)
}

// A unit that is won back can be told by both, and only its owner's order stands.
func TestWonBackUnitDoesWhatItWasTold(t *testing.T) { // rules 8, 16.18
	start := meadow(t, knight(0, 5, 5), farmer(2, 5, 6, 10), knight(2, 1, 2))
	_, log := watch(start, order(0, 2, 1, 3).roll(50, 0, 70, 0), say{0, 0, East}, say{2, 2, West}, say{2, 1, South},
		say{0, 1, South})
	var outcomes []string
	for _, o := range log.Orders {
		outcomes = append(outcomes, o.Outcome)
	}
	require.Equal(t, []string{
		"beat farmer 1 of player 2, which changes sides", "another player's unit",
		"beat farmer 1 of player 0, which changes sides", "moved and painted the tile",
	}, outcomes)
}

// Bots look ahead thousands of times in a round: texts that nobody reads must cost
// nothing.
func TestNothingIsMadeForALogThatNobodyReads(t *testing.T) {
	start := meadow(t, knight(0, 5, 5), farmer(1, 5, 6), farmer(1, 5, 4), knight(2, 8, 8, 50))
	allocations := 0.0
	for _, all := range [][]say{
		{{0, 0, North}},
		{{0, 0, East}, {1, 1, West}, {1, 2, East}, {2, 3, None}, {2, 9, East}, {2, 0, East}},
	} {
		turns := turnsOf(start, all)
		r := engine.NewRand(seeded(1))
		quiet := testing.AllocsPerRun(100, func() { start.Step(turns, r, nil) })
		if allocations == 0 {
			allocations = quiet
		}
		require.Equal(t, allocations, quiet, "as many for orders that are refused or blocked as for one")
		var log scene.Log
		watched := testing.AllocsPerRun(100, func() {
			log.Reset()
			start.Step(turns, r, &log)
		})
		require.Len(t, log.Orders, len(all))
		require.GreaterOrEqual(t, watched, quiet)
	}
}
