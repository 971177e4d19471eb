package battleroyale

import (
	"slices"

	"github.com/botarena/arena/engine"
)

// match is the full state of a match. It doesn't change once it is made; a round is
// played on a clone.
type match struct {
	setup   *setup  // with the board, and the position at the start as a fixed one
	given   []int   // the scores before units were placed at random; nil: zeros
	board   *board  // that of the setup
	layout  *layout // of the board
	round   int
	status  []engine.Status
	scores  []int
	colours engine.Grid[int8]  // by tile, the player that owns it, or -1
	units   []Unit             // by ID
	at      engine.Grid[int16] // by tile, the unit on it, or -1
	actions [][]Command        // of the round that led here: by player, what it told its units
	moves   []Command          // of that round: those that were carried out
}

// nowhere is the position of units that are not placed yet or don't exist.
var nowhere = Pos{Row: -1, Col: -1}

// New begins a match. Rules 4, 5.
func (s *setup) New(rand *engine.Rand) (*match, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	m := newMatch(&setup{s.settings, s.land(), s.units, s.first})
	if count(m.colours, m.scores); slices.Max(m.scores) > 0 {
		m.given = slices.Clone(m.scores)
	}
	if s.units == nil {
		(&round{match: m, rand: rand}).recruit()
	}
	for _, u := range s.units {
		m.units[u.ID] = u
		m.put(u.ID, u.Pos)
	}
	count(m.colours, m.scores)
	m.board = &board{m.board.tiles, m.colours.Clone()}
	m.setup = &setup{s.settings, m.board, slices.Clone(m.units), s.first}
	return m, nil
}

// newMatch has no units yet, but room for them. The setup must have a board.
func newMatch(s *setup) *match {
	m := &match{
		setup:  s,
		board:  s.board,
		layout: s.board.layout(),
		status: make([]engine.Status, s.settings.Players),
		scores: make([]int, s.settings.Players),
		units:  make([]Unit, s.settings.units()),
	}
	m.colours.CopyFrom(s.board.colours)
	m.at.CopyFrom(m.layout.empty)
	return m
}

// recruit settles the kinds and owners of the units, and places them. Rules 3, 4.
func (r *round) recruit() {
	v := &r.setup.settings
	each := v.Farmers + v.Knights
	for id := range r.units {
		kind := Farmer
		if id%each >= v.Farmers {
			kind = Knight
		}
		r.units[id] = Unit{UnitID(id), id / each, kind, nowhere, v.maxHealth(kind)}
	}
	for id := range r.units {
		r.place(UnitID(id))
	}
}

func (m *match) clone() *match {
	c := new(match)
	c.set(m)
	return c
}

// set makes m a copy of another match, without its commands, in the memory that m
// has.
func (m *match) set(from *match) {
	own := *m
	*m = *from
	m.status = append(own.status[:0], from.status...)
	m.scores = append(own.scores[:0], from.scores...)
	m.units = append(own.units[:0], from.units...)
	m.colours, m.at = own.colours, own.at
	m.colours.CopyFrom(from.colours)
	m.at.CopyFrom(from.at)
	m.actions, m.moves = own.actions[:0], own.moves[:0]
}

// unit returns the unit with this number, or nil if there is none.
func (m *match) unit(id UnitID) *Unit { return engine.At(m.units, int(id)) }

// put puts a unit that is nowhere on a tile, which must be free.
func (m *match) put(id UnitID, p Pos) {
	m.units[id].Pos = p
	m.at.Set(p, int16(id))
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
	values := make([]int, m.colours.Cols())
	for row := range m.colours.Rows() {
		for col := range values {
			values[col] = int(m.colours.At(Pos{Row: row, Col: col}))
		}
		d.Add("row", row, values...)
	}
	for player, score := range m.scores {
		d.Add("score", player, score)
	}
	d.Add("round", m.round, m.round)
}
