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
			s, err := readSetup(text)
			require.NoError(t, err)
			again, err := readSetup(s.text())
			require.NoError(t, err)
			require.Equal(t, s, again)
		})
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

// replay explains every round of a record. The error names the first one that has
// no explanation.
func replay(text []byte) error {
	record, err := ReadRecord(text)
	if err != nil {
		return err
	}
	if !bytes.Equal(record.Text(), text) {
		return errors.New("the record written back is another")
	}
	for k, after := range record.states[1:] {
		if err := explain(record.states[k], after); err != nil {
			return fmt.Errorf("round %d: %w", after.first+after.round, err)
		}
	}
	return nil
}

// ownRecord is a record of a match that this package played itself.
const ownRecord = "testdata/own.br.gz"

// TestOwnRecord holds the rules to what they were when the record was made. It is
// also a record that is there when those of the original program are not.
func TestOwnRecord(t *testing.T) {
	if *update {
		writeFile(t, ownRecord, newRecord(playMatch(t, 30, 7)).Text())
	}
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	require.NoError(t, replay(text))
	require.True(t, bytes.Equal(text, newRecord(playMatch(t, 30, 7)).Text()), "the same match is another now")
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
func newRecord(states []*battle) *Record {
	r := &Record{Names: []string{"Random", "Hunter", "Settler", "Sloppy"}, states: states, scores: make([]int, 4)}
	for range states {
		r.status = append(r.status, []string{"0", "0", "0", "0"})
	}
	return r
}

// playMatch plays a match on a small board in which all happens that can.
func playMatch(t testing.TB, rounds int, seed int) []*battle {
	t.Helper()
	s := rules{}.Default()
	s.settings.Rows, s.settings.Cols, s.settings.Rounds = 17, 16, rounds
	s.settings.Farmers, s.settings.Knights = 6, 8
	s.settings.FarmersRegen = 5
	r := engine.NewRand(seeded(seed))
	b, err := newBattle(s, r)
	require.NoError(t, err)
	states := []*battle{b}
	for range rounds {
		turns := make([]engine.Turn[*Commands], 4)
		for player, play := range []func(*State, *Commands){Random, hunt, settle, sloppy} {
			state := &State{engine.NewSeat(player, make([]string, 4), uint64(4*seed+player+100*b.round)), b}
			turns[player].Commands = newCommands(state)
			play(state, turns[player].Commands)
		}
		b = rules{}.Step(b, turns, r, nil)
		states = append(states, b)
	}
	return states
}

// hunt sends every unit to the nearest enemy.
func hunt(s *State, c *Commands) {
	var enemies []Pos
	for _, id := range s.Others(s.Me()) {
		enemies = append(enemies, s.Unit(id).Pos)
	}
	to := s.DistancesTo(enemies...)
	for u := range s.Units() {
		if u.Owner == s.Me() {
			_ = c.Move(u.ID, s.Follow(to, u.Pos))
		}
	}
}

// settle sends every farmer to the nearest tile that is not its player's.
func settle(s *State, c *Commands) {
	to := s.DistancesTo(s.OtherTiles(s.Me())...)
	for _, id := range s.Farmers(s.Me()) {
		_ = c.Move(id, s.Follow(to, s.Unit(id).Pos))
	}
}

// sloppy does what hunt does, and all that one should not do.
func sloppy(s *State, c *Commands) {
	_ = c.Move(-1, North)
	_ = c.Move(s.NumUnits(), South)
	_ = c.Move(0, East)
	if own := s.Farmers(s.Me()); len(own) > 0 {
		_ = c.Move(own[0], Dir(0))
		_ = c.Move(own[0], None)
	}
	hunt(s, c)
	Random(s, c)
}

// TestSearchFindsOurOwnDraws explains matches with more in a round than there is
// in the original ones. They have damages of 70, too.
func TestSearchFindsOurOwnDraws(t *testing.T) { // rules 15
	for seed := range 5 {
		require.NoError(t, replay(newRecord(playMatch(t, 40, seed)).Text()), seed)
	}
}

// TestChangedRecordFails shows that every number of a record counts.
func TestChangedRecordFails(t *testing.T) {
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	for _, change := range []struct {
		name, want string
		make       func(*Record)
	}{
		{"health", "round 9: unit 3: ", func(r *Record) { r.states[9].units[3].Health-- }},
		{"owner", "round 12: unit 5: ", func(r *Record) { u := &r.states[12].units[5]; u.Owner = (u.Owner + 1) % 4 }},
		{"position", "round 1: unit 7: ", func(r *Record) { r.states[1].moveAway(7) }},
		{"last position", "round 30: unit 50: ", func(r *Record) { r.states[30].moveAway(50) }},
		{"position at the start", "round 1: movement ", func(r *Record) { r.states[0].moveAway(9) }},
		{"colour", "round 20: tile (3, 4): ", func(r *Record) {
			c := r.states[20].colours
			c.Set(Pos{Row: 3, Col: 4}, 3-c.At(Pos{Row: 3, Col: 4}))
		}},
		{"score", "round 17: score of player 2: ", func(r *Record) { r.states[17].scores[2]-- }},
		{"last score", "round 30: score of player 3: ", func(r *Record) { r.states[30].scores[3]++ }},
		{"unit of a movement", "round 5: movement 2: ", func(r *Record) { m := r.states[5].moves; m[2].Unit = m[3].Unit }},
		{"direction of a movement", "round 6: movement 0: ", func(r *Record) { m := &r.states[6].moves[0]; m.Dir = m.Dir.Reverse() }},
		{"movement left out", "round 8: movement ", func(r *Record) { r.states[8].moves = r.states[8].moves[1:] }},
		{"movement too many", "round 8: movement ", func(r *Record) { r.states[8].moves = append(r.states[8].moves, r.states[8].moves[0]) }},
		{"players mixed", "round 4: movement ", func(r *Record) {
			m := r.states[4].moves
			m[0], m[len(m)-1] = m[len(m)-1], m[0]
		}},
		{"action left out", "round 7: movement ", func(r *Record) {
			b := r.states[7]
			b.actions[1] = slices.DeleteFunc(b.actions[1], func(m Move) bool { return slices.Contains(b.moves, m) })
		}},
		{"direction of an action", "round 3: movement 0: ", func(r *Record) {
			b := r.states[3]
			for _, actions := range b.actions {
				if k := slices.Index(actions, b.moves[0]); k >= 0 {
					actions[k].Dir = actions[k].Dir.Reverse()
				}
			}
		}},
		{"damage", "round 2: unit 19: ", func(r *Record) {
			for _, b := range r.states {
				b.settings.DamageMin, b.settings.DamageMax = 1, 2
			}
		}},
		{"walls", "position 3: line ", func(r *Record) {
			b := r.states[3]
			b.board = &board{b.board.tiles.Clone(), b.board.colours}
			b.board.tiles.Set(Pos{Row: 16, Col: 0}, Empty)
		}},
	} {
		t.Run(change.name, func(t *testing.T) {
			record, err := ReadRecord(text)
			require.NoError(t, err)
			change.make(record)
			require.ErrorContains(t, replay(record.Text()), change.want)
		})
	}
}

// moveAway puts a unit on a far free tile without painting it.
func (b *battle) moveAway(id int) {
	b.put(id, b.freeTile(b.board.whole(), (b.where(id).Row*b.at.Cols()+100)%150))
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
		{"round", "\nround 0\n", "\nround 30\n", `position 0: line 17, column 7: found "30", expected the number of the position (an integer from 0 to 29)`},
		{"next round", "\nround 1\n", "\nround 2\n", `found "2", expected the number of the position (exactly 1)`},
		{"status", "status 0", "status zero", `found "zero", expected a status (a number)`},
		{"player", "actions\n0\n", "actions\n1\n", `found "1", expected the player (exactly 0)`},
		{"unit", "actions\n0\n", "actions\n0\n-2\n", `found "-2", expected a unit, or -1 (an integer from -1 to 2147483647)`},
		{"direction", "actions\n0\n0 ", "actions\n0\n0 x\n0 ", `found "x", expected one of the letters tbrln`},
		{"movement", "movements\n", "movements\n56 t\n", `found "56", expected a unit, or -1 (an integer from -1 to 55)`},
		{"movement to nowhere", "movements\n", "movements\n5 n\n", `found "n", expected one of the letters tbrl`},
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
	first, rest, _ := strings.Cut(string(whole), "actions")
	_, err = ReadRecord([]byte(first + "actions" + strings.Replace(rest, "\nf ", "\nk ", 1)))
	require.ErrorContains(t, err, `found "k", expected the farmer that unit 0 is`)
}

func TestRecordAnswers(t *testing.T) { // rules 10, 11, 12
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	changed := strings.Replace(string(text), "status 0 0 0 0", "status 0.12345678 -1 -2.5 0", 1)
	record, err := ReadRecord([]byte(changed))
	require.NoError(t, err)
	require.Equal(t, changed, string(record.Text()))
	require.Equal(t, 30, record.Rounds())
	require.Equal(t, []string{"Random", "Hunter", "Settler", "Sloppy"}, record.State(0, 1).Names())
	s := record.State(0, 2)
	require.Equal(t, []float64{0.123457, -1, -1, 0}, []float64{s.Status(0), s.Status(1), s.Status(2), s.Status(3)})
	require.Equal(t, 6, s.Score(3), "counted, though the file says 0")
	require.Equal(t, 2, s.Me())
	require.Equal(t, 30, record.State(30, 1).Round())
	moves, actions := record.Moves(0), record.Actions(0, 1)
	require.NotEmpty(t, moves)
	require.NotEmpty(t, actions)
	moves[0].Unit, actions[0].Unit = -1, -1
	require.NotEqual(t, -1, record.Moves(0)[0].Unit)
	require.NotEqual(t, -1, record.Actions(0, 1)[0].Unit)
}

func TestRecordIsABoardFile(t *testing.T) { // rules 2
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	s, err := readSetup(text)
	require.NoError(t, err)
	record, err := ReadRecord(text)
	require.NoError(t, err)
	b, err := newBattle(s, engine.NewRand(seeded(1)))
	require.NoError(t, err)
	require.Equal(t, record.states[0].units, b.units)
	require.Equal(t, record.states[0].colours, b.colours)
}

func FuzzReadRecord(f *testing.F) {
	b := playMatch(f, 1, 1)
	f.Add(newRecord(b).Text())
	f.Fuzz(func(t *testing.T, text []byte) {
		if record, err := ReadRecord(text); err == nil {
			again, err := ReadRecord(record.Text())
			require.NoError(t, err)
			require.Equal(t, record.Text(), again.Text())
		}
	})
}
