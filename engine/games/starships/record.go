package starships

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// record is a match as the original program wrote it to a file: all its states, each
// with the commands that led there.
type record struct {
	judged bool   // whether the judge's program made it
	seed   string // an integer, as written
	names  []string
	states []*match // before the first round, and after each
}

// readRecord reads a match record. Rules 8.
func readRecord(text []byte) (*record, error) {
	r := cnf.NewReader(text)
	s := new(setup)
	rec := &record{}
	expectAll(r, "starwar", "v1", "secgame")
	rec.judged = r.Int("whether the judge's program has played", 0, 1) == 1
	r.Expect("seed")
	rec.seed = r.Digits("the seed")
	r.Settings(s)
	rec.names = r.Names(players)
	if r.Err() != nil {
		return nil, r.Err()
	}
	for round := range s.settings.Rounds + 1 {
		m := readState(r, s, round)
		if r.Err() != nil {
			return nil, fmt.Errorf("state %d: %w", round, r.Err())
		}
		if round > 0 {
			m.nextShot = max(m.nextShot, rec.states[round-1].nextShot+m.countShots())
		} else {
			s.board = &m.board
		}
		rec.states = append(rec.states, m)
	}
	r.End()
	return rec, r.Err()
}

// readState reads a state, and before it the commands that led there.
func readState(r *cnf.Reader, s *setup, round int) *match {
	var asked, done [players][]Command
	if round > 0 {
		r.Expect("actions_asked")
		asked = readCommands(r, s)
		r.Expect("actions_done")
		done = readCommands(r, s)
	}
	m := readMatch(r, s, round)
	m.asked, m.done = asked, done
	return m
}

// classicSeed returns the seed for the classic source, which takes no sign. Rules 9.
func (r *record) classicSeed() uint64 {
	seed, _ := strconv.ParseUint(strings.TrimPrefix(r.seed, "-"), 10, 64) // of a longer one, the largest
	return seed
}

// countShots returns how many missiles were shot in the round that led here.
func (m *match) countShots() ShotID {
	n := ShotID(0)
	for _, done := range m.done {
		for _, c := range done {
			if c.Shoot {
				n++
			}
		}
	}
	return n
}

func readCommands(r *cnf.Reader, s *setup) (all [players][]Command) {
	for player := range players {
		r.Int("a player", player, player)
		first := player * s.settings.Starships
		for r.Err() == nil && r.Peek() != "-1" {
			unit := r.Int("-1, or a starship", first, first+s.settings.Starships-1)
			if command := readCommand(r, UnitID(unit)); r.Err() == nil {
				all[player] = append(all[player], command)
			}
		}
		r.Expect("-1")
	}
	return all
}

func readCommand(r *cnf.Reader, unit UnitID) Command {
	action := r.Word("m or s")
	if action != "m" && action != "s" {
		r.Reject("m or s")
	}
	rows := r.Int("the rows of a move", -1, 1)
	at := r.Place()
	d, _ := dirOf(Pos{Row: rows, Col: r.Int("the columns of a move", 0, 2)})
	if action == "s" && d != Default {
		r.RejectAt(at, d.String(), "0 1, as it is a shot")
	}
	return Command{Unit: unit, Shoot: action == "s", Dir: d}
}

var _ engine.RecordWriter[*match] = rules{}

// RecordExtension implements [engine.RecordWriter].
func (rules) RecordExtension() string { return ".res" }

// AppendRecordHead implements [engine.RecordWriter].
func (rules) AppendRecordHead(text []byte, seed string, names []string, m *match) []byte {
	return m.append(m.setup.appendHead(text, "0", seed, names))
}

// AppendRecordRound implements [engine.RecordWriter].
func (rules) AppendRecordRound(text []byte, m *match) []byte {
	text = appendCommands(append(text, "actions_asked\n"...), m.asked)
	text = appendCommands(append(text, "actions_done\n"...), m.done)
	return m.append(text)
}

func appendCommands(text []byte, all [players][]Command) []byte {
	for player, commands := range all {
		text = fmt.Appendf(text, "\n%d\n", player)
		for _, c := range commands {
			action := 'm'
			if c.Shoot {
				action = 's'
			}
			offset := c.Dir.from(Pos{})
			text = fmt.Appendf(text, "%d %c %d %d\n", c.Unit, action, offset.Row, offset.Col)
		}
		text = append(text, "-1\n"...)
	}
	return append(text, '\n')
}
