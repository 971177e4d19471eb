package moria

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

// told plays a round and returns its log, and asserts that the match is what it is
// without one. Sauron's units in the corners have nothing to tell.
func told(t *testing.T, m *match, source engine.Source, said ...say) *scene.Log {
	t.Helper()
	turns := turnsOf(said)
	log := &scene.Log{}
	with := m.Step(turns, engine.NewRand(source), log)
	without := m.Step(turns, engine.NewRand(source), nil)
	require.Equal(t, digest(without), digest(with))
	return log
}

func digest(m *match) [8]byte {
	var d engine.Digest
	m.Digest(&d)
	return d.Sum()
}

func cellAt(row, col int) int { return row*Size + col }

// failure is what the outcomes of orders look like of which nothing came.
var failure = regexp.MustCompile(
	`^(blocked by|killed before|changed sides before|no such|another player's|already has an order|wizards do not|one of Sauron's)`)

func TestOutcomesOfOrders(t *testing.T) { // rules 9, 10
	for _, c := range []struct {
		name    string
		drawing string
		units   []placed
		say     []say
		want    []string
	}{
		{
			"into a cave", `CC`,
			[]placed{dwarf(0, 0, at(2, 2), 0)},
			[]say{{0, 0, East}},
			[]string{"east: moved and conquered the cell"},
		},
		{"into an own cave", `C0`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, East}}, []string{"east: moved"}},
		{
			"into an enemy's cave", `C3`,
			[]placed{dwarf(0, 0, at(2, 2), 0)},
			[]say{{0, 0, East}},
			[]string{"east: moved and conquered a cell of player 3"},
		},
		{
			"to a treasure", `CT`,
			[]placed{dwarf(0, 0, at(2, 2), 0)},
			[]say{{0, 0, East}},
			[]string{"east: moved and took a treasure"},
		},
		{"outside", `C`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, NorthWest}}, []string{"northwest: moved"}},
		{"wizard to a treasure", `CT`, []placed{wizard(0, 0, at(2, 2), 0)}, []say{{0, 20, East}}, []string{"east: moved"}},
		{"rock", `CR`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, East}}, []string{"east: hit rock: 4 hits open it"}},
		{
			"rock that nearly opens", `Cb`,
			[]placed{dwarf(0, 0, at(2, 2), 0)},
			[]say{{0, 0, East}},
			[]string{"east: hit rock: 1 hit opens it"},
		},
		{"rock that opens", `Ca`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, East}}, []string{"east: opened an abyss"}},
		{"granite", `CG`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, East}}, []string{"east: blocked by granite"}},
		{
			"wizard and rock", `CR`,
			[]placed{wizard(0, 0, at(2, 2), 0)},
			[]say{{0, 20, East}},
			[]string{"east: blocked by rock"},
		},
		{
			"friend", `CC`,
			[]placed{dwarf(0, 0, at(2, 2), 0), dwarf(0, 1, at(2, 3), 0)},
			[]say{{0, 0, East}},
			[]string{"east: blocked by dwarf 1 of player 0"},
		},
		{
			"wizard and enemy", `CC`,
			[]placed{wizard(0, 0, at(2, 2), 0), dwarf(1, 0, at(2, 3), 0)},
			[]say{{0, 20, East}},
			[]string{"east: blocked by dwarf 25 of player 1"},
		},
		{
			"edge", `C`,
			[]placed{dwarf(0, 0, at(0, 2), 0)},
			[]say{{0, 0, North}},
			[]string{"north: blocked by the edge of the board"},
		},
		{"abyss", `CA`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, East}}, []string{"east: fell into an abyss"}},
		{
			"Balrog", `CCRR`,
			[]placed{dwarf(0, 0, at(2, 2), 0), {theEvil, at(2, 4), 0, -1}},
			[]say{{0, 0, East}},
			[]string{"east: killed by the Balrog"},
		},
		{
			"hit", `CC`,
			[]placed{dwarf(0, 0, at(2, 2), 0), {aTroll, at(2, 3), 0, -1}},
			[]say{{0, 0, East}},
			[]string{"east: hit troll 120 for 20"},
		},
		{
			"kill", `CC`,
			[]placed{dwarf(0, 0, at(2, 2), 0), dwarf(1, 0, at(2, 3), 20)},
			[]say{{0, 0, East}, {1, 25, South}},
			[]string{"east: hit dwarf 25 of player 1 for 20 and killed it", "south: killed before its turn"},
		},
		{
			"struck", `C`,
			[]placed{dwarf(0, 0, at(2, 2), 0), wizard(0, 0, at(0, 5), 0)},
			[]say{
				{0, 0, Dir(12)},
				{0, 0, None},
				{0, 0, East},
				{0, 20, SouthEast},
				{0, 25, East},
				{0, 105, East},
				{0, 120, East},
				{0, 124, East},
				{0, 125, East},
				{0, -1, East},
			},
			[]string{
				"no direction: no such direction", "stay: stayed", "east: already has an order this round",
				"southeast: wizards do not go diagonally",
				"east: another player's unit", "east: no such unit", "east: one of Sauron's units", "east: one of Sauron's units",
				"east: no such unit", "east: no such unit",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := told(t, draw(t, c.drawing, c.units...), lowest{}, c.say...)
			var got []string
			for k, o := range log.Orders {
				require.Equal(t, c.say[k].player, o.Seat)
				require.Equal(t, int(c.say[k].unit), o.Unit)
				got = append(got, o.Text+": "+o.Outcome)
				require.Equal(t, failure.MatchString(o.Outcome), o.Failed, o.Outcome)
			}
			require.Equal(t, c.want, got)
		})
	}
}

func TestTargetsOfOrders(t *testing.T) {
	log := told(t, draw(t, `CC`, dwarf(0, 0, at(2, 2), 0), dwarf(1, 0, at(0, 9), 0), dwarf(2, 0, at(0, 0), 0)), lowest{},
		say{0, 0, East}, say{1, 25, North}, say{2, 50, None})
	require.Equal(t, []int{cellAt(2, 3), scene.Nowhere, scene.Nowhere},
		[]int{log.Orders[0].To, log.Orders[1].To, log.Orders[2].To})
}

func TestEvents(t *testing.T) { // rules 10 to 15
	event := func(kind int, at Pos, unit, by, seat int, text string) scene.Event {
		return scene.Event{
			Kind: kind, Cell: cellAt(at.Row, at.Col), To: scene.Nowhere, Unit: unit, By: by, Seat: seat,
			Text: text,
		}
	}
	paid := func(pays int, e scene.Event) scene.Event {
		e.Pays = pays
		return e
	}
	for _, c := range []struct {
		name    string
		drawing string
		units   []placed
		say     []say
		want    []scene.Event // without births outside
	}{
		{"nothing", `CC`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, East}}, nil},
		{
			"blow", `CC`,
			[]placed{dwarf(0, 0, at(2, 2), 0), dwarf(1, 0, at(2, 3), 50)},
			[]say{{0, 0, East}},
			[]scene.Event{event(hitEvent, at(2, 3), 25, 0, 1, "dwarf 0 of player 0 hits dwarf 25 of player 1 for 20: 30 left")},
		},
		{
			"death", `CC`,
			[]placed{dwarf(0, 0, at(2, 2), 0), wizard(1, 0, at(2, 3), 10)},
			[]say{{0, 0, East}},
			[]scene.Event{event(deathEvent, at(2, 3), 45, 0, 1,
				"wizard 45 of player 1 is killed by dwarf 0 of player 0 and goes to player 0")},
		},
		{
			"troll dies", `CC`,
			[]placed{dwarf(0, 0, at(2, 2), 0), {aTroll, at(2, 3), 20, -1}},
			[]say{{0, 0, East}},
			[]scene.Event{event(deathEvent, at(2, 3), aTroll, 0, 0, "troll 120 is killed by dwarf 0 of player 0")},
		},
		{
			"troll", `CC`,
			[]placed{dwarf(0, 0, at(2, 2), 0), {aTroll, at(2, 3), 0, -1}},
			nil,
			[]scene.Event{event(hitEvent, at(2, 2), 0, aTroll, 0, "troll 120 hits dwarf 0 of player 0 for 50: 50 left")},
		},
		{
			"orc", `CC`,
			[]placed{dwarf(0, 0, at(2, 2), 15), {119, at(2, 3), 0, -1}},
			nil,
			[]scene.Event{event(deathEvent, at(2, 2), 0, 119, 0,
				"dwarf 0 of player 0 is killed by orc 119 and goes to player 1")},
		},
		{
			"Balrog", `CCRR`,
			[]placed{dwarf(0, 0, at(2, 2), 0), {theEvil, at(2, 5), 0, -1}},
			[]say{{0, 0, East}},
			[]scene.Event{event(balrogEvent, at(2, 3), 0, theEvil, 0,
				"dwarf 0 of player 0 is killed by the Balrog and goes to player 1")},
		},
		{
			"Balrog and orc", `CCRR`,
			[]placed{dwarf(0, 0, at(2, 2), 0), {119, at(3, 4), 0, -1}, {theEvil, at(2, 5), 0, -1}},
			nil,
			[]scene.Event{event(balrogEvent, at(3, 4), 119, theEvil, -1, "orc 119 is killed by the Balrog")},
		},
		{
			"beside the Balrog", `CCRR`,
			[]placed{dwarf(0, 0, at(2, 2), 0), {theEvil, at(2, 4), 0, -1}},
			[]say{{0, 0, East}},
			[]scene.Event{event(balrogEvent, at(2, 2), 0, theEvil, 0,
				"dwarf 0 of player 0 is killed by the Balrog and goes to player 1")},
		},
		{
			"abyss", `CA`,
			[]placed{dwarf(0, 0, at(2, 2), 0)},
			[]say{{0, 0, East}},
			[]scene.Event{
				event(deathEvent, at(2, 3), 0, -1, 0, "dwarf 0 of player 0 falls into an abyss and goes to player 1"),
				event(orcEvent, at(2, 3), 119, -1, -1, "orc 119 comes out of an abyss"),
			},
		},
		{
			"treasure", `CT`,
			[]placed{dwarf(0, 0, at(2, 2), 0)},
			[]say{{0, 0, East}},
			[]scene.Event{paid(10, event(treasureEvent, at(2, 3), 0, -1, 0, "dwarf 0 of player 0 takes a treasure"))},
		},
		{
			"conquest", `C3`,
			[]placed{dwarf(0, 0, at(2, 2), 0)},
			[]say{{0, 0, East}},
			[]scene.Event{event(conquestEvent, at(2, 3), -1, 0, 0, "dwarf 0 of player 0 conquers a cell of player 3")},
		},
		{
			"healing", `CC`,
			[]placed{dwarf(0, 0, at(2, 2), 10), wizard(0, 0, at(2, 3), 0)},
			nil,
			[]scene.Event{event(healEvent, at(2, 2), 0, 20, 0, "dwarf 0 of player 0 is healed by wizard 20 of player 0")},
		},
		{
			"digging", `Ca`,
			[]placed{dwarf(0, 0, at(2, 2), 0)},
			[]say{{0, 0, East}},
			[]scene.Event{
				event(digEvent, at(2, 3), -1, 0, 0, "dwarf 0 of player 0 opens an abyss"),
				event(orcEvent, at(2, 3), 119, -1, -1, "orc 119 comes out of an abyss"),
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := told(t, draw(t, c.drawing, c.units...), lowest{}, c.say...)
			births := 0
			var got []scene.Event
			for _, e := range log.Events {
				if e.Kind == rebirthEvent {
					births++
					continue
				}
				got = append(got, e)
			}
			require.Equal(t, c.want, got)
			deaths := 0
			for _, e := range got {
				if (e.Kind == deathEvent || e.Kind == balrogEvent) && e.Unit != 119 {
					deaths++
				}
			}
			require.Equal(t, deaths, births)
		})
	}
	opened := told(t, draw(t, `Ca`, dwarf(0, 0, at(2, 2), 0)), highest{}, say{0, 0, East})
	require.Equal(t, []scene.Event{event(digEvent, at(2, 3), -1, 0, 0, "dwarf 0 of player 0 opens a cave")}, opened.Events)
	require.Equal(t, "opened a cave", opened.Orders[0].Outcome)
}

func TestRebirthIsToldWithTheNewClan(t *testing.T) { // rules 14
	start := draw(t, `CC`, dwarf(0, 0, at(2, 2), 0), dwarf(1, 0, at(2, 3), 1))
	log := told(t, start, lowest{}, say{0, 0, East})
	e := log.Events[len(log.Events)-1]
	require.Equal(t, "dwarf 25 of player 0 is reborn", e.Text)
	require.Equal(t, rebirthEvent, e.Kind)
	require.Equal(t, step(start, lowest{}, say{0, 0, East}).where(25), start.cells.Pos(e.Cell))
}

func TestTextsHaveTheNamesOfPlayers(t *testing.T) {
	start := draw(t, `CC`, dwarf(0, 0, at(2, 2), 0), dwarf(1, 0, at(2, 3), 1))
	log := scene.Log{Names: []string{"Ann", "Bob", "Cid", "Dee"}}
	start.Step(turnsOf([]say{{0, 0, East}}), engine.NewRand(lowest{}), &log)
	require.Equal(t, "hit dwarf 25 of Bob for 20 and killed it", log.Orders[0].Outcome)
	require.Equal(t, "dwarf 25 of Bob is killed by dwarf 0 of Ann and goes to Ann", log.Events[0].Text)
}

func TestLogChangesNothing(t *testing.T) {
	play := func(log *scene.Log) [8]byte {
		s := rules{}.Default()
		s.settings.RockResistance = 2
		r := engine.NewRand(engine.NewClassic(30))
		m, err := s.New(r)
		require.NoError(t, err)
		turns := make([]engine.Turn[*Commands], clans)
		for range 60 {
			for player, play := range []func(*State, *Commands){Random, hunt, digFor, sloppy} {
				state := m.View(engine.NewSeat(player, make([]string, clans), uint64(player)))
				turns[player].Commands = state.Commands()
				play(state, turns[player].Commands)
			}
			log.Reset()
			m = m.Step(turns, r, log)
			if log.On() {
				requireTold(t, log)
				require.Len(t, log.Orders, turns[0].Commands.Len()+turns[1].Commands.Len()+turns[2].Commands.Len()+
					turns[3].Commands.Len())
			}
		}
		return digest(m)
	}
	require.Equal(t, play(nil), play(&scene.Log{}))
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
		require.Equal(t, scene.Nowhere, e.To)
	}
}

// TestSilentRoundAllocatesNoTexts counts what the log costs those who read none.
func TestSilentRoundAllocatesNoTexts(t *testing.T) {
	m := draw(t, `
		CRCaC
		CCTCC`, dwarf(0, 0, at(2, 2), 0), dwarf(0, 1, at(3, 3), 0), dwarf(0, 2, at(3, 2), 0), dwarf(1, 0, at(3, 5), 0))
	var calm, busy []say
	for clan := range clans { // so that lists are made in both rounds
		for k := range 8 {
			calm = append(calm, say{clan, UnitID(25*clan + 10 + k), North})
		}
	}
	for _, c := range []Command{{0, East}, {1, East}, {2, North}, {0, West}, {200, North}, {25, None}, {101, East}} {
		busy = append(busy, say{0, c.Unit, c.Dir})
	}
	busy = append(busy, say{1, 25, West}, say{2, 60, North}, say{3, 85, North})
	allocs := func(said []say) float64 {
		turns := turnsOf(said)
		return testing.AllocsPerRun(50, func() { m.Step(turns, engine.NewRand(lowest{}), nil) })
	}
	require.LessOrEqual(t, allocs(busy), allocs(calm))
}
