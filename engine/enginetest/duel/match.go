package duel

import (
	"bytes"
	"slices"

	"github.com/botarena/arena/engine"
)

// match is the full state of a match. It doesn't change once it is made; a round is
// played on a clone.
type match struct {
	*land // the board, which never changes
	setup *setup
	round int
	units []Unit            // by ID
	paint engine.Grid[byte] // '0' for player 0 and so on, '.' for nobody
}

// nowhere is the position of a unit that is not placed yet.
var nowhere = engine.Pos{Row: -1, Col: -1}

// New places the units. All randomness comes from r, so that the same seed gives the
// same match.
func (s *setup) New(r *engine.Rand) (*match, error) {
	m := newMatch(s)
	for id := range m.units {
		(&round{match: m, rand: r}).place(&m.units[id])
	}
	return m, nil
}

// newMatch returns a match whose units are not placed yet, as bots begin with.
func newMatch(s *setup) *match {
	cells := s.cells()
	m := &match{land: walk.Land(s, cells), setup: s, paint: cells}
	m.paint.Fill('.')
	for id := range s.players * s.army {
		m.units = append(m.units, Unit{ID: UnitID(id), Owner: id / s.army, Kind: Kind(id % s.army % 3), Pos: nowhere})
	}
	return m
}

func (m *match) clone() *match {
	c := *m
	c.units, c.paint = slices.Clone(m.units), m.paint.Clone()
	return &c
}

// unit returns the unit with this number, or nil if there is none.
func (m *match) unit(id UnitID) *Unit { return engine.At(m.units, int(id)) }

// unitAt returns the unit on a cell, or nil if there is none.
func (m *match) unitAt(p Pos) *Unit {
	if i := slices.IndexFunc(m.units, func(u Unit) bool { return u.Pos == p }); i >= 0 {
		return &m.units[i]
	}
	return nil
}

// Setup returns the setup. In a game whose New draws the board, it would return a setup
// with that board.
func (m *match) Setup() *setup { return m.setup }

func (m *match) Round() int { return m.round }

// Over reports whether every open cell is painted. A game whose matches always last to
// their last round leaves this method out.
func (m *match) Over() bool {
	for i, paint := range m.paint.Cells() {
		if paint == '.' && m.IsOpen(m.paint.Pos(i)) {
			return false
		}
	}
	return true
}

func (m *match) Scores() []int {
	scores := make([]int, m.setup.players)
	for player := range scores {
		scores[player] = bytes.Count(m.paint.Cells(), []byte{byte('0' + player)})
	}
	return scores
}

// Digest adds everything that can change, as the items that `arena verify` names.
func (m *match) Digest(d *engine.Digest) {
	for id, u := range m.units {
		d.Add("unit", id, u.Pos.Row, u.Pos.Col)
	}
	for cell, paint := range m.paint.Cells() {
		d.Add("cell", cell, int(paint))
	}
	d.Add("round", m.round, m.round)
}
