package moria

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
	"github.com/botarena/arena/engine/enginetest"
)

var update = flag.Bool("update", false, "write the files in testdata again")

// TestOriginalRecords plays the matches of the original program again.
func TestOriginalRecords(t *testing.T) { // rules 16, 17
	for _, file := range enginetest.Records(t, "moria", "*.res", "*.res.gz") {
		t.Run(filepath.Base(file), func(t *testing.T) { requireReplay(t, file) })
	}
	for _, file := range enginetest.Boards(t, "moria") {
		t.Run(filepath.Base(file), func(t *testing.T) { requireBoardFile(t, file) })
	}
}

// requireReplay plays a record again: as the original program did, round by round
// by the rules, and all of it by the rules as far as these lead the same way.
func requireReplay(t *testing.T, file string) {
	t.Helper()
	text, trace, err := readRecordFiles(file)
	require.NoError(t, err)
	require.NoError(t, replay(text, trace, rules{original: true}))
	require.NoError(t, replayRounds(text, trace))
	var left *departure
	if err := replay(text, trace, rules{}); err != nil {
		require.ErrorAs(t, err, &left)
		require.True(t, left.flagged, "%v, in a round that has no flag for it", err)
	}
}

// requireBoardFile reads a board file and, if its board is fixed, asserts that it
// is written back to the byte. The layout of others is up to who wrote them.
func requireBoardFile(t *testing.T, file string) {
	t.Helper()
	text, err := readFile(file)
	require.NoError(t, err)
	s, err := readSetup(text)
	require.NoError(t, err)
	if s.board != nil {
		require.Equal(t, string(text), string(s.text()))
	}
}

// readRecordFiles reads a record and the trace beside it.
func readRecordFiles(file string) (text, trace []byte, err error) {
	if text, err = readFile(file); err != nil {
		return nil, nil, err
	}
	base := strings.TrimSuffix(strings.TrimSuffix(file, ".gz"), ".res")
	trace, err = readFile(base + ".trace.gz")
	if errors.Is(err, fs.ErrNotExist) {
		trace, err = readFile(base + ".trace")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("a record needs the commands of its match in %s.trace or .trace.gz: %w", base, err)
	}
	return text, trace, nil
}

// readFile reads a file and unpacks it if its name ends in .gz.
func readFile(name string) ([]byte, error) {
	text, err := os.ReadFile(name)
	if err != nil || !strings.HasSuffix(name, ".gz") {
		return text, err
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(unpacked)
}

// tracedRound is a round of a trace.
type tracedRound struct {
	rng   uint64 // state of the random source before the clans move
	flags string
	turns []engine.Turn[*Commands]
}

// departs says whether the original program may leave the rules in this round,
// or has done so before in a way that shows now. Rules 17.
func (r tracedRound) departs() bool {
	return strings.Contains(r.flags, "Q1") || strings.Contains(r.flags, "Q2") || strings.Contains(r.flags, "P")
}

// readTrace reads the rounds of a trace and the last state of the random source.
func readTrace(text []byte, record *Record) ([]tracedRound, uint64, error) {
	r := cnf.NewReader(text)
	var rounds []tracedRound
	for _, after := range record.states[1:] {
		var one tracedRound
		r.Expect("round")
		r.Int("the round", after.round, after.round)
		r.Expect("rng")
		one.rng = uint64(r.Int("a state of the random source", 0, math.MaxInt32))
		r.Expect("flags")
		for one.flags = r.Word("flags, or -"); r.Err() == nil && isWord(r.Peek()); {
			one.flags += " " + r.Word("flags")
		}
		for clan := range after.settings.Players {
			one.turns = append(one.turns, engine.Turn[*Commands]{Commands: readCommands(r), Status: after.status[clan]})
		}
		rounds = append(rounds, one)
	}
	r.Expect("end")
	r.Expect("rng")
	end := r.Int("the last state of the random source", 0, math.MaxInt32)
	readEnd(r, "the end of the trace")
	if r.Err() != nil {
		return nil, 0, fmt.Errorf("trace: %w", r.Err())
	}
	return rounds, uint64(end), nil
}

// isWord says whether a word of a trace is not a number, nor the end.
func isWord(word string) bool {
	_, err := strconv.Atoi(word)
	return err != nil && word != ""
}

func readCommands(r *cnf.Reader) *Commands {
	c := &Commands{}
	for r.Err() == nil {
		word := r.Peek()
		id := r.Int("a unit", math.MinInt32, math.MaxInt32)
		// A unit -1 that is commanded is followed by a letter, the end is not.
		if next := r.Peek(); word == "-1" && (len(next) != 1 || !strings.Contains(dirLetters[1:], next)) {
			break
		}
		c.given = append(c.given, Move{id, readDir(r)})
	}
	return c
}

// departure is where a match that is played again leaves its record.
type departure struct {
	round   int
	flagged bool
	err     error
}

func (d *departure) Error() string { return fmt.Sprintf("round %d: %v", d.round, d.err) }

// replay plays a record again and returns the first difference.
func replay(text, trace []byte, of rules) error {
	record, err := ReadRecord(text)
	if err != nil {
		return err
	}
	if !bytes.Equal(record.Text(), text) {
		return errors.New("the record written back is another")
	}
	rounds, end, err := readTrace(trace, record)
	if err != nil {
		return err
	}
	first := end
	if len(rounds) > 0 {
		first = rounds[0].rng
	}
	played, source, err := begin(record, first)
	if err != nil {
		return fmt.Errorf("round 0: %w", err)
	}
	for k, round := range rounds {
		if err := compareSource(round.rng, source); err != nil {
			return &departure{k + 1, k > 0 && rounds[k-1].departs(), err}
		}
		played = of.Step(played, round.turns, engine.NewRand(source), nil)
		if err := compare(record.states[k+1], played); err != nil {
			return &departure{k + 1, round.departs(), err}
		}
	}
	if err := compareSource(end, source); err != nil {
		return &departure{len(rounds), len(rounds) > 0 && rounds[len(rounds)-1].departs(), fmt.Errorf("end: %w", err)}
	}
	return nil
}

// begin begins the match of a record: on the board that its seed generates, or,
// if that does not lead to the first state, on that of the first state.
func begin(record *Record, first uint64) (*mountain, *engine.ClassicSource, error) {
	s := record.states[0].setup
	s.board = nil
	generated, source, err := beginOn(s, record, first)
	if err == nil {
		return generated, source, nil
	}
	s.board = firstBoard(record.states[0])
	played, source, fixed := beginOn(s, record, first)
	if fixed != nil && generated != nil && slices.Equal(generated.board.cells.Cells(), s.board.cells.Cells()) {
		return nil, nil, err
	}
	if fixed != nil {
		return nil, nil, fmt.Errorf("board: not the one of the seed, and if it was fixed: %w", fixed)
	}
	return played, source, nil
}

// firstBoard is the board on which the units were placed: what the dwarves stand
// on they own, and were given it just then.
func firstBoard(m *mountain) *board {
	b := &board{m.cells.Clone()}
	for _, u := range m.units {
		if u.Kind == Dwarf && b.cells.At(u.Pos) == ownedBy(u.Owner) {
			b.cells.Set(u.Pos, cave)
		}
	}
	return b
}

func beginOn(s setup, record *Record, first uint64) (*mountain, *engine.ClassicSource, error) {
	source := engine.NewClassic(uint64(max(record.Seed, -record.Seed)))
	played, err := newMountain(s, engine.NewRand(source))
	if err != nil {
		return nil, nil, err
	}
	if err := compare(record.states[0], played); err != nil {
		return played, nil, err
	}
	return played, source, compareSource(first, source)
}

// replayRounds plays every round for itself, from the record's state before it.
// The original's way leads to the state after it, and by the rules so do all
// rounds in which the trace does not say otherwise. A round that begins with what
// a dead troll left behind can't be begun like that, as the record does not tell.
func replayRounds(text, trace []byte) error {
	record, err := ReadRecord(text)
	if err != nil {
		return err
	}
	rounds, end, err := readTrace(trace, record)
	if err != nil {
		return err
	}
	for k, round := range rounds {
		next := end
		if k+1 < len(rounds) {
			next = rounds[k+1].rng
		}
		if strings.Contains(round.flags, "P") {
			continue
		}
		ways := []rules{{original: true}}
		if !round.departs() {
			ways = append(ways, rules{})
		}
		for _, of := range ways {
			source := engine.NewClassic(round.rng)
			played := of.Step(record.states[k], round.turns, engine.NewRand(source), nil)
			err := errors.Join(compare(record.states[k+1], played), compareSource(next, source))
			if err != nil {
				return fmt.Errorf("round %d for itself, %+v: %w", k+1, of, err)
			}
		}
	}
	return nil
}

func compareSource(want uint64, source *engine.ClassicSource) error {
	if got := source.State(); got != want {
		return fmt.Errorf("random source: %d, recorded %d", got, want)
	}
	return nil
}

// compare returns the first difference of a state that was played from the one
// that was recorded.
func compare(recorded, played *mountain) error {
	for k := range max(len(recorded.moves), len(played.moves)) {
		if want, got := of(recorded.moves, k, Move{}), of(played.moves, k, Move{}); want != got {
			return fmt.Errorf("move %d: unit %d %v, recorded unit %d %v", k, got.Unit, got.Dir, want.Unit, want.Dir)
		}
	}
	for id, want := range recorded.units {
		if got := played.units[id]; want != got {
			return fmt.Errorf("unit %d: %+v, recorded %+v", id, got, want)
		}
	}
	for i, want := range recorded.cells.Cells() {
		if got := played.cells.Cells()[i]; want != got {
			return fmt.Errorf("cell %v: %c, recorded %c", recorded.cells.Pos(i), got, want)
		}
	}
	for _, list := range []struct {
		name             string
		recorded, played []int
	}{
		{"cells of clan", recorded.owned, played.owned},
		{"treasures of clan", recorded.treasures, played.treasures},
	} {
		for clan, want := range list.recorded {
			if got := list.played[clan]; want != got {
				return fmt.Errorf("%s %d: %d, recorded %d", list.name, clan, got, want)
			}
		}
	}
	return nil
}

// ownRecord is a record of a match that this package played itself.
const ownRecord = "testdata/own.res.gz"

// TestOwnRecord holds the rules to what they were when the record was made. It
// is also a record that is there when those of the original program are not.
func TestOwnRecord(t *testing.T) {
	if *update {
		text, trace := playOwn(t)
		writeFile(t, ownRecord, text)
		writeFile(t, strings.Replace(ownRecord, ".res", ".trace", 1), trace)
	}
	text, trace, err := readRecordFiles(ownRecord)
	require.NoError(t, err)
	require.NoError(t, replay(text, trace, rules{}))
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
	m, err := newMountain(s, r)
	require.NoError(t, err)
	record := &Record{Secure: true, Seed: seed, Names: []string{"Random", "Hunter", "Digger", "Sloppy"}, states: []*mountain{m}}
	seats := make([]engine.Seat, len(record.Names))
	for player := range seats {
		seats[player] = engine.NewSeat(player, record.Names, uint64(player))
	}
	for range s.settings.Rounds {
		turns := make([]engine.Turn[*Commands], len(record.Names))
		trace = fmt.Appendf(trace, "round %d rng %d flags -\n", m.round+1, source.State())
		for player, play := range []func(*State, *Commands){Random, hunt, digFor, sloppy} {
			state := &State{seats[player], m}
			turns[player] = engine.Turn[*Commands]{Commands: newCommands(state), Status: engine.Status(1000*m.round + player)}
			play(state, turns[player].Commands)
			trace = appendCommands(trace, turns[player].Commands)
		}
		m = rules{}.Step(m, turns, r, nil)
		record.states = append(record.states, m)
	}
	return record.Text(), fmt.Appendf(trace, "end rng %d\n", source.State())
}

// appendCommands writes what counts of a player's commands. Rules 9.
func appendCommands(text []byte, c *Commands) []byte {
	told := map[int]bool{}
	for id, d := range c.All() {
		if d.Valid() && !told[id] {
			told[id] = true
			text = fmt.Appendf(text, "%d %c ", id, dirLetters[d])
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
	to := s.DistancesTo(Dwarf, enemies...)
	for _, id := range s.Dwarves(s.Me()) {
		_ = c.Move(id, s.Follow(Dwarf, to, s.Unit(id).Pos))
	}
	to = s.DistancesTo(Wizard, friends...)
	for _, id := range s.Wizards(s.Me()) {
		_ = c.Move(id, s.Follow(Wizard, to, s.Unit(id).Pos))
	}
}

// digFor sends every dwarf to the nearest treasure or cave that is not ours.
func digFor(s *State, c *Commands) {
	to := s.DistancesTo(Dwarf, append(s.Treasures(), s.Unclaimed(s.Me())...)...)
	for _, id := range s.Dwarves(s.Me()) {
		_ = c.Move(id, s.Follow(Dwarf, to, s.Unit(id).Pos))
	}
}

// sloppy does what hunt does, and all that one should not do.
func sloppy(s *State, c *Commands) {
	_ = c.Move(-1, North)
	_ = c.Move(s.NumUnits(), South)
	_ = c.Move(0, East)
	_ = c.Move(s.Balrog().ID, East)
	if own := s.Wizards(s.Me()); len(own) > 0 {
		_ = c.Move(own[0], NorthEast)
	}
	if own := s.Dwarves(s.Me()); len(own) > 1 {
		_ = c.Move(own[0], Dir(0))
		_ = c.Move(own[1], None)
	}
	hunt(s, c)
	Random(s, c)
}

// TestChangedRecordFails shows that every number of a record counts.
func TestChangedRecordFails(t *testing.T) {
	text, trace, err := readRecordFiles(ownRecord)
	require.NoError(t, err)
	for _, change := range []struct {
		name, want string
		make       func(*Record)
	}{
		{"health", "round 9: unit 3:", func(r *Record) { r.states[9].units[3].Health-- }},
		{"clan", "round 12: unit 5:", func(r *Record) { u := &r.states[12].units[5]; u.Owner = (u.Owner + 1) % 4 }},
		{"position", "round 1: unit 7:", func(r *Record) {
			r.states[1].take(7)
			r.states[1].put(7, r.states[1].waitingRoom(Dwarf))
		}},
		{"position at the start", "round 0: board: not the one of the seed, and if it was fixed: unit 0:", func(r *Record) {
			p := r.states[0].where(0)
			r.states[0].take(0)
			r.states[0].cells.Set(p, cave)
			r.states[0].put(0, r.states[0].waitingRoom(Dwarf))
		}},
		{"treasures", "round 30: treasures of clan 2:", func(r *Record) { r.states[30].treasures[2]++ }},
		{"cells", "round 40: cells of clan 3:", func(r *Record) { r.states[40].owned[3]-- }},
		{"owner of a cell", "round 20: cell ", func(r *Record) { swap(r.states[20], '0', '1') }},
		{"hits on rock", "round 21: cell ", func(r *Record) { swap(r.states[21], 'a', rock) }},
		{"treasure on the board", "round 22: cell ", func(r *Record) { swap(r.states[22], treasure, cave) }},
		{"unit of a move", "round 5: move 2:", func(r *Record) { r.states[5].moves[2].Unit++ }},
		{"direction of a move", "round 6: move 0:", func(r *Record) { m := &r.states[6].moves[0]; m.Dir = m.Dir%8 + 1 }},
		{"move left out", "round 8: move", func(r *Record) { r.states[8].moves = r.states[8].moves[1:] }},
		{"move too many", "round 8: move", func(r *Record) { r.states[8].moves = append(r.states[8].moves, Move{1, East}) }},
		{"seed", "round 0: board: not the one of the seed", func(r *Record) { r.Seed++ }},
	} {
		t.Run(change.name, func(t *testing.T) {
			record, err := ReadRecord(text)
			require.NoError(t, err)
			change.make(record)
			require.ErrorContains(t, replay(record.Text(), trace, rules{}), change.want)
		})
	}
}

// swap turns the first cell of a kind into another.
func swap(m *mountain, old, by cell) {
	m.cells.Cells()[slices.Index(m.cells.Cells(), old)] = by
}

// TestChangedTraceFails shows that every state of the random source counts.
func TestChangedTraceFails(t *testing.T) {
	text, trace, err := readRecordFiles(ownRecord)
	require.NoError(t, err)
	lines := strings.Split(string(trace), "\n")
	for _, c := range []struct{ old, by, want string }{
		{fmt.Sprintf("round 1 rng %s", rngOf(lines[0])), "round 1 rng 5", "round 0: board: not the one of the seed, and if it was fixed: random source:"},
		{fmt.Sprintf("round 3 rng %s", rngOf(lines[10])), "round 3 rng 5", "round 3: random source: "},
		{"end rng ", "end rng x", "trace: line"},
		{"end rng " + rngOf(lines[len(lines)-2]), "end rng 5", "round 40: end: random source: "},
		{"round 2 ", "round 4 ", "trace: line 6"},
	} {
		changed := strings.Replace(string(trace), c.old, c.by, 1)
		require.NotEqual(t, string(trace), changed)
		require.ErrorContains(t, replay(text, []byte(changed), rules{}), c.want)
	}
}

// rngOf is the number after rng in a line of a trace.
func rngOf(line string) string {
	_, after, _ := strings.Cut(line, "rng ")
	number, _, _ := strings.Cut(after, " ")
	return number
}

func TestDepartureIsFlagged(t *testing.T) {
	require.True(t, tracedRound{flags: "Q1"}.departs())
	require.True(t, tracedRound{flags: "Q2,Q3"}.departs())
	require.True(t, tracedRound{flags: "P Q3"}.departs())
	require.False(t, tracedRound{flags: "Q3"}.departs())
	require.False(t, tracedRound{flags: "-"}.departs())
}

func TestRecordRefused(t *testing.T) { // rules 16
	whole, err := readFile(ownRecord)
	require.NoError(t, err)
	for _, c := range []struct{ name, old, by, want string }{
		{"other file", "SecGame", "Play", `line 1, column 1: found "Play", expected Game or SecGame`},
		{"seed", "Seed -7", "Seed x", `line 3, column 6: found "x", expected the seed (an integer`},
		{"setting", "nb_dwarves         12", "nb_dwarves 0", `line 8, column 12: found "0", expected the value of nb_dwarves (an integer from 1 to 500)`},
		{"names", "names ", "name ", `found "name", expected "names"`},
		{"round", "round 0\n", "round 1\n", `found "1", expected the round (exactly 0)`},
		{"status", "status 0", "status 2", `found "2", expected a status (from 0 to 1, or -1)`},
		{"movement", " b\n", " k\n", `found "k", expected b, w, r, x, t, y, l, z or n`},
		{"kind", "\nd 0 ", "\nw 0 ", `found "w", expected "d"`},
		{"clan", "\nd 0 ", "\nd 4 ", `found "4", expected a clan (an integer from 0 to 3)`},
		{"health", " 100\n", " 101\n", `found "101", expected a health (an integer from 0 to 100)`},
		{"frame", "\nOO", "\nOR", `found "R", expected O, as the frame of two cells is outside`},
		{"orc", "o -1 -1 -1 0", "o -1 -1 -1 5", `found orc 60 with health 5 on cell (-1, -1), expected a cell of the board`},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := strings.Replace(string(whole), c.old, c.by, 1)
			require.NotEqual(t, string(whole), changed)
			_, err := ReadRecord([]byte(changed))
			require.ErrorContains(t, err, c.want)
			var at *cnf.Error
			require.ErrorAs(t, err, &at)
		})
	}
	_, err = ReadRecord(append(whole, "more"...))
	require.ErrorContains(t, err, `found "more", expected the end of the file`)
	_, err = ReadRecord(whole[:len(whole)-10])
	require.ErrorContains(t, err, "found the end of the file")
	_, err = ReadRecord(whole[:len(whole)/2])
	require.ErrorContains(t, err, "found ")
}

func TestPlaceOfAUnit(t *testing.T) { // rules 10 to 13
	m := draw(t, `CATR`, dwarf(0, 0, at(2, 2), 0))
	for _, c := range []struct {
		u    Unit
		p    Pos
		want string
	}{
		{Unit{ID: 1, Kind: Dwarf, Health: 1}, at(2, 2), "found dwarf 1 with health 1 on cell (2, 2), which is taken, expected a free cell"},
		{Unit{ID: 1, Kind: Dwarf, Health: 1}, at(2, 3), "found dwarf 1 with health 1 on cell (2, 3), which is abyss, expected one that it can stand on"},
		{Unit{ID: 1, Kind: Dwarf}, at(2, 4), "found dwarf 1 with health 0 on cell (2, 4), expected a health of at least 1"},
		{Unit{ID: 105, Kind: Orc, Health: 1}, at(1, 1), "found orc 105 with health 1 on cell (1, 1), which is outside, expected one that it can stand on"},
		{Unit{ID: 120, Kind: Troll, Health: 1}, at(2, 5), "found troll 120 with health 1 on cell (2, 5), which is rock, expected one that it can stand on"},
		{Unit{ID: 124, Kind: Balrog}, at(0, 0), "found balrog 124 with health 0 on cell (0, 0), which is outside, expected one that it can stand on"},
		{Unit{ID: 120, Kind: Troll, Health: 1}, at(60, 5), "found troll 120 with health 1 on cell (60, 5), expected a cell of the board"},
	} {
		require.EqualError(t, m.checkPlace(&c.u, c.p), c.want)
	}
	require.Nil(t, m.checkPlace(&Unit{Kind: Orc, Health: 1}, at(2, 3)))
	require.Nil(t, m.checkPlace(&Unit{Kind: Balrog}, at(2, 5)))
	require.Nil(t, m.checkPlace(&Unit{Kind: Troll, Health: 1}, at(2, 4)))
}

func TestRecordAnswers(t *testing.T) {
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	record, err := ReadRecord(text)
	require.NoError(t, err)
	require.Equal(t, 40, record.Rounds())
	require.Equal(t, []string{"Random", "Hunter", "Digger", "Sloppy"}, record.State(0, 1).Names())
	require.Equal(t, 1, record.State(40, 1).Me())
	require.Equal(t, 40, record.State(40, 1).Round())
	require.Equal(t, 0.039002, record.State(40, 1).Status(2))
	moves := record.Moves(0)
	require.NotEmpty(t, moves)
	moves[0].Unit = -1
	require.NotEqual(t, -1, record.Moves(0)[0].Unit)
}

func TestStatusesAreWrittenBackAsRead(t *testing.T) { // rules 16
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	changed := strings.Replace(string(text), "status 0 0 0 0", "status 0.00123456 1e-07 -1 1", 1)
	record, err := ReadRecord([]byte(changed))
	require.NoError(t, err)
	require.Equal(t, changed, string(record.Text()))
	record.states[0].status[0] = 5000
	require.Contains(t, string(record.Text()), "status 0.005 1e-07 -1 1")
}

func FuzzReadRecord(f *testing.F) {
	f.Add([]byte("Game\n\nSeed 1\n\nMoria 1.1"))
	if text, err := readFile(ownRecord); err == nil {
		short := strings.Replace(string(text), "nb_rounds          40", "nb_rounds          1", 1)
		if parts := strings.SplitAfterN(short, "movements", 3); len(parts) == 3 {
			f.Add([]byte(parts[0] + strings.TrimSuffix(parts[1], "movements")))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if record, err := ReadRecord(text); err == nil {
			again, err := ReadRecord(record.Text())
			require.NoError(t, err)
			require.Equal(t, record.Text(), again.Text())
		}
	})
}
