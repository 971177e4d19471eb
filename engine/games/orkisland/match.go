package orkisland

import (
	"slices"

	"github.com/botarena/arena/engine"
)

// match is the full state of a match. It doesn't change once it is made; a round is
// played on a clone.
type match struct {
	setup      *setup // with the board
	board      *board // that of the setup
	round      int
	status     []engine.Status
	scores     []int
	cityOwners []int     // by city; -1 if nobody owns it
	pathOwners []int     // by path; -1 if nobody owns it
	units      []Unit    // by ID
	moves      []Command // of the round that led here: those that changed the cell of an ork
}

// nowhere is the position of dead orks until they are reborn.
var nowhere = Pos{Row: -1, Col: -1}

// New begins a match. Rules 4, 5.
func (s *setup) New(rand *engine.Rand) (*match, error) {
	if s.board == nil {
		board, err := generate(&s.settings, rand)
		if err != nil {
			return nil, err
		}
		s = &setup{s.settings, board}
	}
	if err := s.Check(); err != nil {
		return nil, err
	}
	r := newRound(newMatch(s), rand, nil)
	for player := range s.settings.Players {
		var own []UnitID
		for _, u := range r.units {
			if u.Owner == player {
				own = append(own, u.ID)
			}
		}
		r.place(own)
	}
	return r.match, nil
}

// newMatch returns a match whose orks are not placed yet.
func newMatch(s *setup) *match {
	m := &match{
		setup:      s,
		board:      s.board,
		status:     make([]engine.Status, s.settings.Players),
		scores:     make([]int, s.settings.Players),
		cityOwners: slices.Repeat([]int{-1}, len(s.board.cities.cells)),
		pathOwners: slices.Repeat([]int{-1}, len(s.board.paths.cells)),
		units:      make([]Unit, s.units()),
	}
	for id := range m.units {
		m.units[id] = Unit{UnitID(id), id / s.settings.Orks, nowhere, s.settings.InitialHealth}
	}
	return m
}

func (m *match) clone() *match {
	c := *m
	c.status = slices.Clone(m.status)
	c.scores = slices.Clone(m.scores)
	c.cityOwners = slices.Clone(m.cityOwners)
	c.pathOwners = slices.Clone(m.pathOwners)
	c.units = slices.Clone(m.units)
	c.moves = nil
	return &c
}

// unit returns the ork with this number, or nil if there is none.
func (m *match) unit(id UnitID) *Unit {
	if id < 0 || int(id) >= len(m.units) {
		return nil
	}
	return &m.units[id]
}

func (m *match) Setup() *setup { return m.setup }
func (m *match) Round() int    { return m.round }
func (m *match) Scores() []int { return slices.Clone(m.scores) }

// Digest leaves out the statuses: CPU time is not the same in every run.
func (m *match) Digest(d *engine.Digest) {
	for id, u := range m.units {
		d.Add("unit", id, u.Owner, u.Pos.Row, u.Pos.Col, u.Health)
	}
	for id, owner := range m.cityOwners {
		d.Add("city", id, owner)
	}
	for id, owner := range m.pathOwners {
		d.Add("path", id, owner)
	}
	for player, score := range m.scores {
		d.Add("score", player, score)
	}
	d.Add("round", m.round, m.round)
}
