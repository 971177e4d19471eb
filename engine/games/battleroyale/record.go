package battleroyale

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// Record is a match as the original program wrote it to a file: all its positions,
// and between them the commands that were given and those that were carried out.
type Record struct {
	Names []string

	states []*battle // before the first round, and after each
	// The original writes the scores of the first position as the board file gives
	// them. Here they are counted, as in all others.
	scores []int
	status [][]string // by position, as written
}

// Rounds is how many rounds were played.
func (r *Record) Rounds() int { return len(r.states) - 1 }

// State returns what a player sees after so many rounds have been played, from 0
// to Rounds.
func (r *Record) State(rounds, player int) *State {
	return &State{engine.NewSeat(player, r.Names, 0), r.states[rounds]}
}

// Actions returns the commands of a player in a round, in the order given. Rounds
// count from 0.
func (r *Record) Actions(round, player int) []Move {
	return slices.Clone(r.states[round+1].actions[player])
}

// Moves returns what was carried out in a round, moves and attacks, in order.
// Rounds count from 0.
func (r *Record) Moves(round int) []Move { return slices.Clone(r.states[round+1].moves) }

// letters are how directions are written in records. Rules 10.
const letters = "?tbrln" // by Dir

// ReadRecord reads a match record. Rules 10.
func ReadRecord(text []byte) (*Record, error) {
	r := &recordReader{reader: reader{Reader: cnf.NewReader(text)}}
	r.readSettings()
	r.record.Names = r.readNames()
	for round := 0; r.Err() == nil && round <= r.setup.settings.Rounds; round++ {
		if err := r.readRound(round); err != nil {
			return nil, err
		}
	}
	if r.Err() == nil && !r.AtEnd() {
		r.Word("")
		r.Reject("the end of the file")
	}
	if r.Err() != nil {
		return nil, r.Err()
	}
	return &r.record, nil
}

type recordReader struct {
	reader
	record Record
}

// readRound reads a round and the position after it; round 0 is only a position.
func (r *recordReader) readRound(round int) error {
	var actions [][]Move
	var moves []Move
	if round > 0 {
		actions, moves = r.readActions(), r.readMoves()
	}
	b := r.readState(round)
	if r.Err() != nil {
		return fmt.Errorf("position %d: %w", r.setup.first+round, r.Err())
	}
	b.actions, b.moves = actions, moves
	r.record.states = append(r.record.states, b)
	return nil
}

// readActions reads what the players were told. Numbers of no unit may be there.
func (r *recordReader) readActions() [][]Move {
	actions := make([][]Move, r.setup.settings.Players)
	r.Expect("actions")
	for player := range actions {
		r.Int("the player", player, player)
		actions[player] = r.readList(math.MaxInt32, None)
	}
	return actions
}

func (r *recordReader) readMoves() []Move {
	r.Expect("movements")
	return r.readList(r.setup.settings.units()-1, West)
}

// readList reads commands up to a -1.
func (r *recordReader) readList(lastUnit int, lastDir Dir) []Move {
	list := []Move{}
	for r.Err() == nil {
		id := r.Int("a unit, or -1", -1, lastUnit)
		if id < 0 {
			return list
		}
		word := r.Word("a direction")
		d := North
		for d <= lastDir && word != letters[d:d+1] {
			d++
		}
		if d > lastDir {
			r.Reject("one of the letters " + letters[North:lastDir+1])
		}
		list = append(list, Move{id, d})
	}
	return nil
}

// readState reads a position. Its walls and the kinds of the units must be those
// of the first.
func (r *recordReader) readState(round int) *battle {
	first, last := r.setup.first+round, r.setup.first+round
	if round == 0 {
		last = r.setup.settings.Rounds - 1
	}
	begin := r.Place()
	p := r.readPosition(first, last)
	if r.Err() != nil {
		return nil
	}
	if round == 0 {
		r.setup.first, r.setup.board, r.record.scores = p.number, p.board, p.scores
	}
	if !p.board.sameWalls(r.setup.board) {
		r.RejectAt(begin, "other walls", "those of the first position")
	}
	r.readUnits(p)
	if r.Err() != nil {
		return nil
	}
	r.known = p.units
	r.record.status = append(r.record.status, p.status)
	return r.newState(p, round)
}

// newState makes a state of a position.
func (r *recordReader) newState(p *position, round int) *battle {
	b := emptyBattle(r.setup)
	b.round, b.scores, b.colours = round, p.scores, p.board.colours
	for id, u := range p.units {
		b.units[id] = u
		b.put(id, u.Pos)
	}
	if round == 0 {
		b.scores = make([]int, len(p.scores))
		b.count()
	}
	for player, word := range p.status {
		b.status[player] = parseStatus(word)
	}
	return b
}

// parseStatus reads a status that readStatus has found to be a number. A dead
// player has one of -1 or less. Rules 12.
func parseStatus(word string) engine.Status {
	part, _ := strconv.ParseFloat(word, 64)
	if part < 0 {
		return engine.Frozen
	}
	return engine.Status(math.Round(min(part, 1) * 1e6))
}

// Text writes the record as the original program does, to the byte. Rules 10.
func (r *Record) Text() []byte {
	text := []byte("battleroyale v1\n")
	for _, s := range r.states[0].list() {
		text = fmt.Appendf(text, "%s %d\n", s.Name, *s.Value)
	}
	text = append(text, "names"...)
	for _, name := range r.Names {
		text = append(append(text, ' '), name...)
	}
	text = append(text, "\n\n\n"...)
	for k, b := range r.states {
		if k > 0 {
			text = b.appendActions(text)
			text = append(text, "\nmovements\n"...)
			text = append(appendList(text, b.moves), '\n')
		}
		scores := b.scores
		if k == 0 {
			scores = r.scores
		}
		text = b.appendPosition(text, scores, r.status[k])
	}
	return text
}

func (b *battle) appendActions(text []byte) []byte {
	text = append(text, "actions\n"...)
	for player, list := range b.actions {
		text = appendList(fmt.Appendf(text, "%d\n", player), list)
	}
	return text
}

func appendList(text []byte, moves []Move) []byte {
	for _, m := range moves {
		text = fmt.Appendf(text, "%d %c\n", m.Unit, letters[m.Dir])
	}
	return append(text, "-1\n"...)
}

func (b *battle) appendPosition(text []byte, scores []int, status []string) []byte {
	text = fmt.Appendf(text, "round %d\n", b.first+b.round)
	text = (&board{b.board.tiles, b.colours}).append(text)
	text = append(text, "score"...)
	for _, score := range scores {
		text = fmt.Appendf(text, " %d", score)
	}
	text = append(text, "\nstatus"...)
	for _, word := range status {
		text = append(append(text, ' '), word...)
	}
	return append(appendUnits(append(text, '\n'), b.units), '\n')
}
