package battleroyale

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
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
	"github.com/botarena/arena/engine/enginetest"
)

var update = flag.Bool("update", false, "write the files in testdata again")

// TestOriginalRecords explains the matches of the original program.
func TestOriginalRecords(t *testing.T) {
	for _, file := range enginetest.Records(t, "battleroyale", "*.br", "*.br.gz") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := readFile(file)
			require.NoError(t, err)
			require.NoError(t, replay(text))
		})
	}
	for _, file := range enginetest.Boards(t, "battleroyale") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := readFile(file)
			require.NoError(t, err)
			s, err := rules{}.ReadSetup(text)
			require.NoError(t, err)
			again, err := rules{}.ReadSetup(s.Text())
			require.NoError(t, err)
			require.Equal(t, s, again)
		})
	}
}

// TestRecordsAreWrittenAgain has the positions of records written as those of a match.
// The matches can't be played again, as nobody knows the original's draws.
func TestRecordsAreWrittenAgain(t *testing.T) { // rules 10
	requireWritten(t, ownRecord)
	for _, file := range enginetest.Records(t, "battleroyale", "*.br", "*.br.gz") {
		t.Run(filepath.Base(file), func(t *testing.T) { requireWritten(t, file) })
	}
}

func requireWritten(t *testing.T, file string) {
	t.Helper()
	text, err := readFile(file)
	require.NoError(t, err)
	record, err := readRecord(text)
	require.NoError(t, err)
	written := rules{}.AppendRecordHead(nil, "", record.names, record.states[0])
	for _, m := range record.states[1:] {
		written = rules{}.AppendRecordRound(written, m)
	}
	require.True(t, bytes.Equal(text, written))
}

// The original repeats the scores of the board file, whatever it has painted since.
func TestTheFirstScoresOfARecordAreThoseOfTheBoardFile(t *testing.T) { // rules 10, 13
	generated := rules{}.Default()
	m, err := generated.New(engine.NewRand(seeded(1)))
	require.NoError(t, err)
	require.NotZero(t, m.scores[0])
	require.Contains(t, string(rules{}.AppendRecordHead(nil, "", make([]string, 4), m)), "\nscore 0 0 0 0\n")

	fixed, err := rules{}.ReadSetup(m.Setup().Text())
	require.NoError(t, err)
	again, err := fixed.New(engine.NewRand(seeded(2)))
	require.NoError(t, err)
	require.Equal(t, m.scores, again.scores)
	record := string(rules{}.AppendRecordHead(nil, "", make([]string, 4), again))
	require.Contains(t, record, string(cnf.AppendInts([]byte("\nscore"), m.scores)))
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

// replay explains every round of a record. The error names the first one that has
// no explanation.
func replay(text []byte) error {
	record, err := readRecord(text)
	if err != nil {
		return err
	}
	if !bytes.Equal(record.text(), text) {
		return errors.New("the record written back is another")
	}
	for k, after := range record.states[1:] {
		if err := explain(record.states[k], after); err != nil {
			return fmt.Errorf("round %d: %w", after.setup.first+after.round, err)
		}
	}
	return nil
}

// ownRecord is a record of a match that this package played itself.
const ownRecord = "testdata/own.br.gz"

// TestOwnRecord checks that the rules are still those with which the record was made.
// Unlike the records of the original program, this one is always there.
func TestOwnRecord(t *testing.T) {
	if *update {
		writeFile(t, ownRecord, newRecord(playMatch(t, 30, 7)).text())
	}
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	require.NoError(t, replay(text))
	require.True(t, bytes.Equal(text, newRecord(playMatch(t, 30, 7)).text()), "the same match is another now")
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

// newRecord makes a record of the states of a match.
func newRecord(states []*match) *record {
	r := &record{names: []string{"Random", "Hunter", "Settler", "Sloppy"}, states: states, scores: make([]int, 4)}
	for range states {
		r.status = append(r.status, []string{"0", "0", "0", "0"})
	}
	return r
}

// playMatch plays a match on a small board in which everything happens that can
// happen.
func playMatch(t testing.TB, rounds int, seed int) []*match {
	t.Helper()
	s := rules{}.Default()
	s.settings.Rows, s.settings.Cols, s.settings.Rounds = 17, 16, rounds
	s.settings.Farmers, s.settings.Knights = 6, 8
	s.settings.FarmersRegen = 5
	r := engine.NewRand(seeded(seed))
	m, err := s.New(r)
	require.NoError(t, err)
	states := []*match{m}
	for range rounds {
		turns := make([]engine.Turn[*Commands], 4)
		for player, play := range []func(*State, *Commands){Random, hunt, settle, sloppy} {
			state := m.View(engine.NewSeat(player, make([]string, 4), uint64(4*seed+player+100*m.round)))
			turns[player].Commands = state.Commands()
			play(state, turns[player].Commands)
		}
		m = m.Step(turns, r, nil)
		states = append(states, m)
	}
	return states
}

// hunt sends every unit to the nearest enemy.
func hunt(s *State, c *Commands) {
	var enemies []Pos
	for enemy := range s.Enemies(s.Me()) {
		enemies = append(enemies, enemy.Pos)
	}
	ways := s.WaysTo(enemies...)
	for u := range s.Units() {
		if u.Owner == s.Me() {
			c.Move(u.ID, ways.Step(u.Pos))
		}
	}
}

// settle sends every farmer to the nearest tile that is not its player's.
func settle(s *State, c *Commands) {
	ways := s.WaysTo(s.Paintable(s.Me())...)
	for farmer := range s.Farmers(s.Me()) {
		c.Move(farmer.ID, ways.Step(farmer.Pos))
	}
}

// sloppy does what hunt does, and everything that one should not do.
func sloppy(s *State, c *Commands) {
	c.Move(-1, North)
	c.Move(UnitID(s.NumUnits()), South)
	c.Move(0, East)
	for farmer := range s.Farmers(s.Me()) {
		c.Move(farmer.ID, Dir(0))
		c.Move(farmer.ID, None)
		break
	}
	hunt(s, c)
	Random(s, c)
}

// TestSearchFindsOurOwnDraws explains matches with more in a round than there is
// in the original ones. They have damages of 70, too.
func TestSearchFindsOurOwnDraws(t *testing.T) { // rules 15
	for seed := range 5 {
		require.NoError(t, replay(newRecord(playMatch(t, 40, seed)).text()), seed)
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
		{"health", "round 9: unit 3: ", func(r *record) { r.states[9].units[3].Health-- }},
		{"owner", "round 12: unit 5: ", func(r *record) { u := &r.states[12].units[5]; u.Owner = (u.Owner + 1) % 4 }},
		{"position", "round 1: unit 7: ", func(r *record) { r.states[1].moveAway(7) }},
		{"last position", "round 30: unit 50: ", func(r *record) { r.states[30].moveAway(50) }},
		{"position at the start", "round 1: movement ", func(r *record) { r.states[0].moveAway(9) }},
		{"colour", "round 20: tile (3, 4): ", func(r *record) {
			c := r.states[20].colours
			c.Set(Pos{Row: 3, Col: 4}, 3-c.At(Pos{Row: 3, Col: 4}))
		}},
		{"score", "round 17: score of player 2: ", func(r *record) { r.states[17].scores[2]-- }},
		{"last score", "round 30: score of player 3: ", func(r *record) { r.states[30].scores[3]++ }},
		{"unit of a movement", "round 5: movement 2: ", func(r *record) {
			moves := r.states[5].moves
			moves[2].Unit = moves[3].Unit
		}},
		{"direction of a movement", "round 6: movement 0: ", func(r *record) {
			c := &r.states[6].moves[0]
			c.Dir = opposite(c.Dir)
		}},
		{"movement left out", "round 8: movement ", func(r *record) { r.states[8].moves = r.states[8].moves[1:] }},
		{"movement too many", "round 8: movement ", func(r *record) {
			r.states[8].moves = append(r.states[8].moves, r.states[8].moves[0])
		}},
		{"players mixed", "round 4: movement ", func(r *record) {
			moves := r.states[4].moves
			moves[0], moves[len(moves)-1] = moves[len(moves)-1], moves[0]
		}},
		{"action left out", "round 7: movement ", func(r *record) {
			m := r.states[7]
			m.actions[1] = slices.DeleteFunc(m.actions[1], func(c Command) bool { return slices.Contains(m.moves, c) })
		}},
		{"direction of an action", "round 3: movement 0: ", func(r *record) {
			m := r.states[3]
			for _, actions := range m.actions {
				if k := slices.Index(actions, m.moves[0]); k >= 0 {
					actions[k].Dir = opposite(actions[k].Dir)
				}
			}
		}},
		{"damage", "round 2: unit 19: ", func(r *record) {
			v := &r.states[0].setup.settings // that of all states
			v.DamageMin, v.DamageMax = 1, 2
		}},
		{"walls", "position 3: line ", func(r *record) {
			m := r.states[3]
			m.board = &board{m.board.tiles.Clone(), m.board.colours}
			m.board.tiles.Set(Pos{Row: 16, Col: 0}, Empty)
		}},
	} {
		t.Run(change.name, func(t *testing.T) {
			record, err := readRecord(text)
			require.NoError(t, err)
			change.make(record)
			require.ErrorContains(t, replay(record.text()), change.want)
		})
	}
}

// moveAway puts a unit on a far free tile without painting it.
func (m *match) moveAway(id UnitID) {
	m.put(id, m.freeTile(m.board.whole(), (m.where(id).Row*m.at.Cols()+100)%150))
}

// The original does not heal units that were told to stay; here they rest.
func TestOrderToStayIsNoMistake(t *testing.T) { // rules 7.3, 13
	start := meadow(t, knight(0, 1, 1, 50), knight(0, 5, 5, 110), knight(1, 7, 7, 50))
	end := step(start, seeded(1), say{0, 0, None}, say{0, 1, None})
	require.NoError(t, explain(start, end))
	end.units[0].Health, end.units[1].Health = 50, 110
	require.NoError(t, explain(start, end))
	end.units[0].Health = 51
	require.ErrorContains(t, explain(start, end), "unit 0: ")
	end.units[0].Health, end.units[2].Health = 50, 50
	require.ErrorContains(t, explain(start, end), "unit 2: ")
}

func TestRecordRefused(t *testing.T) { // rules 10
	whole, err := readFile(ownRecord)
	require.NoError(t, err)
	for _, c := range []struct{ name, old, by, want string }{
		{"other file", "battleroyale", "Game", `line 1, column 1: found "Game", expected "battleroyale"`},
		{
			"round", "\nround 0\n", "\nround 30\n",
			`position 0: line 17, column 7: found "30", expected the number of the position (an integer from 0 to 29)`,
		},
		{"next round", "\nround 1\n", "\nround 2\n", `found "2", expected the number of the position (exactly 1)`},
		{"status", "status 0", "status zero", `found "zero", expected a status (a number)`},
		{"player", "actions\n0\n", "actions\n1\n", `found "1", expected the player (exactly 0)`},
		{"unit", "actions\n0\n", "actions\n0\n-2\n", `found "-2", expected a unit, or -1 (an integer, at least -1)`},
		{"direction", "actions\n0\n0 ", "actions\n0\n0 x\n0 ", `found "x", expected one of the letters tbrln`},
		{"movement", "movements\n", "movements\n56 t\n", `found "56", expected a unit, or -1 (an integer from -1 to 55)`},
		{"movement to nowhere", "movements\n", "movements\n5 n\n", `found "n", expected one of the letters tbrl`},
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
	first, rest, _ := strings.Cut(string(whole), "actions")
	_, err = readRecord([]byte(first + "actions" + strings.Replace(rest, "\nf ", "\nk ", 1)))
	require.ErrorContains(t, err, `found "k", expected the farmer that unit 0 is`)
}

func TestRecordHasEverything(t *testing.T) { // rules 10, 11, 12
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	changed := strings.Replace(string(text), "status 0 0 0 0", "status 0.12345678 -1 -2.5 0", 1)
	record, err := readRecord([]byte(changed))
	require.NoError(t, err)
	require.Equal(t, changed, string(record.text()))
	require.Len(t, record.states, 31)
	require.Equal(t, []string{"Random", "Hunter", "Settler", "Sloppy"}, record.names)
	first := seen(record.states[0], 2)
	require.Equal(
		t, []float64{0.123457, -1, -1, 0}, []float64{first.Status(0), first.Status(1), first.Status(2), first.Status(3)})
	require.Equal(t, 6, first.Score(3), "counted, though the file says 0")
	require.Equal(t, 30, seen(record.states[30], 1).Round())
	require.NotEmpty(t, record.states[1].moves)
	require.NotEmpty(t, record.states[1].actions[1])
}

func TestRecordIsABoardFile(t *testing.T) { // rules 2
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	s, err := rules{}.ReadSetup(text)
	require.NoError(t, err)
	record, err := readRecord(text)
	require.NoError(t, err)
	m, err := s.New(engine.NewRand(seeded(1)))
	require.NoError(t, err)
	require.Equal(t, record.states[0].units, m.units)
	require.Equal(t, record.states[0].colours, m.colours)
}

func FuzzReadRecord(f *testing.F) {
	f.Add(newRecord(playMatch(f, 1, 1)).text())
	f.Fuzz(func(t *testing.T, text []byte) {
		if record, err := readRecord(text); err == nil {
			again, err := readRecord(record.text())
			require.NoError(t, err)
			require.Equal(t, record.text(), again.text())
		}
	})
}

// text writes the record as the original program does, to the byte. Rules 10.
func (r *record) text() []byte {
	text := r.states[0].appendPosition(r.states[0].setup.appendHead(nil, r.names), r.scores, r.status[0])
	for k, m := range r.states[1:] {
		text = m.appendPosition(m.appendPlayed(text), m.scores, r.status[k+1])
	}
	return text
}
