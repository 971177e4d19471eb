package moria

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
	"github.com/botarena/arena/engine/scene"
)

// told plays a round and returns its log, and asserts that the match is what it is
// without one. Sauron's units in the corners have nothing to tell.
func told(t *testing.T, m *mountain, source engine.Source, commands ...say) *scene.Log {
	t.Helper()
	turns := make([]engine.Turn[*Commands], m.settings.Players)
	for clan := range turns {
		turns[clan].Commands = &Commands{}
	}
	for _, s := range commands {
		_ = turns[s.player].Commands.Move(s.unit, s.dir)
	}
	log := &scene.Log{}
	with := rules{}.Step(m, turns, engine.NewRand(source), log)
	without := rules{}.Step(m, turns, engine.NewRand(source), nil)
	require.Equal(t, digest(without), digest(with))
	return log
}

func digest(m *mountain) [8]byte {
	var d engine.Digest
	rules{}.Digest(m, &d)
	return d.Sum()
}

func cellAt(row, col int) int { return row*Size + col }

func TestOutcomesOfOrders(t *testing.T) { // rules 9, 10
	for _, c := range []struct {
		name    string
		drawing string
		units   []placed
		say     []say
		want    []string
	}{
		{"into a cave", `CC`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, East}}, []string{"east: moved and conquered the cell"}},
		{"into an own cave", `C0`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, East}}, []string{"east: moved"}},
		{"into an enemy's cave", `C3`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, East}}, []string{"east: moved and conquered a cell of player 3"}},
		{"to a treasure", `CT`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, East}}, []string{"east: moved and took a treasure"}},
		{"outside", `C`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, NorthWest}}, []string{"northwest: moved"}},
		{"wizard to a treasure", `CT`, []placed{wizard(0, 0, at(2, 2), 0)}, []say{{0, 20, East}}, []string{"east: moved"}},
		{"rock", `CR`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, East}}, []string{"east: hit rock: 4 hits open it"}},
		{"rock that nearly opens", `Cb`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, East}}, []string{"east: hit rock: 1 hit opens it"}},
		{"rock that opens", `Ca`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, East}}, []string{"east: opened an abyss"}},
		{"granite", `CG`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, East}}, []string{"east: blocked by granite"}},
		{"wizard and rock", `CR`, []placed{wizard(0, 0, at(2, 2), 0)}, []say{{0, 20, East}}, []string{"east: blocked by rock"}},
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
		{"edge", `C`, []placed{dwarf(0, 0, at(0, 2), 0)}, []say{{0, 0, North}}, []string{"north: blocked by the edge of the board"}},
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
			[]say{{0, 0, Dir(12)}, {0, 0, None}, {0, 0, East}, {0, 20, SouthEast}, {0, 25, East}, {0, 105, East}, {0, 120, East}, {0, 124, East}, {0, 125, East}, {0, -1, East}},
			[]string{
				"direction 12: no such direction", "none: stayed", "east: commanded already this round", "southeast: wizards do not go diagonally",
				"east: not your unit", "east: no such unit", "east: not your unit", "east: not your unit", "east: no such unit", "east: no such unit",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := told(t, draw(t, c.drawing, c.units...), lowest{}, c.say...)
			var got []string
			for k, o := range log.Orders {
				require.Equal(t, c.say[k].player, o.Seat)
				require.Equal(t, c.say[k].unit, o.Unit)
				got = append(got, o.Text+": "+o.Outcome)
			}
			require.Equal(t, c.want, got)
		})
	}
}

func TestTargetsOfOrders(t *testing.T) {
	log := told(t, draw(t, `CC`, dwarf(0, 0, at(2, 2), 0), dwarf(1, 0, at(0, 9), 0), dwarf(2, 0, at(0, 0), 0)), lowest{},
		say{0, 0, East}, say{1, 25, North}, say{2, 50, None})
	require.Equal(t, []int{cellAt(2, 3), scene.Nowhere, scene.Nowhere}, []int{log.Orders[0].To, log.Orders[1].To, log.Orders[2].To})
}

func TestEvents(t *testing.T) { // rules 10 to 15
	event := func(kind int, at Pos, unit, by, seat int, text string) scene.Event {
		return scene.Event{Kind: kind, Cell: cellAt(at.Row, at.Col), To: scene.Nowhere, Unit: unit, By: by, Seat: seat, Text: text}
	}
	for _, c := range []struct {
		name    string
		drawing string
		units   []placed
		say     []say
		want    []scene.Event // but for births outside
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
			[]scene.Event{event(deathEvent, at(2, 3), 45, 0, 1, "wizard 45 of player 1 is killed by dwarf 0 of player 0 and goes to player 0")},
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
			[]scene.Event{event(deathEvent, at(2, 2), 0, 119, 0, "dwarf 0 of player 0 is killed by orc 119 and goes to player 1")},
		},
		{
			"Balrog", `CCRR`,
			[]placed{dwarf(0, 0, at(2, 2), 0), {theEvil, at(2, 5), 0, -1}},
			[]say{{0, 0, East}},
			[]scene.Event{event(balrogEvent, at(2, 3), 0, theEvil, 0, "dwarf 0 of player 0 is killed by the Balrog and goes to player 1")},
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
			[]scene.Event{event(balrogEvent, at(2, 2), 0, theEvil, 0, "dwarf 0 of player 0 is killed by the Balrog and goes to player 1")},
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
		{"treasure", `CT`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, East}}, []scene.Event{event(treasureEvent, at(2, 3), 0, -1, 0, "dwarf 0 of player 0 takes a treasure")}},
		{"conquest", `C3`, []placed{dwarf(0, 0, at(2, 2), 0)}, []say{{0, 0, East}}, []scene.Event{event(conquestEvent, at(2, 3), -1, 0, 0, "dwarf 0 of player 0 conquers a cell of player 3")}},
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

func TestScene(t *testing.T) {
	m := draw(t, `
		CT1AGR
		dcba`, dwarf(0, 0, at(2, 2), 30), placed{119, at(2, 5), 70, -1}, placed{100, at(2, 4), 0, -1})
	m.treasures[2] = 3
	s := rules{}.Scene(m)
	l := rules{}.Legend(m)
	var names []string
	for _, p := range []Pos{at(0, 0), at(2, 2), at(2, 3), at(2, 4), at(2, 5), at(2, 6), at(2, 7), at(3, 2), at(3, 3), at(3, 4), at(3, 5)} {
		names = append(names, l.Cells[s.Cells[cellAt(p.Row, p.Col)]].Name)
	}
	require.Equal(t, []string{
		"outside", "cave", "treasure", "cave", "abyss", "granite", "rock",
		"rock, 4 hits open it", "rock, 3 hits open it", "rock, 2 hits open it", "rock, 1 hit opens it",
	}, names)
	require.Equal(t, int8(1), s.Owners[cellAt(2, 4)])
	require.Equal(t, int8(scene.Nobody), s.Owners[cellAt(2, 2)])
	require.Equal(t, [][]int{{0, 1, 30, 0}, {0, 1, 0, 0}, {0, 0, 3, 0}, {20, 20, 20, 20}, {5, 5, 5, 5}}, s.Numbers)
	require.Len(t, l.Numbers, len(s.Numbers))
	require.Equal(t, "1 treasure left, 2 orcs", s.Caption)
	require.Len(t, s.Units, 107) // dwarves, wizards, trolls, the Balrog, two orcs
	require.Equal(t, scene.Unit{ID: 0, Kind: int(Dwarf), Owner: 0, Cell: cellAt(2, 2), Health: 30, MaxHealth: DwarfHealth}, s.Units[0])
	require.Equal(t, scene.Unit{ID: 119, Kind: int(Orc), Owner: scene.Nobody, Cell: cellAt(2, 5), Health: 70, MaxHealth: OrcHealth}, s.Units[101])
	require.Equal(t, scene.Unit{ID: 124, Kind: int(Balrog), Owner: scene.Nobody, Cell: cellAt(50, 50)}, s.Units[106])
}

// TestRockBreaksMoreAndMore: the cracks show how near it is to open, however hard
// it is.
func TestRockBreaksMoreAndMore(t *testing.T) {
	for _, fresh := range []int{1, 2, 3, 5, maxHits} {
		m := draw(t, `C`)
		m.settings.RockResistance = fresh
		kinds := rules{}.Legend(m).Cells[rockCell+1:]
		require.Len(t, kinds, fresh-1)
		last := len(cracks)
		for k, kind := range kinds { // by the hits that are left
			shape := kind.Over[0]
			level := slices.Index(cracks, shape[len(shape)-1])
			require.LessOrEqual(t, level, last)
			last = level
			if k == 0 {
				require.Equal(t, len(cracks)-1, level)
			}
			require.Len(t, rocks[0], len(shape)-1, "the rock itself is not changed")
		}
	}
}

func TestLogChangesNothing(t *testing.T) {
	play := func(log *scene.Log) [8]byte {
		s := rules{}.Default()
		s.settings.RockResistance = 2
		r := engine.NewRand(engine.NewClassic(30))
		m, err := newMountain(s, r)
		require.NoError(t, err)
		turns := make([]engine.Turn[*Commands], clans)
		for range 60 {
			for player, play := range []func(*State, *Commands){Random, hunt, digFor, sloppy} {
				state := &State{engine.NewSeat(player, make([]string, clans), uint64(player)), m}
				turns[player].Commands = newCommands(state)
				play(state, turns[player].Commands)
			}
			log.Reset()
			m = rules{}.Step(m, turns, r, log)
			if log.On() {
				requireTold(t, log)
				require.Len(t, log.Orders, turns[0].Commands.Len()+turns[1].Commands.Len()+turns[2].Commands.Len()+turns[3].Commands.Len())
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
	calm := make([]engine.Turn[*Commands], clans)
	busy := make([]engine.Turn[*Commands], clans)
	for clan := range busy { // so that lists are made in both rounds
		calm[clan].Commands, busy[clan].Commands = &Commands{}, &Commands{}
		for k := range 8 {
			_ = calm[clan].Commands.Move(25*clan+10+k, North)
		}
	}
	for _, m := range []Move{{0, East}, {1, East}, {2, North}, {0, West}, {200, North}, {25, None}, {101, East}} {
		_ = busy[0].Commands.Move(m.Unit, m.Dir)
	}
	_ = busy[1].Commands.Move(25, West)
	_ = busy[2].Commands.Move(60, North)
	_ = busy[3].Commands.Move(85, North)
	allocs := func(turns []engine.Turn[*Commands]) float64 {
		return testing.AllocsPerRun(50, func() { rules{}.Step(m, turns, engine.NewRand(lowest{}), nil) })
	}
	require.LessOrEqual(t, allocs(busy), allocs(calm))
}

func TestRecordingOfOriginalRecords(t *testing.T) { // rules 16
	for _, file := range enginetest.Records(t, "moria", "*.res", "*.res.gz") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := readFile(file)
			require.NoError(t, err)
			requireRecording(t, text)
		})
	}
}

// requireRecording opens a record and asserts that the pictures are of its states,
// and that all of it is told.
func requireRecording(t *testing.T, text []byte) engine.Recording {
	t.Helper()
	record, err := ReadRecord(text)
	require.NoError(t, err)
	r, err := Game.Recording(text)
	require.NoError(t, err)
	enginetest.RequireRecording(t, r)
	require.Len(t, r.Logs, record.Rounds())
	last := record.State(record.Rounds(), 0)
	for player := range clans {
		require.Equal(t, last.Score(player), r.Scenes[record.Rounds()].Numbers[0][player])
	}
	for round := range r.Logs {
		requireTold(t, &r.Logs[round])
		moves := 0
		for _, m := range record.Moves(round) {
			if m.Unit < record.states[0].settings.firstOrc() {
				moves++
			}
		}
		require.Len(t, r.Logs[round].Orders, moves)
	}
	return r
}

// TestRecordingTellsTheTruth compares what a record lets one know with what the
// rules tell of the same rounds.
func TestRecordingTellsTheTruth(t *testing.T) {
	text, trace, err := readRecordFiles(ownRecord)
	require.NoError(t, err)
	record, err := ReadRecord(text)
	require.NoError(t, err)
	rounds, _, err := readTrace(trace, record)
	require.NoError(t, err)
	r := requireRecording(t, text)
	require.Equal(t, "-7", r.Seed)
	require.Equal(t, []string{"Random", "Hunter", "Digger", "Sloppy"}, r.Names)
	require.Equal(t, engine.Status(39002), r.Statuses[39][2])
	vague := 0
	for k, round := range rounds {
		var log scene.Log
		rules{}.Step(record.states[k], round.turns, engine.NewRand(engine.NewClassic(round.rng)), &log)
		outcomes := map[int]string{}
		for _, o := range log.Orders {
			outcomes[o.Unit] += o.Outcome + "; "
		}
		for _, o := range r.Logs[k].Orders {
			switch o.Outcome {
			case "killed in this round":
			case "hit who was there":
				vague++
				require.Contains(t, outcomes[o.Unit], "hit ")
			case "hit rock":
				require.Regexp(t, "hit rock|opened", outcomes[o.Unit])
			default:
				require.Contains(t, outcomes[o.Unit], o.Outcome, "round %d, unit %d", k, o.Unit)
			}
		}
		// A troll that is reborn beside where it died looks like one that went there.
		require.Equal(t, killed(&log, record.states[k].settings.firstOrc()), killed(&r.Logs[k], record.states[k].settings.firstOrc()), "round %d", k)
		for _, kind := range []int{orcEvent, digEvent} {
			require.Equal(t, cellsOf(&log, kind), cellsOf(&r.Logs[k], kind), "round %d", k)
		}
		require.Subset(t, cellsOf(&log, treasureEvent), cellsOf(&r.Logs[k], treasureEvent))
	}
	require.Positive(t, vague)
}

// killed are the units with lower numbers that died.
func killed(log *scene.Log, below int) []int {
	ids := []int{}
	for _, e := range log.Events {
		if (e.Kind == deathEvent || e.Kind == balrogEvent) && e.Unit < below {
			ids = append(ids, e.Unit)
		}
	}
	slices.Sort(ids)
	return ids
}

// cellsOf are where something happened.
func cellsOf(log *scene.Log, kind int) []int {
	cells := []int{}
	for _, e := range log.Events {
		if e.Kind == kind {
			cells = append(cells, e.Cell)
		}
	}
	slices.Sort(cells)
	return cells
}

func TestBadRecordIsNoRecording(t *testing.T) {
	_, err := Game.Recording([]byte("Game\n\nSeed x"))
	require.ErrorContains(t, err, `line 3, column 6: found "x"`)
	require.False(t, strings.Contains(err.Error(), "\n"))
}
