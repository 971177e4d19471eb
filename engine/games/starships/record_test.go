package starships

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
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
func TestOriginalRecords(t *testing.T) {
	for _, file := range enginetest.Records(t, "starships", "*.res", "*.res.gz") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := readFile(file)
			require.NoError(t, err)
			require.NoError(t, replay(text))
		})
	}
	for _, file := range enginetest.Boards(t, "starships") {
		t.Run(filepath.Base(file), func(t *testing.T) { requireBoardFile(t, file) })
	}
}

// TestRecordsAreWrittenAgain plays the matches of records as the arena does, and has
// them written.
func TestRecordsAreWrittenAgain(t *testing.T) { // rules 8
	requireWritten(t, ownRecord)
	for _, file := range enginetest.Records(t, "starships", "*.res", "*.res.gz") {
		t.Run(filepath.Base(file), func(t *testing.T) { requireWritten(t, file) })
	}
}

func requireWritten(t *testing.T, file string) {
	t.Helper()
	text, err := readFile(file)
	require.NoError(t, err)
	record, err := readRecord(text)
	require.NoError(t, err)
	var turns [][]engine.Turn[engine.Commands]
	for _, m := range record.states[1:] {
		given := m.turns()
		for player := range given {
			given[player].Status = m.status[player]
		}
		turns = append(turns, enginetest.Untyped(given))
	}
	text = bytes.Replace(text, []byte("secgame\t1\nseed\t-"), []byte("secgame\t0\nseed\t"), 1) // we write neither
	text = bytes.Replace(text, []byte("secgame\t1"), []byte("secgame\t0"), 1)
	enginetest.RequireRecordAgain(t, Game, text, record.states[0].setup.Text(), record.names, record.classicSeed(), turns)
}

// requireBoardFile reads a board file, writes it and reads it again. The layout of
// the file is up to who wrote it. Files that are to be refused say so in their name.
func requireBoardFile(t *testing.T, file string) {
	t.Helper()
	text, err := readFile(file)
	require.NoError(t, err)
	s, err := rules{}.ReadSetup(text)
	if strings.Contains(file, "invalid") {
		var at *cnf.Error
		require.ErrorAs(t, err, &at)
		return
	}
	require.NoError(t, err)
	again, err := rules{}.ReadSetup(s.Text())
	require.NoError(t, err)
	require.Equal(t, s, again)
	m, err := s.New(nil)
	require.NoError(t, err)
	for range 50 {
		m = step(m, newClassic(1))
	}
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

// replay plays a record again, from its seed, its first state and the commands
// asked, and returns the first difference.
func replay(text []byte) error {
	record, err := readRecord(text)
	if err != nil {
		return err
	}
	if !bytes.Equal(record.text(), text) {
		return errors.New("the record written back is another")
	}
	r := engine.NewRand(rules{}.Classic(record.classicSeed()))
	played, err := record.states[0].setup.New(nil)
	if err != nil {
		return fmt.Errorf("round 0: %w", err)
	}
	if err := compare(record.states[0], played); err != nil {
		return fmt.Errorf("round 0: %w", err)
	}
	for _, recorded := range record.states[1:] {
		played = played.Step(recorded.turns(), r, nil)
		if err := compare(recorded, played); err != nil {
			return fmt.Errorf("round %d: %w", recorded.round, err)
		}
	}
	return nil
}

// compare returns the first difference of a state that was played from the one
// that was recorded.
func compare(recorded, played *match) error {
	for player := range players {
		for _, list := range []struct {
			name             string
			recorded, played []Command
		}{
			{"asked", recorded.asked[player], played.asked[player]},
			{"done", recorded.done[player], played.done[player]},
		} {
			for k := range max(len(list.recorded), len(list.played)) {
				none := Command{Unit: -1}
				if want, got := engine.LookUp(list.recorded, k, none), engine.LookUp(list.played, k, none); want != got {
					return fmt.Errorf("command %d %s by player %d: %+v, recorded %+v", k, list.name, player, got, want)
				}
			}
		}
	}
	for id, want := range recorded.units {
		if got := played.units[id]; want != got {
			return fmt.Errorf("starship %d: %+v, recorded %+v", id, got, want)
		}
	}
	for k := range max(len(recorded.shots), len(played.shots)) {
		none := Shot{-1, -1, -1, nowhere}
		if want, got := engine.LookUp(recorded.shots, k, none), engine.LookUp(played.shots, k, none); want != got {
			return fmt.Errorf("missile %d: %+v, recorded %+v", k, got, want)
		}
	}
	for k, want := range recorded.cells.Cells() {
		if got := played.cells.Cells()[k]; want != got {
			return fmt.Errorf("cell %v: %v, recorded %v", recorded.cells.Pos(k), got.kind(), want.kind())
		}
	}
	if recorded.nextShot != played.nextShot {
		return fmt.Errorf("next missile: %d, recorded %d", played.nextShot, recorded.nextShot)
	}
	for player, want := range recorded.scores {
		if got := played.scores[player]; want != got {
			return fmt.Errorf("score of player %d: %d, recorded %d", player, got, want)
		}
	}
	return nil
}

// ownRecord is a record of a match that this package played itself.
const ownRecord = "testdata/own.res.gz"

// TestOwnRecord checks that the rules are still those with which the record was made.
// Unlike the records of the original program, this one is always there.
func TestOwnRecord(t *testing.T) {
	if *update {
		writeFile(t, ownRecord, playOwn(t))
	}
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	require.NoError(t, replay(text))
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

// playOwn plays a small match in which everything happens that can happen.
func playOwn(t *testing.T) []byte {
	t.Helper()
	const seed = -7
	s := rules{}.Default()
	s.settings.Rounds, s.settings.RoundsToRegenerate = 60, 4
	r := engine.NewRand(newClassic(7))
	m, err := s.New(nil)
	require.NoError(t, err)
	record := &record{
		judged: true, seed: strconv.Itoa(seed), names: []string{"Random", "Shooter", "Idle", "Sloppy"},
		states: []*match{m},
	}
	seats := seatsOf(record.names, 0)
	for range s.settings.Rounds {
		turns := playedBy(m, seats, Random, shootAll, func(*State, *Commands) {}, sloppy)
		for player := range turns {
			turns[player].Status = engine.Status(m.round * 10000 * player)
		}
		if m.round > 40 {
			turns[3] = engine.Turn[*Commands]{Status: engine.Frozen}
		}
		m = m.Step(turns, r, nil)
		record.states = append(record.states, m)
	}
	return record.text()
}

// shootAll shoots as long as there are missiles, and then moves at random.
func shootAll(s *State, c *Commands) {
	for ship := range s.Starships(s.Me()) {
		if ship.Missiles > 0 {
			c.Shoot(ship.ID)
		}
	}
	Random(s, c)
}

// sloppy does everything that one should not do.
func sloppy(s *State, c *Commands) {
	c.Move(-1, Fast)
	c.Move(UnitID(s.NumUnits()), Fast)
	c.Shoot(0)
	for ship := range s.Units() {
		if ship.Owner == s.Me() {
			c.Move(ship.ID, 0)
			c.Move(ship.ID, Dirs()[s.Rand().Draw(0, 8)])
			c.Shoot(ship.ID)
		}
	}
}

// TestChangedRecordFails checks that a change of any number of a record is noticed.
func TestChangedRecordFails(t *testing.T) {
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	for _, change := range []struct {
		name, want string
		make       func(*record)
	}{
		{"ammunition", "round 9: starship 3:", func(r *record) { r.states[9].units[3].Missiles++ }},
		{"row", "round 1: starship 2:", func(r *record) { r.states[1].units[2].Pos.Row++ }},
		{"column", "round 1: starship 4:", func(r *record) { r.states[1].units[4].Pos.Col++ }},
		{"position at the start", "round 1: ", func(r *record) { r.states[0].units[4].Pos.Col-- }},
		{"countdown", "starship", func(r *record) { r.firstDead().Countdown++ }},
		{"missile number", "round 2: missile", func(r *record) { s := r.states[2].shots; s[len(s)-1].ID++ }},
		{"missile row", "round 2: missile", func(r *record) { s := r.states[2].shots; s[len(s)-1].Pos.Row-- }},
		{"missile column", "round 2: missile", func(r *record) { s := r.states[2].shots; s[len(s)-1].Pos.Col++ }},
		{"missile's shooter", "round 2: missile", func(r *record) { s := r.states[2].shots; s[0].Unit ^= 1 }},
		{"missile left out", "round 2: missile", func(r *record) { r.states[2].shots = r.states[2].shots[1:] }},
		{"score", "round 30: score of player 2:", func(r *record) { r.states[30].scores[2]++ }},
		{"last score", "round 60: score of player 3:", func(r *record) { r.states[60].scores[3]++ }},
		{"asteroid", "round 20: cell (1, 5):", func(r *record) { r.states[20].cells.Set(Pos{Row: 1, Col: 5}, pointBonus) }},
		{"asteroid too many", "round 60: cell (0, 59):", func(r *record) {
			r.states[60].cells.Set(Pos{Row: 0, Col: 59}, asteroid)
		}},
		{"command", "round 1: command 0 done by player 1:", func(r *record) {
			c := r.states[1].done[1]
			c[0] = Command{c[0].Unit, false, Up}
		}},
		{"command left out", "round 1: command 0 done by player 1:", func(r *record) {
			r.states[1].done[1] = r.states[1].done[1][1:]
		}},
		{"command not asked", "round 1: command 1 done by player 1:", func(r *record) {
			r.states[1].asked[1] = r.states[1].asked[1][:1]
		}},
		{"command twice", "round 1: command 2 asked by player 1:", func(r *record) {
			r.states[1].asked[1] = append(slices.Clone(r.states[1].asked[1]), r.states[1].asked[1][0])
		}},
		{"seed", "round 1: ", func(r *record) { r.seed = "-6" }},
		{"setting", "round ", func(r *record) { r.states[0].setup.settings.RoundsToRegenerate++ }},
		{"round", `state 3: line`, func(r *record) { r.states[3].round++ }},
	} {
		t.Run(change.name, func(t *testing.T) {
			record, err := readRecord(text)
			require.NoError(t, err)
			change.make(record)
			require.ErrorContains(t, replay(record.text()), change.want)
		})
	}
}

// firstDead is the first starship of a record that is dead.
func (r *record) firstDead() *Unit {
	for _, m := range r.states {
		for id := range m.units {
			if !m.units[id].Alive {
				return &m.units[id]
			}
		}
	}
	return nil
}

// TestOwnRecordHasAll asserts that the record is worth replaying.
func TestOwnRecordHasAll(t *testing.T) {
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	record, err := readRecord(text)
	require.NoError(t, err)
	refused, shots, back, bonuses := 0, 0, 0, 0
	for k, m := range record.states[1:] {
		before := record.states[k]
		for player := range players {
			refused += len(m.asked[player]) - len(m.done[player])
		}
		shots += int(m.countShots())
		for id, ship := range m.units {
			if ship.Alive && !before.units[id].Alive {
				back++
			}
		}
		if m.scores != before.scores {
			bonuses++
		}
	}
	for _, n := range []int{refused, shots, back, bonuses} {
		require.GreaterOrEqual(t, n, 3)
	}
}

func TestRecordRefused(t *testing.T) { // rules 8
	whole, err := readFile(ownRecord)
	require.NoError(t, err)
	for _, c := range []struct{ name, old, by, want string }{
		{"other file", "starwar", "Game", `line 1, column 1: found "Game", expected "starwar"`},
		{
			"judge", "secgame\t1", "secgame\t2",
			`line 2, column 9: found "2", expected whether the judge's program has played (an integer from 0 to 1)`,
		},
		{"seed", "seed\t-7", "seed\t?", `line 3, column 6: found "?", expected the seed (an integer)`},
		{"round", "rnd 0", "rnd 1", `state 0: line 19, column 5: found "1", expected the round (exactly 0)`},
		{"commands", "actions_done", "actions", `found "actions", expected "actions_done"`},
		{"player", "actions_asked\n\n0", "actions_asked\n\n1", `found "1", expected a player (exactly 0)`},
		{"another's starship", "\n2 s 0 1", "\n4 s 0 1", `found "4", expected -1, or a starship (an integer from 2 to 3)`},
		{"action", "\n2 s 0 1", "\n2 x 0 1", `found "x", expected m or s`},
		{"rows", "\n2 s 0 1", "\n2 m 2 1", `found "2", expected the rows of a move (an integer from -1 to 1)`},
		{"columns", "\n2 s 0 1", "\n2 m 0 3", `found "3", expected the columns of a move (an integer from 0 to 2)`},
		{"shot", "\n2 s 0 1", "\n2 s 0 2", `found fast, expected 0 1, as it is a shot`},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := strings.Replace(string(whole), c.old, c.by, 1)
			require.NotEqual(t, string(whole), changed)
			_, err := readRecord([]byte(changed))
			require.ErrorContains(t, err, c.want)
			var at *cnf.Error
			require.ErrorAs(t, err, &at)
		})
	}
	_, err = readRecord(append(whole, "more"...))
	require.ErrorContains(t, err, `found "more", expected the end of the file`)
	_, err = readRecord(whole[:len(whole)-10])
	require.ErrorContains(t, err, "found the end of the file")
}

func TestRecordHasWhatItSays(t *testing.T) {
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	record, err := readRecord(text)
	require.NoError(t, err)
	require.True(t, record.judged)
	require.Equal(t, "-7", record.seed)
	require.Equal(t, []string{"Random", "Shooter", "Idle", "Sloppy"}, record.names)
	require.Len(t, record.states, 61)
	require.Equal(t, 60, record.states[60].round)
	require.Equal(t, engine.Frozen, record.states[60].status[3])
	require.EqualValues(t, 200000, record.states[11].status[2])
	both := []Command{{2, true, Default}, {3, true, Default}}
	require.Equal(t, both, record.states[1].asked[1])
	require.Equal(t, both, record.states[1].done[1])

	// What a state of a record leads to has the numbers that the match gave.
	for rounds := range 20 {
		require.Equal(t, record.states[rounds].nextShot+record.states[rounds+1].countShots(),
			record.states[rounds+1].nextShot)
	}
}

func FuzzReadRecord(f *testing.F) {
	m := opening(f)
	m.setup.settings.Rounds = 1
	record := record{names: []string{"a", "b", "c", "d"}, states: []*match{m, step(m, newClassic(1), shoot(2))}}
	f.Add(record.text())
	f.Fuzz(func(t *testing.T, text []byte) {
		if record, err := readRecord(text); err == nil {
			again, err := readRecord(record.text())
			require.NoError(t, err)
			require.Equal(t, record.text(), again.text())
		}
	})
}

// text writes the record as the original program does, to the byte. Rules 8.
func (r *record) text() []byte {
	judged := "0"
	if r.judged {
		judged = "1"
	}
	text := r.states[0].append(r.states[0].setup.appendHead(nil, judged, r.seed, r.names))
	for _, m := range r.states[1:] {
		text = rules{}.AppendRecordRound(text, m)
	}
	return text
}
