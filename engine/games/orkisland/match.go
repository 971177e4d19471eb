package orkisland

import (
	"slices"

	"github.com/botarena/arena/engine"
)

// match is the full state of a match. It doesn't change once it is made; a round is
// played on a clone. That of a [Sim] changes with every round.
type match struct {
	setup      *setup  // with the board
	board      *board  // that of the setup
	ground     *ground // that of the setup
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
	r := newRound(newMatch(s, s.ground()), rand, nil)
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

// newMatch returns a match whose orks are not placed yet, with the ground of the setup.
func newMatch(s *setup, ground *ground) *match {
	m := new(match)
	m.allocate(s, ground)
	for id := range m.cityOwners {
		m.cityOwners[id] = -1
	}
	for id := range m.pathOwners {
		m.pathOwners[id] = -1
	}
	for id := range m.units {
		m.units[id] = Unit{UnitID(id), id / s.settings.Orks, nowhere, s.settings.InitialHealth}
	}
	return m
}

// allocate makes room for everything that can change.
func (m *match) allocate(s *setup, ground *ground) {
	players, cities, paths := s.settings.Players, len(s.board.cities.cells), len(s.board.paths.cells)
	numbers := make([]int, players+cities+paths)
	*m = match{
		setup: s, board: s.board, ground: ground,
		status:     make([]engine.Status, players),
		scores:     numbers[:players:players],
		cityOwners: numbers[players : players+cities : players+cities],
		pathOwners: numbers[players+cities:],
		units:      make([]Unit, s.units()),
	}
}

func (m *match) clone() *match {
	c := new(match)
	c.allocate(m.setup, m.ground)
	c.set(m)
	return c
}

// set makes m the same as another match of the same setup, without its moves.
func (m *match) set(from *match) {
	m.round = from.round
	copy(m.status, from.status)
	copy(m.scores, from.scores)
	copy(m.cityOwners, from.cityOwners)
	copy(m.pathOwners, from.pathOwners)
	m.units = append(m.units[:0], from.units...)
	m.moves = m.moves[:0]
}

// unit returns the ork with this number, or nil if there is none.
func (m *match) unit(id UnitID) *Unit { return engine.At(m.units, int(id)) }

// entering returns what it costs to enter a cell; ok is false if orks can't.
func (m *match) entering(p Pos) (cost int, ok bool) {
	cost = int(m.ground.at(p).cost)
	return max(cost, 0), cost >= 0
}

func (m *match) Setup() *setup { return m.setup }
func (m *match) Round() int    { return m.round }
func (m *match) Scores() []int { return slices.Clone(m.scores) }

// AppendScores is what a [Sim] asks for.
func (m *match) AppendScores(scores []int) []int { return append(scores, m.scores...) }

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
