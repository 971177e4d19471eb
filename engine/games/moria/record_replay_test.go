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
	"github.com/botarena/arena/engine/enginetest/tier"
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
	require.NoError(t, replay(text, trace, true))
	require.NoError(t, replayRounds(text, trace))
	var left *departure
	if err := replay(text, trace, false); err != nil {
		require.ErrorAs(t, err, &left)
		require.True(t, left.flagged, "%v, in a round that has no flag for it", err)
	}
}

// TestRecordsAreWrittenAgain plays the matches of records as the arena does without a word,
// as far as its rules lead the same way, and has them written.
func TestRecordsAreWrittenAgain(t *testing.T) { // rules 16
	requireWritten(t, ownRecord, 0)
	for i, file := range enginetest.Records(t, "moria", "*.res", "*.res.gz") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if i > 0 {
				tier.Night(t, "one record shows the form")
			}
			requireWritten(t, file, 0)
		})
	}
}

func requireWritten(t *testing.T, file string, faults int) {
	t.Helper()
	text, trace, err := readRecordFiles(file)
	require.NoError(t, err)
	record, err := readRecord(text)
	require.NoError(t, err)
	rounds, _, err := readTrace(trace, record)
	require.NoError(t, err)
	first, _, err := begin(record, rounds[0].rng)
	require.NoError(t, err)
	if left := new(departure); faults == 0 && errors.As(replay(text, trace, false), &left) {
		rounds = rounds[:left.round-1]
	}
	var turns [][]engine.Turn[engine.Commands]
	for _, round := range rounds {
		turns = append(turns, enginetest.Untyped(round.turns))
	}
	s := &setup{first.setup.settings, firstBoard(record.states[0])}
	s.settings.OriginalFaults = faults
	seed, err := strconv.ParseUint(strings.TrimPrefix(record.seed, "-"), 10, 64)
	require.NoError(t, err)
	generated, err := (&setup{settings: s.settings}).New(engine.NewRand(engine.NewClassic(seed)))
	require.NoError(t, err)
	if slices.Equal(generated.setup.board.cells.Cells(), s.board.cells.Cells()) {
		s.board = nil
	}
	text = bytes.Replace(text, []byte("SecGame\n\nSeed -"), []byte("Game\n\nSeed "), 1) // we write neither
	enginetest.RequireRecordAgain(t, Game, text, s.Text(), record.names, seed, turns)
}

// requireBoardFile reads a board file and, if its board is fixed, asserts that it
// is written back to the byte. The layout of others is up to who wrote them.
func requireBoardFile(t *testing.T, file string) {
	t.Helper()
	text, err := readFile(file)
	require.NoError(t, err)
	s, err := rules{}.ReadSetup(text)
	require.NoError(t, err)
	if s.board != nil {
		require.Equal(t, string(text), string(s.Text()))
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

// departs reports whether the original program may leave the rules in this round,
// or has done so before in a way that shows now. Rules 17.
func (r tracedRound) departs() bool {
	return strings.Contains(r.flags, "Q1") || strings.Contains(r.flags, "Q2") || strings.Contains(r.flags, "P")
}

// readTrace reads the rounds of a trace and the last state of the random source.
func readTrace(text []byte, record *record) ([]tracedRound, uint64, error) {
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
		for clan := range after.setup.settings.Players {
			one.turns = append(one.turns, engine.Turn[*Commands]{Commands: readCommands(r), Status: after.status[clan]})
		}
		rounds = append(rounds, one)
	}
	r.Expect("end")
	r.Expect("rng")
	end := r.Int("the last state of the random source", 0, math.MaxInt32)
	r.End()
	if r.Err() != nil {
		return nil, 0, fmt.Errorf("trace: %w", r.Err())
	}
	return rounds, uint64(end), nil
}

// isWord reports whether a word of a trace is not a number, nor the end.
func isWord(word string) bool {
	_, err := strconv.Atoi(word)
	return err != nil && word != ""
}

func readCommands(r *cnf.Reader) *Commands {
	var given []Command
	for r.Err() == nil {
		word := r.Peek()
		id := r.Int("a unit", math.MinInt32, math.MaxInt32)
		// A unit -1 that is commanded is followed by a letter, the end is not.
		if next := r.Peek(); word == "-1" && (len(next) != 1 || !strings.Contains(dirLetters[1:], next)) {
			break
		}
		given = append(given, Command{UnitID(id), readDir(r)})
	}
	return orders(given...)
}

// readDir reads the letter of a direction.
func readDir(r *cnf.Reader) Dir {
	word := r.Word("a direction")
	d := Dir(strings.Index(dirLetters, word))
	if len(word) != 1 || !d.valid() {
		r.Reject("b, w, r, x, t, y, l, z or n")
		return 0
	}
	return d
}

// departure is where a match that is played again leaves its record.
type departure struct {
	round   int
	flagged bool
	err     error
}

func (d *departure) Error() string { return fmt.Sprintf("round %d: %v", d.round, d.err) }

// replay plays a record again, by the rules or as the original program did, and
// returns the first difference.
func replay(text, trace []byte, original bool) error {
	record, err := readRecord(text)
	if err != nil {
		return err
	}
	if !bytes.Equal(record.text(), text) {
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
		played = playRound(played, round.turns, source, original)
		if err := compare(record.states[k+1], played); err != nil {
			return &departure{k + 1, round.departs(), err}
		}
	}
	if err := compareSource(end, source); err != nil {
		return &departure{len(rounds), len(rounds) > 0 && rounds[len(rounds)-1].departs(), fmt.Errorf("end: %w", err)}
	}
	return nil
}

// playRound plays a round, by the rules or as the original program did.
func playRound(m *match, turns []engine.Turn[*Commands], source engine.Source, original bool) *match {
	r := during(faulty(m, original), source)
	r.play(turns)
	return r.match
}

// begin begins the match of a record: on the board that its seed generates, or,
// if that does not lead to the first state, on that of the first state.
func begin(record *record, first uint64) (*match, *engine.ClassicSource, error) {
	s := record.states[0].setup.Clone()
	s.board = nil
	generated, source, err := beginOn(s, record, first)
	if err == nil {
		return generated, source, nil
	}
	s.board = firstBoard(record.states[0])
	played, source, fixed := beginOn(s, record, first)
	if fixed != nil && generated != nil && slices.Equal(generated.setup.board.cells.Cells(), s.board.cells.Cells()) {
		return nil, nil, err
	}
	if fixed != nil {
		return nil, nil, fmt.Errorf("board: not the one of the seed, and if it was fixed: %w", fixed)
	}
	return played, source, nil
}

// firstBoard returns the board on which the units were placed: the dwarves own what
// they stand on, and were given it just then.
func firstBoard(m *match) *board {
	b := &board{m.cells.Clone()}
	for _, u := range m.units {
		if u.Kind == Dwarf && b.cells.At(u.Pos) == ownedBy(u.Owner) {
			b.cells.Set(u.Pos, cave)
		}
	}
	return b
}

func beginOn(s *setup, record *record, first uint64) (*match, *engine.ClassicSource, error) {
	seed, err := strconv.ParseUint(strings.TrimPrefix(record.seed, "-"), 10, 64)
	if err != nil {
		return nil, nil, err
	}
	source := engine.NewClassic(seed)
	played, err := s.New(engine.NewRand(source))
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
	record, err := readRecord(text)
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
		for _, original := range []bool{true, false} {
			if !original && round.departs() {
				continue
			}
			source := engine.NewClassic(round.rng)
			played := playRound(record.states[k], round.turns, source, original)
			err := errors.Join(compare(record.states[k+1], played), compareSource(next, source))
			if err != nil {
				return fmt.Errorf("round %d for itself, as the original %v: %w", k+1, original, err)
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
func compare(recorded, played *match) error {
	for k := range max(len(recorded.moves), len(played.moves)) {
		if want, got := engine.LookUp(recorded.moves, k, Command{}), engine.LookUp(played.moves, k, Command{}); want != got {
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

func TestDepartureIsFlagged(t *testing.T) {
	require.True(t, tracedRound{flags: "Q1"}.departs())
	require.True(t, tracedRound{flags: "Q2,Q3"}.departs())
	require.True(t, tracedRound{flags: "P Q3"}.departs())
	require.False(t, tracedRound{flags: "Q3"}.departs())
	require.False(t, tracedRound{flags: "-"}.departs())
}
