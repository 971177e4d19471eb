package orkisland

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
	"github.com/botarena/arena/engine/commands"
	"github.com/botarena/arena/engine/enginetest"
	"github.com/botarena/arena/engine/enginetest/tier"
)

var update = flag.Bool("update", false, "write the files in testdata again")

// TestOriginalRecords plays the matches of the original program again.
func TestOriginalRecords(t *testing.T) {
	for _, file := range enginetest.Records(t, "orkisland", "*.out", "*.out.gz") {
		t.Run(filepath.Base(file), func(t *testing.T) { require.NoError(t, replayFile(file)) })
	}
	for _, file := range enginetest.Boards(t, "orkisland") {
		t.Run(filepath.Base(file), func(t *testing.T) { requireBoardFile(t, file) })
	}
}

// TestRecordsAreWrittenAgain plays the matches of records as the arena does, and has
// them written.
func TestRecordsAreWrittenAgain(t *testing.T) { // rules 12
	requireWritten(t, ownRecord)
	for i, file := range enginetest.Records(t, "orkisland", "*.out", "*.out.gz") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if i > 0 {
				tier.Night(t, "one record shows the form")
			}
			requireWritten(t, file)
		})
	}
}

func requireWritten(t *testing.T, file string) {
	t.Helper()
	text, requests, err := readRecordFiles(file)
	require.NoError(t, err)
	record, err := readRecord(text)
	require.NoError(t, err)
	first, _, err := begin(record)
	require.NoError(t, err)
	seed, err := strconv.ParseUint(record.seed, 10, 64)
	require.NoError(t, err)
	s := *record.states[0].setup
	if s.board != first.board { // it was generated
		s.board = nil
	}
	var turns [][]engine.Turn[engine.Commands]
	calls := cnf.NewReader(requests)
	for round, recorded := range record.states[1:] {
		given, err := readRequests(calls, round, recorded)
		require.NoError(t, err)
		turns = append(turns, enginetest.Untyped(given))
	}
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

// replayFile plays a record again.
func replayFile(file string) error {
	text, requests, err := readRecordFiles(file)
	if err != nil {
		return err
	}
	return replay(text, requests)
}

// readRecordFiles reads a record and the requests from the file beside it.
func readRecordFiles(file string) (text, requests []byte, err error) {
	if text, err = readFile(file); err != nil {
		return nil, nil, err
	}
	base := strings.TrimSuffix(strings.TrimSuffix(file, ".gz"), ".out")
	requests, err = readFile(base + ".requests.gz")
	if errors.Is(err, fs.ErrNotExist) {
		requests, err = readFile(base + ".requests")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("a record needs the requests of its match in %s.requests or .requests.gz: %w", base, err)
	}
	return text, requests, nil
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

// replay plays a record again and returns the first difference.
func replay(text, requests []byte) error {
	record, err := readRecord(text)
	if err != nil {
		return err
	}
	if !bytes.Equal(record.text(), text) {
		return errors.New("the record written back is another")
	}
	played, r, err := begin(record)
	if err != nil {
		return fmt.Errorf("round 0: %w", err)
	}
	calls := cnf.NewReader(requests)
	for round, recorded := range record.states[1:] {
		turns, err := readRequests(calls, round, recorded)
		if err != nil {
			return err
		}
		played = played.Step(turns, r, nil)
		if err := compare(recorded, played); err != nil {
			return fmt.Errorf("round %d: %w", recorded.round, err)
		}
	}
	return nil
}

// begin begins the match of a record: on the board that its seed generates, or,
// if that does not lead to the first state, on the record's own.
func begin(record *record) (*match, *engine.Rand, error) {
	s := record.states[0].setup.Clone()
	s.board = nil
	generated, r, err := beginOn(s, record)
	if err == nil && generated.board.equal(record.states[0].board) {
		return generated, r, nil
	}
	played, r, err := beginOn(record.states[0].setup, record)
	if err != nil && !generated.board.equal(played.board) {
		err = fmt.Errorf("board: not the one of the seed, and if it was fixed: %w", err)
	}
	return played, r, err
}

func beginOn(s *setup, record *record) (*match, *engine.Rand, error) {
	seed, err := strconv.ParseUint(record.seed, 10, 64)
	if err != nil {
		return nil, nil, err
	}
	r := engine.NewRand(engine.NewClassic(seed))
	played, err := s.New(r)
	if err != nil {
		return nil, nil, err
	}
	return played, r, compare(record.states[0], played)
}

// readRequests reads what the players asked for in a round.
func readRequests(r *cnf.Reader, round int, recorded *match) ([]engine.Turn[*Commands], error) {
	var turns []engine.Turn[*Commands]
	r.Expect("round")
	r.Int("the round", round, round)
	for player := range recorded.setup.settings.Players {
		var given []Command
		r.Expect("player")
		r.Int("the player", player, player)
		r.Int("the number of calls", 0, math.MaxInt32)
		for range r.Int("the number of requests", 0, engine.MaxCommands) {
			id := r.Int("an ork", math.MinInt32, math.MaxInt32)
			word := r.Word("a direction")
			given = append(given, Command{UnitID(id), Dir(strings.Index(letters, word))})
		}
		turns = append(
			turns, engine.Turn[*Commands]{Commands: &Commands{list: commands.Of(given)}, Status: recorded.status[player]})
	}
	if r.Err() != nil {
		return nil, fmt.Errorf("requests: %w", r.Err())
	}
	return turns, nil
}

// compare returns the first difference of a state that was played from the one
// that was recorded.
func compare(recorded, played *match) error {
	for k := range max(len(recorded.moves), len(played.moves)) {
		if want, got := engine.LookUp(recorded.moves, k, Command{}), engine.LookUp(played.moves, k, Command{}); want != got {
			return fmt.Errorf("command %d: ork %d %v, recorded ork %d %v", k, got.Unit, got.Dir, want.Unit, want.Dir)
		}
	}
	for id, want := range recorded.units {
		if got := played.units[id]; want != got {
			return fmt.Errorf("ork %d: %+v, recorded %+v", id, got, want)
		}
	}
	for _, list := range []struct {
		name             string
		recorded, played []int
	}{
		{"owner of city", recorded.cityOwners, played.cityOwners},
		{"owner of path", recorded.pathOwners, played.pathOwners},
		{"score of player", recorded.scores, played.scores},
	} {
		for id, want := range list.recorded {
			if got := list.played[id]; want != got {
				return fmt.Errorf("%s %d: %d, recorded %d", list.name, id, got, want)
			}
		}
	}
	return nil
}

// ownRecord is a record of a match that this package played itself.
const ownRecord = "testdata/own.out.gz"

// TestOwnRecord checks that the rules are still those with which the record was made.
// Unlike the records of the original program, this one is always there.
func TestOwnRecord(t *testing.T) {
	if *update {
		text, requests := playOwn(t)
		writeFile(t, ownRecord, text)
		writeFile(t, strings.Replace(ownRecord, ".out", ".requests", 1), requests)
	}
	require.NoError(t, replayFile(ownRecord))
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
func playOwn(t *testing.T) (text, requests []byte) {
	t.Helper()
	const seed = 7
	s := rules{}.Default()
	s.settings.Size, s.settings.Orks, s.settings.Rounds, s.settings.InitialHealth = 30, 6, 40, 12
	r := engine.NewRand(engine.NewClassic(seed))
	i, err := s.New(r)
	require.NoError(t, err)
	record := &record{
		seed: strconv.Itoa(seed), names: []string{"Random", "Hunter", "Settler", "Sloppy"},
		states: []*match{i},
	}
	seats := make([]engine.Seat, len(record.names))
	for player := range seats {
		seats[player] = engine.NewSeat(player, record.names, uint64(player))
	}
	for range s.settings.Rounds {
		turns := make([]engine.Turn[*Commands], len(record.names))
		requests = fmt.Appendf(requests, "round %d\n", i.round)
		for player, play := range []func(*State, *Commands){Random, hunt, settle, sloppy} {
			state := i.View(seats[player])
			turns[player].Commands = state.Commands()
			play(state, turns[player].Commands)
			requests = appendRequests(requests, player, turns[player].Commands)
		}
		i = i.Step(turns, r, nil)
		record.states = append(record.states, i)
	}
	return record.text(), requests
}

func appendRequests(text []byte, player int, c *Commands) []byte {
	var kept []Command
	for m := range c.All() {
		if !slices.ContainsFunc(kept, func(k Command) bool { return k.Unit == m.Unit }) {
			kept = append(kept, m)
		}
	}
	text = fmt.Appendf(text, "player %d %d %d\n", player, c.Len(), len(kept))
	for _, m := range kept {
		text = fmt.Appendf(text, "%d %c\n", m.Unit, letters[max(0, m.Dir)])
	}
	return text
}

// hunt sends every ork to the nearest enemy.
func hunt(s *State, c *Commands) {
	var enemies []Pos
	for u := range s.Units() {
		if u.Owner != s.Me() {
			enemies = append(enemies, u.Pos)
		}
	}
	sendTo(s, c, enemies)
}

// sendTo sends every ork to the nearest of some targets.
func sendTo(s *State, c *Commands, targets []Pos) {
	ways := s.WaysTo(targets...)
	for ork := range s.Orks(s.Me()) {
		c.Move(ork.ID, ways.Step(ork.Pos))
	}
}

// settle sends every ork to the nearest city that is not its player's.
func settle(s *State, c *Commands) {
	var cells []Pos
	for city := range s.Cities() {
		if city.Owner != s.Me() {
			cells = append(cells, city.Cells()...)
		}
	}
	sendTo(s, c, cells)
}

// sloppy does what hunt does, and everything that one should not do.
func sloppy(s *State, c *Commands) {
	c.Move(-1, North)
	c.Move(UnitID(s.NumUnits()), South)
	c.Move(slices.Collect(s.Orks(0))[0].ID, East)
	for ork := range s.Orks(s.Me()) {
		c.Move(ork.ID, Dir(0))
		break
	}
	hunt(s, c)
	Random(s, c)
}

// TestChangedRecordFails checks that a change of any number of a record is noticed.
func TestChangedRecordFails(t *testing.T) {
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	requests, err := readFile("testdata/own.requests.gz")
	require.NoError(t, err)
	for _, change := range []struct {
		name, want string
		make       func(*record)
	}{
		{"health", "round 9: ork 3:", func(r *record) { r.states[9].units[3].Health++ }},
		{"owner", "round 12: ork 5:", func(r *record) { u := &r.states[12].units[5]; u.Owner = (u.Owner + 1) % 4 }},
		{"position", "round 1: ork 7:", func(r *record) {
			moveElsewhere(r.states[1], 7)
		}},
		{"position at the start", "round 0: ork 0:", func(r *record) {
			moveElsewhere(r.states[0], 0)
		}},
		{"score", "round 30: score of player 2:", func(r *record) { r.states[30].scores[2]-- }},
		{"last score", "round 40: score of player 3:", func(r *record) { r.states[40].scores[3]++ }},
		{"city owner", "round 20: owner of city 1:", func(r *record) {
			r.states[20].cityOwners[1] = (r.states[20].cityOwners[1] + 2) % 4
		}},
		{"path owner", "round 20: owner of path 2:", func(r *record) {
			r.states[20].pathOwners[2] = (r.states[20].pathOwners[2] + 2) % 4
		}},
		{"ork of a command", "round 5: command 2:", func(r *record) { r.states[5].moves[2].Unit++ }},
		{"direction of a command", "round 6: command 0:", func(r *record) {
			m := &r.states[6].moves[0]
			m.Dir = m.Dir%4 + 1
		}},
		{"command left out", "round 8: command", func(r *record) { r.states[8].moves = r.states[8].moves[1:] }},
		{"command too many", "round 8: command", func(r *record) {
			r.states[8].moves = append(r.states[8].moves, Command{1, East})
		}},
		{"seed", "round 0: board: not the one of the seed", func(r *record) { r.seed = "8" }},
		{"board", "round 0: board: not the one of the seed", func(r *record) { changeBoard(r.states...) }},
		{"board of one state", "state 3: line", func(r *record) { changeBoard(r.states[3]) }},
	} {
		t.Run(change.name, func(t *testing.T) {
			record, err := readRecord(text)
			require.NoError(t, err)
			change.make(record)
			require.ErrorContains(t, replay(record.text(), requests), change.want)
		})
	}
}

// moveElsewhere puts an ork on another cell.
func moveElsewhere(m *match, id UnitID) {
	r := newRound(m, nil, nil)
	r.put(id, r.anyRoom())
}

// changeBoard turns the first cell of grass into forest.
func changeBoard(states ...*match) {
	b := *states[0].board
	b.terrain = b.terrain.Clone()
	b.terrain.Cells()[slices.Index(b.terrain.Cells(), Grass)] = Forest
	for _, m := range states {
		m.board = &b
	}
}

func TestRecordRefused(t *testing.T) {
	whole, err := readFile(ownRecord)
	require.NoError(t, err)
	for _, c := range []struct{ name, old, by, want string }{
		{"other file", "Game", "Play", `line 1, column 1: found "Play", expected "Game"`},
		{"seed", "Seed 7", "Seed x", `line 3, column 6: found "x", expected the seed (an integer)`},
		{"round", "round 0\n", "round 1\n", `found "1", expected the round (exactly 0)`},
		{"status", "status 0", "status 2", `found "2", expected a status (from 0 to 1, or -1)`},
		{"command", " t\n", " n\n", `found "n", expected one of the letters tbrl`},
		{"unit", "units\n0 ", "units\n4 ", `found "4", expected an owner (an integer from 0 to 3)`},
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
	for _, bound := range []string{"-1", "1"} {
		_, err = readRecord([]byte(strings.Replace(string(whole), "status 0", "status "+bound, 1)))
		require.NoError(t, err, bound)
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
	require.Equal(t, "7", record.seed)
	require.Equal(t, []string{"Random", "Hunter", "Settler", "Sloppy"}, record.names)
	require.Len(t, record.states, 41)
	require.Equal(t, 40, record.states[40].round)
	require.NotEmpty(t, record.states[1].moves)
}

func FuzzReadRecord(f *testing.F) {
	f.Add([]byte("Game\n\nSeed 1\n\nOrkIsland 1.0"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if record, err := readRecord(text); err == nil {
			again, err := readRecord(record.text())
			require.NoError(t, err)
			require.Equal(t, record.text(), again.text())
		}
	})
}

// text writes the record as the original program does, to the byte. Rules 12.
func (r *record) text() []byte {
	text := rules{}.AppendRecordHead(nil, r.seed, r.names, r.states[0])
	for _, m := range r.states[1:] {
		text = rules{}.AppendRecordRound(text, m)
	}
	return text
}
