package moria

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// ownRecord is a record of a match that this package played itself.
const ownRecord = "testdata/own.res.gz"

// TestOwnRecord checks that the rules are still those with which the record was made.
// Unlike the records of the original program, this one is always there.
func TestOwnRecord(t *testing.T) {
	if *update {
		text, trace := playOwn(t)
		writeFile(t, ownRecord, text)
		writeFile(t, strings.Replace(ownRecord, ".res", ".trace", 1), trace)
	}
	text, trace, err := readRecordFiles(ownRecord)
	require.NoError(t, err)
	require.NoError(t, replay(text, trace, false),
		"if the rules were to change, raise their version in game.go, and type: "+
			"go test ./engine/games/moria -run OwnRecord -update")
}

func writeFile(t *testing.T, name string, text []byte) {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write(text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.NoError(t, os.WriteFile(name, packed.Bytes(), 0o644))
}

// playOwn plays a match on a fixed board in which all happens that can: rock that
// one hit opens, and abysses from the start.
func playOwn(t *testing.T) (text, trace []byte) {
	t.Helper()
	const seed = -7
	s := rules{}.Default()
	s.settings.Rounds, s.settings.Dwarves, s.settings.Wizards, s.settings.RockResistance = 40, 12, 3, 2
	b, err := generate(engine.NewRand(engine.NewClassic(30)))
	require.NoError(t, err)
	for i, c := range b.cells.Cells() {
		if c == rock && i%7 == 0 {
			b.cells.Cells()[i] = abyss
		}
	}
	s.board = b
	source := engine.NewClassic(-seed)
	r := engine.NewRand(source)
	m, err := s.New(r)
	require.NoError(t, err)
	record := &record{
		secure: true, seed: strconv.Itoa(seed), names: []string{"Random", "Hunter", "Digger", "Sloppy"},
		states: []*match{m},
	}
	seats := make([]engine.Seat, len(record.names))
	for player := range seats {
		seats[player] = engine.NewSeat(player, record.names, uint64(player))
	}
	for range s.settings.Rounds {
		turns := make([]engine.Turn[*Commands], len(record.names))
		trace = fmt.Appendf(trace, "round %d rng %d flags -\n", m.round+1, source.State())
		for player, play := range []func(*State, *Commands){Random, hunt, digFor, sloppy} {
			state := m.View(seats[player])
			turns[player] = engine.Turn[*Commands]{Commands: state.Commands(), Status: engine.Status(1000*m.round + player)}
			play(state, turns[player].Commands)
			trace = appendCommands(trace, turns[player].Commands)
		}
		m = m.Step(turns, r, nil)
		record.states = append(record.states, m)
	}
	return record.text(), fmt.Appendf(trace, "end rng %d\n", source.State())
}

// appendCommands writes what counts of a player's commands. Rules 9.
func appendCommands(text []byte, c *Commands) []byte {
	told := map[UnitID]bool{}
	for given := range c.All() {
		if given.Dir.valid() && !told[given.Unit] {
			told[given.Unit] = true
			text = fmt.Appendf(text, "%d %c ", given.Unit, dirLetters[given.Dir])
		}
	}
	return append(text, "-1\n"...)
}

// hunt sends every dwarf to the nearest enemy, and wizards to their friends.
func hunt(s *State, c *Commands) {
	var enemies, friends []Pos
	for u := range s.Units() {
		switch {
		case u.Owner == s.Me():
			friends = append(friends, u.Pos)
		case u.Kind != Balrog:
			enemies = append(enemies, u.Pos)
		}
	}
	send(s.WaysTo(Dwarf, enemies...), s.Dwarves(s.Me()), c)
	send(s.WaysTo(Wizard, friends...), s.Wizards(s.Me()), c)
}

// send sends units on their ways.
func send(ways Ways, units iter.Seq[Unit], c *Commands) {
	for u := range units {
		c.Move(u.ID, ways.Step(u.Pos))
	}
}

// digFor sends every dwarf to the nearest treasure or cave that is not ours.
func digFor(s *State, c *Commands) {
	send(s.WaysTo(Dwarf, append(s.Treasures(), s.Paintable(s.Me())...)...), s.Dwarves(s.Me()), c)
}

// sloppy does what hunt does, and everything that one should not do.
func sloppy(s *State, c *Commands) {
	c.Move(-1, North)
	c.Move(UnitID(s.NumUnits()), South)
	c.Move(0, East)
	c.Move(s.Balrog().ID, East)
	if own := slices.Collect(s.Wizards(s.Me())); len(own) > 0 {
		c.Move(own[0].ID, NorthEast)
	}
	if own := slices.Collect(s.Dwarves(s.Me())); len(own) > 1 {
		c.Move(own[0].ID, Dir(0))
		c.Move(own[1].ID, None)
	}
	hunt(s, c)
	Random(s, c)
}

// TestChangedRecordFails checks that a change of any number of a record is noticed.
func TestChangedRecordFails(t *testing.T) {
	text, trace, err := readRecordFiles(ownRecord)
	require.NoError(t, err)
	for _, change := range []struct {
		name, want string
		make       func(*record)
	}{
		{"health", "round 9: unit 3:", func(r *record) { r.states[9].units[3].Health-- }},
		{"clan", "round 12: unit 5:", func(r *record) { u := &r.states[12].units[5]; u.Owner = (u.Owner + 1) % 4 }},
		{"position", "round 1: unit 7:", func(r *record) {
			r.states[1].lift(7)
			r.states[1].put(7, r.states[1].waitingRoom(Dwarf))
		}},
		{"position at the start", "round 0: board: not the one of the seed, and if it was fixed: unit 0:", func(r *record) {
			p := r.states[0].where(0)
			r.states[0].lift(0)
			r.states[0].cells.Set(p, cave)
			r.states[0].put(0, r.states[0].waitingRoom(Dwarf))
		}},
		{"treasures", "round 30: treasures of clan 2:", func(r *record) { r.states[30].treasures[2]++ }},
		{"cells", "round 40: cells of clan 3:", func(r *record) { r.states[40].owned[3]-- }},
		{"owner of a cell", "round 20: cell ", func(r *record) { swap(r.states[20], '0', '1') }},
		{"hits on rock", "round 21: cell ", func(r *record) { swap(r.states[21], 'a', rock) }},
		{"treasure on the board", "round 22: cell ", func(r *record) { swap(r.states[22], treasure, cave) }},
		{"unit of a move", "round 5: move 2:", func(r *record) { r.states[5].moves[2].Unit++ }},
		{"direction of a move", "round 6: move 0:", func(r *record) { m := &r.states[6].moves[0]; m.Dir = m.Dir%8 + 1 }},
		{"move left out", "round 8: move", func(r *record) { r.states[8].moves = r.states[8].moves[1:] }},
		{"move too many", "round 8: move", func(r *record) {
			r.states[8].moves = append(r.states[8].moves, Command{1, East})
		}},
		{"seed", "round 0: board: not the one of the seed", func(r *record) { r.seed = "-6" }},
	} {
		t.Run(change.name, func(t *testing.T) {
			record, err := readRecord(text)
			require.NoError(t, err)
			change.make(record)
			require.ErrorContains(t, replay(record.text(), trace, false), change.want)
		})
	}
}

// swap turns the first cell of a kind into another.
func swap(m *match, old, by cell) {
	m.cells.Cells()[slices.Index(m.cells.Cells(), old)] = by
}

// TestChangedTraceFails shows that every state of the random source counts.
func TestChangedTraceFails(t *testing.T) {
	text, trace, err := readRecordFiles(ownRecord)
	require.NoError(t, err)
	lines := strings.Split(string(trace), "\n")
	for _, c := range []struct{ old, by, want string }{
		{
			fmt.Sprintf("round 1 rng %s", rngOf(lines[0])), "round 1 rng 5",
			"round 0: board: not the one of the seed, and if it was fixed: random source:",
		},
		{fmt.Sprintf("round 3 rng %s", rngOf(lines[10])), "round 3 rng 5", "round 3: random source: "},
		{"end rng ", "end rng x", "trace: line"},
		{"end rng " + rngOf(lines[len(lines)-2]), "end rng 5", "round 40: end: random source: "},
		{"round 2 ", "round 4 ", "trace: line 6"},
	} {
		changed := strings.Replace(string(trace), c.old, c.by, 1)
		require.NotEqual(t, string(trace), changed)
		require.ErrorContains(t, replay(text, []byte(changed), false), c.want)
	}
}

// rngOf is the number after rng in a line of a trace.
func rngOf(line string) string {
	_, after, _ := strings.Cut(line, "rng ")
	number, _, _ := strings.Cut(after, " ")
	return number
}
