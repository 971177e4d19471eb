package orkisland

import (
	"fmt"
	"math"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// Record is a match as the original program wrote it to a file: all its states,
// and the commands that were executed between them.
type Record struct {
	Seed  int
	Names []string

	states []*island // before the first round, and after each
}

// Rounds is how many rounds were played.
func (r *Record) Rounds() int { return len(r.states) - 1 }

// State returns what a player sees after so many rounds have been played, from 0
// to Rounds.
func (r *Record) State(rounds, player int) *State {
	return &State{engine.NewSeat(player, r.Names, 0), r.states[rounds]}
}

// Moves returns the commands executed in a round, in order. Rounds count from 0.
func (r *Record) Moves(round int) []Move {
	return append([]Move(nil), r.states[round+1].moves...)
}

// letters are how directions are written in records. Rules 6.
const letters = "?tbrln" // by Dir

// ReadRecord reads a match record. Rules 12.
func ReadRecord(text []byte) (*Record, error) {
	r := cnf.NewReader(text)
	var s setup
	record := &Record{}
	r.Expect("Game")
	r.Expect("Seed")
	record.Seed = r.Int("the seed", math.MinInt, math.MaxInt)
	readSettings(r, &s)
	r.Expect("names")
	for range s.settings.Players {
		record.Names = append(record.Names, r.Word("the name of a player"))
	}
	if r.Err() != nil {
		return nil, r.Err()
	}
	for round := range s.settings.Rounds + 1 {
		var moves []Move
		if round > 0 {
			moves = readMoves(r, &s)
		}
		i := readState(r, &s, round)
		if r.Err() != nil {
			return nil, fmt.Errorf("state %d: %w", round, r.Err())
		}
		i.moves = moves
		record.states = append(record.states, i)
	}
	if word := r.Peek(); word != "" {
		r.Word("")
		r.Reject("the end of the file")
	}
	return record, r.Err()
}

func readMoves(r *cnf.Reader, s *setup) []Move {
	moves := []Move{}
	r.Expect("commands")
	for r.Err() == nil {
		id := r.Int("an ork, or -1", -1, s.units()-1)
		if id < 0 {
			return moves
		}
		word := r.Word("a direction")
		d := North
		for d < None && word != letters[d:d+1] {
			d++
		}
		if d == None {
			r.Reject("t, b, r or l")
		}
		moves = append(moves, Move{id, d})
	}
	return nil
}

// readState reads a state. The board is repeated in each, and must be the same.
func readState(r *cnf.Reader, s *setup, round int) *island {
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
	i := emptyIsland(*s)
	r.Expect("round")
	i.round = r.Int("the round", round, round)
	readAll(r, "total_score", i.scores, 0, math.MaxInt)
	r.Expect("status")
	for player := range i.status {
		i.status[player] = readStatus(r)
	}
	readAll(r, "city_owners", i.cityOwners, -1, s.settings.Players-1)
	readAll(r, "path_owners", i.pathOwners, -1, s.settings.Players-1)
	r.Expect("units")
	for id := range i.units {
		readUnit(r, i, &i.units[id])
	}
	if r.Err() == nil {
		i.seal()
	}
	return i
}

func readAll(r *cnf.Reader, name string, values []int, lowest, highest int) {
	r.Expect(name)
	for k := range values {
		values[k] = r.Int("a number of "+name, lowest, highest)
	}
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

func readUnit(r *cnf.Reader, i *island, u *Unit) {
	last := i.board.size() - 1
	u.Owner = r.Int("an owner", 0, i.settings.Players-1)
	row := r.Int("a row", 0, last)
	at := r.Place()
	p := Pos{Row: row, Col: r.Int("a column", 0, last)}
	u.Health = r.Int("a health", 0, math.MaxInt32)
	if r.Err() != nil {
		return
	}
	if !i.isFree(p) {
		r.RejectAt(at, fmt.Sprintf("cell %v, which is water or taken", p), "a free cell")
		return
	}
	i.put(u.ID, p)
}

// Text writes the record as the original program does, to the byte. Rules 12.
func (r *Record) Text() []byte {
	text := fmt.Appendf(nil, "Game\n\nSeed %d\n\n", r.Seed)
	text = appendSettings(text, &r.states[0].setup)
	text = append(text, "names         "...)
	for _, name := range r.Names {
		text = append(append(text, ' '), name...)
	}
	text = append(text, '\n')
	for k, i := range r.states {
		if k > 0 {
			text = appendMoves(text, i.moves)
		}
		text = i.append(text)
	}
	return text
}

func appendMoves(text []byte, moves []Move) []byte {
	text = append(text, "commands\n"...)
	for _, m := range moves {
		text = fmt.Appendf(text, "%d %c\n", m.Unit, letters[m.Dir])
	}
	return append(text, "-1\n"...)
}

func (i *island) append(text []byte) []byte {
	text = i.board.append(append(text, "\n\n"...))
	text = fmt.Appendf(text, "\nround %d\ntotal_score", i.round)
	text = appendAll(text, i.scores)
	text = append(text, "status"...)
	for _, s := range i.status {
		text = append(text, ' ')
		text = strconv.AppendFloat(text, s.Fraction(), 'g', 6, 64)
	}
	text = appendAll(append(text, "\n\ncity_owners\n"...), i.cityOwners)
	text = appendAll(append(text, "\npath_owners\n"...), i.pathOwners)
	text = append(text, "\nunits\n"...)
	for _, u := range i.units {
		text = fmt.Appendf(text, "%d %d %d %d \n", u.Owner, u.Pos.Row, u.Pos.Col, u.Health)
	}
	return append(text, '\n')
}

func appendAll(text []byte, values []int) []byte {
	for _, v := range values {
		text = fmt.Appendf(text, " %d", v)
	}
	return append(text, '\n')
}
