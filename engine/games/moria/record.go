package moria

import (
	"fmt"
	"math"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// record is a match as the original program wrote it to a file: all its states,
// and the actions between them.
type record struct {
	secure bool   // whether the runner was the one that measures CPU time
	seed   string // an integer, as written
	names  []string
	states []*match // before the first round, and after each
	// status has, for every state read, the words for the statuses of all players.
	// They can have more digits than a Status.
	status [][]string
}

const (
	dirLetters  = "?bwrxtylzn" // by Dir. Rules 2
	kindLetters = "dwotb"      // by Kind. Rules 16
)

// readRecord reads a match record. Rules 16.
func readRecord(text []byte) (*record, error) {
	r := cnf.NewReader(text)
	s := new(setup)
	rec := &record{}
	switch r.Word("Game or SecGame") {
	case "Game":
	case "SecGame":
		rec.secure = true
	default:
		r.Reject("Game or SecGame")
	}
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
		m, status := readState(r, s, round)
		if r.Err() != nil {
			return nil, fmt.Errorf("state %d: %w", round, r.Err())
		}
		m.moves = moves
		rec.states = append(rec.states, m)
		rec.status = append(rec.status, status)
	}
	r.End()
	return rec, r.Err()
}

func readMoves(r *cnf.Reader, s *setup) []Command {
	r.Expect("movements")
	return cnf.Orders(r, "a unit", s.settings.units()-1, dirLetters[South:], func(unit UnitID, k int) Command {
		return Command{unit, South + Dir(k)}
	})
}

// readState reads a state. The cells of the first one become the board of the setup,
// as the record does not have the board on which the units were placed.
func readState(r *cnf.Reader, s *setup, round int) (m *match, status []string) {
	cells := engine.NewGrid[cell](Size, Size)
	readCells(r, cells, &s.settings)
	if r.Err() != nil {
		return nil, nil
	}
	if s.board == nil {
		s.board = &board{cells}
	}
	m = newMatch(s)
	m.cells = cells
	r.Expect("round")
	m.round = r.Int("the round", round, round)
	r.Ints("nb_cells", m.owned, 0, Size*Size)
	r.Ints("nb_treasures", m.treasures, 0, Size*Size)
	r.Expect("status")
	for clan := range m.status {
		word := r.Word("a status")
		status = append(status, word)
		ok := false
		if m.status[clan], ok = parseStatus(word); !ok {
			r.Reject("a status (from 0 to 1, or -1)")
		}
	}
	for id := range m.units {
		readUnit(r, m, &m.units[id])
	}
	return m, status
}

func parseStatus(word string) (engine.Status, bool) {
	part, err := strconv.ParseFloat(word, 64)
	if err != nil || !(part >= -1 && part <= 1) {
		return 0, false
	}
	return engine.Status(math.Round(part * 1e6)), true
}

func readUnit(r *cnf.Reader, m *match, u *Unit) {
	r.Expect(kindLetters[u.Kind : u.Kind+1])
	if u.Kind.isSauron() {
		r.Int("no clan", -1, -1)
	} else {
		u.Owner = r.Int("a clan", 0, m.setup.settings.Players-1)
	}
	row := r.Int("a row", -1, Size-1)
	at := r.Place()
	p := Pos{Row: row, Col: r.Int("a column", -1, Size-1)}
	u.Health = r.Int("a health", 0, fullHealth(u.Kind))
	if r.Err() != nil {
		return
	}
	if p == nowhere && u.Kind == Orc && u.Health == 0 {
		return
	}
	if f := m.checkPlace(u, p); f != nil {
		r.RejectAt(at, f.found, f.want)
		return
	}
	m.put(u.ID, p)
}

var _ engine.RecordWriter[*match] = rules{}

// RecordExtension implements [engine.RecordWriter].
func (rules) RecordExtension() string { return ".res" }

// AppendRecordHead implements [engine.RecordWriter].
func (rules) AppendRecordHead(text []byte, seed string, names []string, m *match) []byte {
	return m.append(appendHead(text, seed, names, m.setup), nil)
}

// AppendRecordRound implements [engine.RecordWriter].
func (rules) AppendRecordRound(text []byte, m *match) []byte {
	return m.append(appendMoves(text, m.moves), nil)
}

func appendHead(text []byte, seed string, names []string, s *setup) []byte {
	text = fmt.Appendf(text, "Game\n\nSeed %s\n\nMoria 1.1\n", seed)
	for _, one := range s.Settings() {
		if !one.Optional { // the original had no such setting
			text = fmt.Appendf(text, "%-18s %d\n", one.Name, *one.Value)
		}
	}
	return cnf.AppendWords(append(text, "names             "...), names)
}

func appendMoves(text []byte, moves []Command) []byte {
	text = append(text, "movements\n"...)
	return cnf.AppendOrders(text, moves, func(c Command) (UnitID, byte) { return c.Unit, dirLetters[c.Dir] })
}

// append writes a state. The statuses are written as they were read, if they have
// not been changed.
func (m *match) append(text []byte, status []string) []byte {
	text = appendCells(append(text, "\n\n"...), m.cells)
	text = fmt.Appendf(text, "\nround %d\n", m.round)
	text = cnf.AppendInts(append(text, "nb_cells"...), m.owned)
	text = cnf.AppendInts(append(text, "nb_treasures"...), m.treasures)
	text = append(text, "status"...)
	for clan, s := range m.status {
		word := engine.LookUp(status, clan, "")
		if was, ok := parseStatus(word); !ok || was != s {
			word = strconv.FormatFloat(s.Fraction(), 'g', 6, 64)
		}
		text = append(append(text, ' '), word...)
	}
	text = append(text, '\n')
	for _, u := range m.units {
		text = fmt.Appendf(text, "%c %d %d %d %d\n", kindLetters[u.Kind], u.Owner, u.Pos.Row, u.Pos.Col, u.Health)
	}
	return append(text, '\n')
}
