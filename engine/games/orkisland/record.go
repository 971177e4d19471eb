package orkisland

import (
	"fmt"
	"math"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// record is a match as the original program wrote it to a file: all its states, each
// with the commands that were executed in the round before it.
type record struct {
	seed   string // an integer, as written
	names  []string
	states []*match // before the first round, and after each
}

// letters are how directions are written in records. Rules 6.
const letters = "?tbrln" // by Dir

// readRecord reads a match record. Rules 12.
func readRecord(text []byte) (*record, error) {
	r := cnf.NewReader(text)
	s := new(setup)
	rec := &record{}
	r.Expect("Game")
	r.Expect("Seed")
	rec.seed = r.Digits("the seed")
	readSettings(r, s)
	rec.names = r.Names(s.settings.Players)
	if r.Err() != nil {
		return nil, r.Err()
	}
	for round := range s.settings.Rounds + 1 {
		var moves []Command
		if round > 0 {
			moves = readMoves(r, s)
		}
		m := readState(r, s, round)
		if r.Err() != nil {
			return nil, fmt.Errorf("state %d: %w", round, r.Err())
		}
		m.moves = moves
		rec.states = append(rec.states, m)
	}
	r.End()
	return rec, r.Err()
}

func readMoves(r *cnf.Reader, s *setup) []Command {
	r.Expect("commands")
	return cnf.Orders(r, "an ork", s.units()-1, letters[North:None], func(unit UnitID, k int) Command {
		return Command{unit, North + Dir(k)}
	})
}

// readState reads a state. The board is repeated in each, and must be the same.
func readState(r *cnf.Reader, s *setup, round int) *match {
	begin := r.Place()
	b := readBoard(r, s)
	if b == nil {
		return nil
	}
	if s.board == nil {
		s.board = b
	}
	if !b.equal(s.board) {
		r.RejectAt(begin, "another board", "that of the first state")
	}
	m := newRound(newMatch(s, s.ground()), nil, nil)
	r.Expect("round")
	m.round = r.Int("the round", round, round)
	r.Ints("total_score", m.scores, 0, math.MaxInt)
	r.Expect("status")
	for player := range m.status {
		m.status[player] = readStatus(r)
	}
	r.Ints("city_owners", m.cityOwners, -1, s.settings.Players-1)
	r.Ints("path_owners", m.pathOwners, -1, s.settings.Players-1)
	r.Expect("units")
	for id := range m.units {
		readUnit(r, m, &m.units[id])
	}
	return m.match
}

func readStatus(r *cnf.Reader) engine.Status {
	word := r.Word("a status")
	part, err := strconv.ParseFloat(word, 64)
	if r.Err() == nil && (err != nil || !(part >= -1 && part <= 1)) {
		r.Reject("a status (from 0 to 1, or -1)")
		return 0
	}
	return engine.Status(math.Round(part * 1e6))
}

func readUnit(r *cnf.Reader, m *round, u *Unit) {
	last := m.board.size() - 1
	u.Owner = r.Int("an owner", 0, m.setup.settings.Players-1)
	row := r.Int("a row", 0, last)
	at := r.Place()
	p := Pos{Row: row, Col: r.Int("a column", 0, last)}
	u.Health = r.Int("a health", 0, math.MaxInt32)
	if r.Err() != nil {
		return
	}
	if !m.isFree(p) {
		r.RejectAt(at, fmt.Sprintf("cell %v, which is water or taken", p), "a free cell")
		return
	}
	m.put(u.ID, p)
}

var _ engine.RecordWriter[*match] = rules{}

// RecordExtension implements [engine.RecordWriter].
func (rules) RecordExtension() string { return ".out" }

// AppendRecordHead implements [engine.RecordWriter].
func (rules) AppendRecordHead(text []byte, seed string, names []string, m *match) []byte {
	text = fmt.Appendf(text, "Game\n\nSeed %s\n\n", seed)
	text = appendSettings(text, m.setup)
	return m.append(cnf.AppendWords(append(text, "names         "...), names))
}

// AppendRecordRound implements [engine.RecordWriter].
func (rules) AppendRecordRound(text []byte, m *match) []byte {
	return m.append(appendMoves(text, m.moves))
}

func appendMoves(text []byte, moves []Command) []byte {
	text = append(text, "commands\n"...)
	return cnf.AppendOrders(text, moves, func(c Command) (UnitID, byte) { return c.Unit, letters[c.Dir] })
}

func (m *match) append(text []byte) []byte {
	text = m.board.append(append(text, "\n\n"...))
	text = fmt.Appendf(text, "\nround %d\ntotal_score", m.round)
	text = cnf.AppendInts(text, m.scores)
	text = append(text, "status"...)
	for _, s := range m.status {
		text = append(text, ' ')
		text = strconv.AppendFloat(text, s.Fraction(), 'g', 6, 64)
	}
	text = cnf.AppendInts(append(text, "\n\ncity_owners\n"...), m.cityOwners)
	text = cnf.AppendInts(append(text, "\npath_owners\n"...), m.pathOwners)
	text = append(text, "\nunits\n"...)
	for _, u := range m.units {
		text = fmt.Appendf(text, "%d %d %d %d \n", u.Owner, u.Pos.Row, u.Pos.Col, u.Health)
	}
	return append(text, '\n')
}
