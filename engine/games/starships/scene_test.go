package starships

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
// without one.
func told(t *testing.T, u *universe, source func() engine.Source, commands ...say) *scene.Log {
	t.Helper()
	turns := make([]engine.Turn[*Commands], players)
	for player := range turns {
		turns[player].Commands = &Commands{}
	}
	for _, s := range commands {
		turns[s.player].Commands.given = append(turns[s.player].Commands.given, s.Command)
	}
	log := &scene.Log{}
	with := rules{}.Step(u, turns, engine.NewRand(source()), log)
	without := rules{}.Step(u, turns, engine.NewRand(source()), nil)
	require.Nil(t, with.log)
	require.Equal(t, digest(without), digest(with))
	return log
}

func digest(u *universe) [8]byte {
	var d engine.Digest
	rules{}.Digest(u, &d)
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
	for _, c := range []struct {
		name  string
		start []change
		say   []say
		want  []scene.Order
	}{
		{"move", []change{ship(0, 2, 5)}, []say{move(0, FastUp)}, []scene.Order{order("fast up", cellAt(1, 7), "moved")}},
		{"stay", []change{ship(0, 2, 5)}, []say{move(0, Slow)}, []scene.Order{order("slow", cellAt(2, 5), "stayed")}},
		{"around the ring", []change{ship(0, 2, 5), at(30), ship(0, 2, 39)}, []say{move(0, Fast)}, []scene.Order{order("fast", cellAt(2, 1), "moved")}},
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
		{"no missile", []change{ship(0, 2, 5), ammo(0, 0)}, []say{shoot(0)}, []scene.Order{order("shoot", cellAt(2, 7), ErrNoMissiles.Error())}},
		{"window", []change{ship(0, 2, 0)}, []say{move(0, Slow)}, []scene.Order{order("slow", cellAt(2, 0), ErrWindow.Error())}},
		{"rim", []change{ship(0, 0, 5)}, []say{move(0, Up)}, []scene.Order{order("up", scene.Nowhere, ErrWindow.Error())}},
		{"dead", []change{dead(0, 2)}, []say{move(0, Fast)}, []scene.Order{order("fast", scene.Nowhere, ErrDead.Error())}},
		{"no direction", []change{ship(0, 2, 5)}, []say{{0, Command{Unit: 0, Dir: 12}}}, []scene.Order{order("direction 12", scene.Nowhere, ErrDirection.Error())}},
		{
			"told before",
			[]change{ship(0, 2, 0)},
			[]say{move(0, Slow), move(0, Up)},
			[]scene.Order{order("slow", cellAt(2, 0), ErrWindow.Error()), order("up", scene.Nowhere, ErrRepeated.Error())},
		},
		{
			"not there, not theirs", nil,
			[]say{{0, Command{Unit: 8, Dir: Up}}, {0, Command{Unit: -1, Shoot: true, Dir: Default}}, {0, Command{Unit: 2, Dir: Up}}},
			[]scene.Order{
				{Unit: 8, Text: "up", To: scene.Nowhere, Outcome: ErrUnknown.Error()},
				{Unit: -1, Text: "shoot", To: scene.Nowhere, Outcome: ErrUnknown.Error()},
				{Unit: 2, Text: "up", To: scene.Nowhere, Outcome: ErrNotYours.Error()},
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			// The other players' starships go after those of player 0.
			require.Equal(t, c.want, told(t, base(c.start...), seeded(2), c.say...).Orders)
		})
	}
}

// at lets a match be in a round.
func at(round int) change { return func(u *universe) { u.round = round } }

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
	shots := func(cell, to int) scene.Event {
		return scene.Event{Kind: shotEvent, Cell: cell, To: to, Unit: -1, By: 0, Seat: 0, Text: "starship 0 of player 0 shoots"}
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
				event(breakEvent, cellAt(2, 6), -1, 0, 0, "a missile of starship 0 of player 0 destroys an asteroid"),
			},
		},
		{
			"shot at a starship",
			[]change{ship(0, 2, 5), ship(7, 2, 7)},
			[]say{shoot(0)},
			[]scene.Event{
				shots(cellAt(2, 5), cellAt(2, 7)),
				event(deathEvent, cellAt(2, 7), 7, 0, 3, "starship 7 of player 3 is destroyed by a missile of starship 0 of player 0: 30 points"),
			},
		},
		{
			"missile in flight",
			[]change{ship(0, 2, 5), flying(2, 2, 3)},
			nil,
			[]scene.Event{
				event(deathEvent, cellAt(2, 5), 0, 2, 0, "starship 0 of player 0 is destroyed by a missile of starship 2 of player 1: 30 points"),
			},
		},
		{
			"own missile",
			[]change{ship(0, 2, 5), flying(1, 2, 3)},
			nil,
			[]scene.Event{
				event(deathEvent, cellAt(2, 5), 0, 1, 0, "starship 0 of player 0 is destroyed by a missile of starship 1 of player 0"),
			},
		},
		{
			"missile and bonus",
			[]change{thing('P', 2, 4), flying(2, 2, 3)},
			nil,
			[]scene.Event{event(breakEvent, cellAt(2, 4), -1, 2, 1, "a missile of starship 2 of player 1 destroys a point bonus")},
		},
		{
			"into a missile",
			[]change{ship(0, 2, 5), flying(2, 3, 3)},
			[]say{move(0, SlowDown)},
			[]scene.Event{
				event(deathEvent, cellAt(3, 5), 0, 2, 0, "starship 0 of player 0 is destroyed by a missile of starship 2 of player 1: 30 points"),
			},
		},
		{
			"into an asteroid",
			[]change{ship(0, 2, 5), thing('X', 2, 6)},
			nil,
			[]scene.Event{event(deathEvent, cellAt(2, 6), 0, -1, 0, "starship 0 of player 0 crashes into an asteroid")},
		},
		{
			"into a starship",
			[]change{ship(0, 2, 5), ship(7, 2, 6)},
			nil,
			[]scene.Event{
				event(deathEvent, cellAt(2, 6), 0, 7, 0, "starship 0 of player 0 crashes into starship 7 of player 3"),
				event(deathEvent, cellAt(2, 6), 7, 0, 3, "starship 7 of player 3 is destroyed, as starship 0 of player 0 crashes into it"),
			},
		},
		{
			"bonuses",
			[]change{ship(0, 2, 5), thing('P', 2, 6), thing('M', 2, 7)},
			[]say{move(0, Fast)},
			[]scene.Event{
				event(gainEvent, cellAt(2, 6), 0, -1, 0, "starship 0 of player 0 takes a bonus: 10 points"),
				event(gainEvent, cellAt(2, 7), 0, -1, 0, "starship 0 of player 0 takes a bonus: 5 missiles"),
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
		Kind: birthEvent, Cell: start.cells.Index(p), To: scene.Nowhere, Unit: 5, By: -1, Seat: 2, Text: "starship 5 of player 2 is back",
	}, events[0])
}

func TestScene(t *testing.T) {
	u := base(ship(0, 2, 5), ammo(0, 1), dead(7, 2), flying(2, 3, 3), thing('X', 4, 4), thing('P', 5, 5), thing('M', 6, 6), at(81))
	u.scores = [players]int{10, 20, 30, 40}
	s := rules{}.Scene(u)
	for i, kind := range s.Cells {
		want := map[int]uint8{cellAt(4, 4): asteroidCell, cellAt(5, 5): pointCell, cellAt(6, 6): missileBonusCell}[i]
		require.Equal(t, want, kind, i)
	}
	require.Empty(t, s.Owners)
	require.Equal(t, [][]int{{10, 20, 30, 40}, {2, 2, 2, 1}, {6, 10, 10, 10}, {0, 1, 0, 0}}, s.Numbers)
	require.Equal(t, scene.Window{Col: 1, Rows: 12, Cols: 20}, s.Window)
	require.Len(t, s.Units, 8)
	require.Equal(t, scene.Unit{ID: 0, Kind: 0, Owner: 0, Cell: cellAt(2, 5), Note: "1 missile left"}, s.Units[0])
	require.Equal(t, scene.Unit{ID: 6, Kind: 3, Owner: 3, Cell: cellAt(11, 13), Note: "5 missiles left"}, s.Units[6])
	require.Equal(t, scene.Unit{ID: 8, Kind: missileUnit, Owner: 1, Cell: cellAt(3, 3), Note: "missile 0, shot by starship 2"}, s.Units[7])

	l := rules{}.Legend(u)
	require.True(t, l.WrapCols)
	require.False(t, l.WrapRows)
	require.Len(t, l.Numbers, len(s.Numbers))
}

// TestWindowOfAllColumns: where there is nothing else, no part is in play.
func TestWindowOfAllColumns(t *testing.T) {
	settings := baseSettings()
	settings.WindowCols = settings.Cols
	require.Zero(t, rules{}.Scene(build(settings)).Window)
}

// TestStarshipsLookDifferent: colour is not the only sign of whose they are.
func TestStarshipsLookDifferent(t *testing.T) {
	units := rules{}.Legend(base()).Units
	seen := map[string]bool{}
	for _, kind := range units[:players] {
		require.Equal(t, "starship", kind.Name)
		seen[kind.Shape[0].D] = true
	}
	require.Len(t, seen, players)
}

func TestLogChangesNothing(t *testing.T) {
	play := func(log *scene.Log) [8]byte {
		u, err := newUniverse(defaultSetup())
		require.NoError(t, err)
		r := engine.NewRand(engine.NewChaCha8(3, 0))
		turns := make([]engine.Turn[*Commands], players)
		for range 120 {
			for player, play := range []func(*State, *Commands){Random, shootAll, Random, sloppy} {
				s := newState(engine.NewSeat(player, make([]string, players), uint64(player)), u)
				turns[player].Commands = newCommands(s)
				play(s, turns[player].Commands)
			}
			log.Reset()
			u = rules{}.Step(u, turns, r, log)
			if log.On() {
				requireTold(t, log)
			}
		}
		return digest(u)
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
		require.Equal(t, e.Kind == shotEvent, e.To != scene.Nowhere)
	}
}

// TestSilentRoundAllocatesNoTexts counts what the log costs those who read none.
func TestSilentRoundAllocatesNoTexts(t *testing.T) {
	u := base(ship(0, 2, 5), thing('P', 2, 6), thing('X', 2, 7), ship(2, 5, 5), ship(4, 5, 6))
	turns := make([]engine.Turn[*Commands], players)
	turns[0].Commands = &Commands{given: []Command{{0, false, Fast}, {0, false, Up}, {9, false, Up}}}
	turns[1].Commands = &Commands{given: []Command{{2, true, Default}}}
	r := engine.NewRand(newClassic(1))
	none := make([]engine.Turn[*Commands], players)
	idle := testing.AllocsPerRun(100, func() { rules{}.Step(u, none, r, nil) })
	busy := testing.AllocsPerRun(100, func() { rules{}.Step(u, turns, r, nil) })
	require.LessOrEqual(t, busy, idle)
}

func TestRecordingOfOriginalRecords(t *testing.T) { // rules 8
	for _, file := range enginetest.Records(t, "starships", "*.res", "*.res.gz") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := readFile(file)
			require.NoError(t, err)
			requireRecording(t, text)
		})
	}
}

func TestRecordingOfOwnRecord(t *testing.T) {
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	r := requireRecording(t, text)
	require.Equal(t, []string{"Random", "Shooter", "Idle", "Sloppy"}, r.Names)
	require.Equal(t, "-7", r.Seed)
	require.Equal(t, engine.Frozen, r.Statuses[59][3])
	require.Equal(t, scene.Order{Seat: 1, Unit: 2, Text: "shoot", To: r.Scenes[0].Units[2].Cell + 2, Outcome: "shot"}, orderOf(r.Logs[0], 2))
}

func orderOf(log scene.Log, unit int) scene.Order {
	return log.Orders[slices.IndexFunc(log.Orders, func(o scene.Order) bool { return o.Unit == unit })]
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
	require.Equal(t, record.states[record.Rounds()].scores[:], r.Scenes[record.Rounds()].Numbers[0])
	deaths := 0
	for round := range r.Logs {
		requireTold(t, &r.Logs[round])
		asked := 0
		for player := range players {
			asked += len(record.Asked(round, player))
		}
		require.Len(t, r.Logs[round].Orders, asked)
		for _, e := range r.Logs[round].Events {
			if e.Kind == deathEvent {
				deaths++
				require.False(t, strings.HasSuffix(e.Text, " is destroyed"), "the round was not played again: %s", e.Text)
			}
		}
	}
	require.Positive(t, deaths)
	return r
}

// TestRecordingThatCantBePlayedAgain is told by its states from there on.
func TestRecordingThatCantBePlayedAgain(t *testing.T) {
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	want, err := Game.Recording(text)
	require.NoError(t, err)
	got, err := Game.Recording([]byte(strings.Replace(string(text), "seed\t-7", "seed\t-8", 1)))
	require.NoError(t, err)
	require.Equal(t, want.Scenes, got.Scenes)
	require.NotEqual(t, want.Logs, got.Logs)
	outcomes := map[string]int{}
	for round, log := range got.Logs {
		requireTold(t, &got.Logs[round])
		require.Len(t, log.Orders, len(want.Logs[round].Orders))
		for _, o := range log.Orders {
			outcomes[o.Outcome]++
		}
		for _, kind := range []int{deathEvent, birthEvent} {
			require.Equal(t, unitsOf(want.Logs[round], kind), unitsOf(log, kind), "round %d", round)
		}
	}
	require.Positive(t, outcomes["carried out"])
	require.Positive(t, outcomes["skipped or refused"])
}

// unitsOf are the units that something happened to.
func unitsOf(log scene.Log, kind int) []int {
	var ids []int
	for _, e := range log.Events {
		if e.Kind == kind {
			ids = append(ids, e.Unit)
		}
	}
	slices.Sort(ids)
	return ids
}

func TestBadRecordIsNoRecording(t *testing.T) {
	_, err := Game.Recording([]byte("starwar v2"))
	require.ErrorContains(t, err, `line 1, column 9: found "v2", expected "v1"`)
}
