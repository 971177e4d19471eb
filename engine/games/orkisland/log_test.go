package orkisland

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

// watch plays a round and returns what was told.
func watch(i *match, source engine.Source, commands ...say) (*match, scene.Log) {
	var log scene.Log
	return i.Step(turnsOf(i, commands), engine.NewRand(source), &log), log
}

// texts are the texts of events.
func texts(events []scene.Event) []string {
	var all []string
	for _, e := range events {
		all = append(all, e.Text)
	}
	return all
}

// failure is what the outcomes of orders look like of which nothing came.
var failure = regexp.MustCompile(
	`^(blocked by|killed before|changed sides before|no such|another player's|already has an order)`)

func TestOutcomes(t *testing.T) { // rules 6, 8
	for _, c := range []struct {
		name     string
		row      string // of the board
		healths  []int
		source   engine.Source
		commands []say
		outcomes []string
		events   []string
	}{
		{"moved", ".0. . . ", []int{9}, lowest{}, []say{{0, 0, East}}, []string{"moved"}, nil},
		{"water", ".0. . . ", []int{9}, lowest{}, []say{{0, 0, West}}, []string{"blocked by water"}, nil},
		{
			"friend", ".0.0. . ",
			[]int{9, 9},
			lowest{},
			[]say{{0, 0, East}},
			[]string{"blocked by ork 1 of its own player"},
			nil,
		},
		{"stays", ".0. . . ", []int{9}, lowest{}, []say{{0, 0, None}}, []string{"stayed"}, nil},
		{
			"refused", ".0.1. . ",
			[]int{9, 9},
			lowest{},
			[]say{{0, 1, East}, {0, 2, East}, {0, -1, East}, {0, 0, 77}, {0, 0, South}},
			[]string{
				"another player's unit", "no such unit", "no such unit", "no such direction",
				"already has an order this round",
			},
			nil,
		},
		{
			"fight won", ".0.1. . ",
			[]int{50, 20},
			lowest{},
			[]say{{0, 0, East}},
			[]string{"won the fight against ork 1 of player 1, 49 health left"},
			[]string{"ork 1 of player 1 is killed by ork 0 of player 0", "ork 1 is reborn for player 0"},
		},
		{
			"fight lost", ".0.1. . ",
			[]int{20, 50},
			lowest{},
			[]say{{0, 0, East}},
			[]string{"lost the fight against ork 1 of player 1, which has 50 health"},
			[]string{"ork 0 of player 0 is killed by ork 1 of player 1", "ork 0 is reborn for player 1"},
		},
		{
			"killed first", ".0.1. . ",
			[]int{50, 20},
			lowest{},
			[]say{{0, 0, East}, {1, 1, East}},
			[]string{"won the fight against ork 1 of player 1, 49 health left", "killed before its turn"},
			[]string{"ork 1 of player 1 is killed by ork 0 of player 0", "ork 1 is reborn for player 0"},
		},
		{
			"starved", ".0S . . ",
			[]int{2},
			lowest{},
			[]say{{0, 0, East}},
			[]string{"died: too little health to enter the cell"},
			[]string{"ork 0 of player 0 dies of exhaustion", "ork 0 is reborn for player 0"},
		},
		{
			"city and path taken", "C0P1. . ",
			[]int{9, 9},
			lowest{},
			nil, nil,
			[]string{"player 0 takes city 0, which was nobody's", "player 1 takes path 0, which was nobody's"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := draw(t, "W W W W W W\nW "+c.row+"W\nW . . . . W\nW . . . . W\nW . . . . W\nW W W W W W", c.healths...)
			end, log := watch(start, c.source, c.commands...)
			require.Equal(t, step(start, c.source, c.commands...).units, end.units)
			var outcomes []string
			for k, o := range log.Orders {
				require.Equal(t, c.commands[k].player, o.Seat)
				require.Equal(t, int(c.commands[k].unit), o.Unit)
				outcomes = append(outcomes, o.Outcome)
				require.Equal(t, failure.MatchString(o.Outcome), o.Failed, o.Outcome)
			}
			require.Equal(t, c.outcomes, outcomes)
			require.Equal(t, c.events, texts(log.Events))
		})
	}
}

func TestOrdersAndEventsHaveTheirPlaces(t *testing.T) {
	start := draw(t, `
		W W W W W W
		W .0.1. . W
		W . . C2C W
		W . . C C W
		W . . . . W
		W W W W W W`, 50, 20, 30)
	start.cityOwners[0] = 3
	end, log := watch(start, highest{}, say{0, 0, East})
	require.Equal(t, []scene.Order{{
		Seat: 0, Unit: 0, Text: "east", To: 8, Outcome: "won the fight against ork 1 of player 1, 49 health left",
	}}, log.Orders)
	require.Equal(t, []scene.Event{
		{
			Kind: killed, Cell: 8, To: scene.Nowhere, Unit: 1, By: 0, Seat: 1,
			Text: "ork 1 of player 1 is killed by ork 0 of player 0",
		},
		{
			Kind: reborn, Cell: end.board.cell(end.where(1)), To: scene.Nowhere, Unit: 1, By: -1, Seat: 0,
			Text: "ork 1 is reborn for player 0",
		},
		{
			Kind: cityTaken, Cell: 16, To: scene.Nowhere, Unit: -1, By: -1, Seat: 2,
			Text: "player 2 takes city 0 from player 3",
		},
	}, log.Events)
	require.Equal(t, scene.Nowhere, end.board.cell(Pos{Row: 6}))
}

func TestNumbersOfPlayers(t *testing.T) { // rules 10
	i := draw(t, `
		W W W W W
		W C0P0C W
		W . .1. W
		W . . . W
		W W W W W`, 50, 20, 30)
	i.cityOwners[0], i.cityOwners[1], i.pathOwners[0], i.scores[1] = 0, 0, 0, 5
	s := i.Scene()
	require.Equal(t, [][]int{{0, 5, 0, 0}, {2 + 1 + 8, 0, 0, 0}, {2, 0, 0, 0}, {1, 0, 0, 0}, {2, 1, 0, 0}, {70, 30, 0, 0}},
		s.Numbers)
	require.Equal(t, []int8{0, 0, 0}, s.Owners[6:9])
	require.Equal(t, step(i, lowest{}).scores, []int{11, 5, 0, 0})
}

// Bots look ahead thousands of times in a round: texts that nobody reads must cost
// nothing.
func TestNothingIsMadeForALogThatNobodyReads(t *testing.T) {
	start := draw(t, `
		W W W W W W
		W .0.1S2. W
		W .3.3. . W
		W . . . . W
		W . . . . W
		W W W W W W`, 50, 20, 2, 9, 9)
	allocations := 0.0
	for _, all := range [][]say{
		{{0, 0, West}},
		{{0, 0, West}, {3, 3, East}, {0, 9, East}, {1, 0, East}, {2, 2, None}},
	} {
		turns := turnsOf(start, all)
		r := engine.NewRand(lowest{})
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
