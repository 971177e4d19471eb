package battleroyale

import (
	"fmt"
	"math"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// record is a match as the original program wrote it to a file: all its positions,
// and between them the commands that were given and those that were carried out.
type record struct {
	names  []string
	states []*match // before the first round, and after each
	// The original writes the scores of the first position as the board file gives
	// them. Here they are counted, as in all others.
	scores []int
	status [][]string // by position, as written
}

// letters are how directions are written in records. Rules 10.
const letters = "?tbrln" // by Dir

// readRecord reads a match record. Rules 10.
func readRecord(text []byte) (*record, error) {
	r := &recordReader{reader: newReader(text)}
	r.readSettings()
	r.record.names = r.Names(r.setup.settings.Players)
	for round := 0; r.Err() == nil && round <= r.setup.settings.Rounds; round++ {
		if err := r.readRound(round); err != nil {
			return nil, err
		}
	}
	if r.End(); r.Err() != nil {
		return nil, r.Err()
	}
	return &r.record, nil
}

type recordReader struct {
	reader
	record record
}

// readRound reads a round and the position after it; round 0 is only a position.
func (r *recordReader) readRound(round int) error {
	var actions [][]Command
	var moves []Command
	if round > 0 {
		actions, moves = r.readActions(), r.readMoves()
	}
	m := r.readState(round)
	if r.Err() != nil {
		return fmt.Errorf("position %d: %w", r.setup.first+round, r.Err())
	}
	m.actions, m.moves = actions, moves
	r.record.states = append(r.record.states, m)
	return nil
}

// readActions reads what the players told their units. There may be numbers that no
// unit has.
func (r *recordReader) readActions() [][]Command {
	actions := make([][]Command, r.setup.settings.Players)
	r.Expect("actions")
	for player := range actions {
		r.Int("the player", player, player)
		actions[player] = r.readList(math.MaxInt, None)
	}
	return actions
}

func (r *recordReader) readMoves() []Command {
	r.Expect("movements")
	return r.readList(r.setup.settings.units()-1, West)
}

// readList reads commands up to a -1.
func (r *recordReader) readList(lastUnit int, lastDir Dir) []Command {
	return cnf.Orders(r.Reader, "a unit", lastUnit, letters[North:lastDir+1], func(unit UnitID, k int) Command {
		return Command{unit, North + Dir(k)}
	})
}

// readState reads a position. Its walls and the kinds of the units must be those
// of the first.
func (r *recordReader) readState(round int) *match {
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

// newState turns a position into a state.
func (r *recordReader) newState(p *position, round int) *match {
	m := newMatch(r.setup)
	m.round, m.scores, m.colours = round, p.scores, p.board.colours
	for _, u := range p.units {
		m.units[u.ID] = u
		m.put(u.ID, u.Pos)
	}
	if round == 0 {
		m.scores = make([]int, len(p.scores))
		count(m.colours, m.scores)
	}
	for player, word := range p.status {
		m.status[player] = parseStatus(word)
	}
	return m
}

// parseStatus reads a status that readStatus has found to be a number. A negative
// one is that of a dead player. Rules 12.
func parseStatus(word string) engine.Status {
	part, _ := strconv.ParseFloat(word, 64)
	if part < 0 {
		return engine.Frozen
	}
	return engine.Status(math.Round(min(part, 1) * 1e6))
}

var _ engine.RecordWriter[*match] = rules{}

// RecordExtension implements [engine.RecordWriter].
func (rules) RecordExtension() string { return ".br" }

// AppendRecordHead implements [engine.RecordWriter]. The seed isn't in the records of
// this game. The scores of the first position are those that our board files have.
func (rules) AppendRecordHead(text []byte, _ string, names []string, m *match) []byte {
	scores := m.given
	if scores == nil {
		scores = make([]int, len(m.scores))
	}
	return m.appendPosition(m.setup.appendHead(text, names), scores, m.statusWords())
}

// AppendRecordRound implements [engine.RecordWriter].
func (rules) AppendRecordRound(text []byte, m *match) []byte {
	return m.appendPosition(m.appendPlayed(text), m.scores, m.statusWords())
}

func (m *match) statusWords() []string {
	var all []string
	for _, s := range m.status {
		all = append(all, strconv.FormatFloat(s.Fraction(), 'g', 6, 64))
	}
	return all
}

func (s *setup) appendHead(text []byte, names []string) []byte {
	text = append(text, "battleroyale v1\n"...)
	for _, one := range s.Settings() {
		text = fmt.Appendf(text, "%s %d\n", one.Name, *one.Value)
	}
	return append(cnf.AppendWords(append(text, "names"...), names), "\n\n"...)
}

// appendPlayed writes the round that led to a match.
func (m *match) appendPlayed(text []byte) []byte {
	text = append(m.appendActions(text), "\nmovements\n"...)
	return append(appendList(text, m.moves), '\n')
}

func (m *match) appendActions(text []byte) []byte {
	text = append(text, "actions\n"...)
	for player, list := range m.actions {
		text = appendList(fmt.Appendf(text, "%d\n", player), list)
	}
	return text
}

func appendList(text []byte, list []Command) []byte {
	return cnf.AppendOrders(text, list, func(c Command) (UnitID, byte) { return c.Unit, letters[c.Dir] })
}

func (m *match) appendPosition(text []byte, scores []int, status []string) []byte {
	text = fmt.Appendf(text, "round %d\n", m.setup.first+m.round)
	text = (&board{m.board.tiles, m.colours}).append(text)
	text = cnf.AppendInts(append(text, "score"...), scores)
	text = cnf.AppendWords(append(text, "status"...), status)
	return append(appendUnits(text, m.units), '\n')
}
