package starships

import (
	"slices"

	"github.com/botarena/arena/engine"
)

// match is the full state of a match. It doesn't change once it is made; a round is
// played on a clone. That of a [Sim] changes with every round.
type match struct {
	setup *setup
	board
	round  int
	status [players]engine.Status

	// The commands of the round that led here, by player: those that counted, and
	// those of them that were carried out.
	asked, done [players][]Command
}

// nowhere is the position of missiles that have hit something.
var nowhere = Pos{Row: -1, Col: -1}

// New begins a match. All is placed by the board, so that nothing is drawn.
func (s *setup) New(*engine.Rand) (*match, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	return (&match{setup: s, board: *s.board}).clone(), nil
}

// newMatch is an empty universe, to be filled from a file or a message.
func newMatch(s *setup) *match { return &match{setup: s, board: newBoard(s)} }

// clone returns a copy that can be changed. There is room for the missiles of a
// round.
func (m *match) clone() *match {
	c := new(match)
	c.shots = make([]Shot, 0, len(m.shots)+len(m.units))
	c.set(m)
	return c
}

// set makes m a copy of another match, without its commands, in the memory that m has.
func (m *match) set(from *match) {
	own := m.board
	*m = *from
	m.cells = own.cells
	m.cells.CopyFrom(from.cells)
	m.units = append(own.units[:0], from.units...)
	m.shots = append(own.shots[:0], from.shots...)
	m.asked, m.done = [players][]Command{}, [players][]Command{}
}

// at returns the thing in a cell, whose column may be any integer.
func (m *match) at(p Pos) cell { return m.cells.At(m.setup.wrap(p)) }

// unit returns the starship with this number, or nil if there is none.
func (m *match) unit(id UnitID) *Unit { return engine.At(m.units, int(id)) }

// findShot finds a missile in the list, or where it would be.
func (m *match) findShot(id ShotID) (index int, ok bool) {
	return slices.BinarySearchFunc(m.shots, id, func(shot Shot, id ShotID) int { return int(shot.ID - id) })
}

func (m *match) Setup() *setup { return m.setup }
func (m *match) Round() int    { return m.round }
func (m *match) Scores() []int { return slices.Clone(m.scores[:]) }

// AppendScores is what a [Sim] asks for.
func (m *match) AppendScores(scores []int) []int { return append(scores, m.scores[:]...) }

// Digest leaves out the statuses: CPU time is not the same in every run.
func (m *match) Digest(d *engine.Digest) {
	row := make([]int, m.setup.settings.Cols)
	for r := range m.setup.settings.Rows {
		for col := range row {
			row[col] = int(m.cells.At(Pos{Row: r, Col: col}))
		}
		d.Add("row", r, row...)
	}
	for id, ship := range m.units {
		alive := 0
		if ship.Alive {
			alive = 1
		}
		d.Add("starship", id, ship.Pos.Row, ship.Pos.Col, ship.Missiles, alive, ship.Countdown)
	}
	for player, score := range m.scores {
		d.Add("score", player, score)
	}
	d.Add("round", m.round, m.round, int(m.nextShot))
	for _, shot := range m.shots {
		d.Add("missile", int(shot.ID), int(shot.Unit), shot.Pos.Row, shot.Pos.Col)
	}
}
