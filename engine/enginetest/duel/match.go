package duel

import (
	"bytes"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

// match is the full state of a match. Only the one that a round is being played
// on changes.
type match struct {
	setup
	round int
	units []Unit
	paint engine.Grid[byte] // '0' for player 0 and so on, '.' for nobody
}

// nowhere is where a unit is until it is placed.
var nowhere = engine.Pos{Row: -1, Col: -1}

// New places the units. All that is random comes from r, one draw after another,
// so that the same seed gives the same match.
func (rules) New(s setup, r *engine.Rand) (*match, error) {
	m := newMatch(s)
	for id := range m.units {
		m.place(&m.units[id], r)
	}
	return m, nil
}

// newMatch has all units, but nowhere. What comes over the wire is put into it,
// too.
func newMatch(s setup) *match {
	m := &match{setup: s, paint: engine.NewGrid[byte](len(s.board), len(s.board[0]))}
	m.paint.Fill('.')
	for id := range s.players * s.army {
		m.units = append(m.units, Unit{ID: id, Owner: id / s.army, Kind: Kind(id % s.army % 3), Pos: nowhere})
	}
	return m
}

// Step plays a round on a copy, as others may still hold the match as it was.
func (rules) Step(before *match, turns []engine.Turn[*Commands], r *engine.Rand, log *scene.Log) *match {
	m := *before
	m.units, m.paint = slices.Clone(before.units), before.paint.Clone()
	moves := m.collect(turns, log)
	for _, k := range r.Permutation(len(moves)) { // no seat comes first
		log.Outcome(moves[k].unit, m.move(moves[k], r, log))
	}
	m.round++
	return &m
}

// collect lists the commands that count: for each unit its player's first. A bot
// can send anything, so that all of it is checked here.
func (m *match) collect(turns []engine.Turn[*Commands], log *scene.Log) (moves []move) {
	told := make([]bool, len(m.units))
	for player, t := range turns {
		for _, c := range t.Commands.all() {
			switch {
			case c.unit < 0 || c.unit >= len(m.units) || m.units[c.unit].Owner != player:
				log.Refuse(player, c.unit, c.dir.String(), "not its unit")
			case told[c.unit]:
				log.Refuse(player, c.unit, c.dir.String(), "told before")
			default:
				told[c.unit] = true
				moves = append(moves, c)
				log.Order(player, c.unit, c.dir.String(), m.cellOf(c.dir.From(m.units[c.unit].Pos)))
			}
		}
	}
	return moves
}

// move carries out a command and says what became of it.
func (m *match) move(c move, r *engine.Rand, log *scene.Log) string {
	unit := &m.units[c.unit]
	to := c.dir.From(unit.Pos)
	if !m.isOpen(to) {
		return "a wall"
	}
	enemy := m.unitAt(to)
	switch {
	case enemy == nil:
		m.put(unit, to)
		return "moved"
	case enemy.Owner == unit.Owner || enemy.Kind == unit.Kind:
		return "the cell is taken"
	case unit.Kind.Beats(enemy.Kind):
		m.tell(log, unit, enemy)
		enemy.Pos = nowhere
		m.put(unit, to)
		m.place(enemy, r)
		return "won"
	default:
		m.tell(log, enemy, unit)
		unit.Pos = nowhere
		m.place(unit, r)
		return "lost"
	}
}

func (m *match) put(u *Unit, p engine.Pos) {
	u.Pos = p
	m.paint.Set(p, byte('0'+u.Owner))
}

// place puts a unit that is nowhere on a random free cell. Check sees to it that
// there is one.
func (m *match) place(u *Unit, r *engine.Rand) {
	var free []engine.Pos
	for cell := range m.paint.Cells() {
		if p := m.paint.Pos(cell); m.isOpen(p) && m.unitAt(p) == nil {
			free = append(free, p)
		}
	}
	m.put(u, free[r.Draw(0, len(free)-1)])
}

// cellOf is the index of a cell, for pictures.
func (m *match) cellOf(p engine.Pos) int {
	if !m.paint.Has(p) {
		return scene.Nowhere
	}
	return m.paint.Index(p)
}

func (m *match) isOpen(p engine.Pos) bool { return m.paint.Has(p) && m.board[p.Row][p.Col] == '.' }

// unitAt is the unit on a cell, nil if there is none.
func (m *match) unitAt(p engine.Pos) *Unit {
	if i := slices.IndexFunc(m.units, func(u Unit) bool { return u.Pos == p }); i >= 0 {
		return &m.units[i]
	}
	return nil
}

func (rules) Round(m *match) int { return m.round }

func (rules) Scores(m *match) []int {
	scores := make([]int, m.players)
	for player := range scores {
		scores[player] = bytes.Count(m.paint.Cells(), []byte{byte('0' + player)})
	}
	return scores
}

// Board would be the setup with the board that New has drawn, if it drew one.
func (rules) Board(m *match) setup { return m.setup }

// Digest adds all that can change, in the items that `arena verify` is to name.
func (rules) Digest(m *match, d *engine.Digest) {
	for _, u := range m.units {
		d.Add("unit", u.ID, u.Pos.Row, u.Pos.Col)
	}
	for cell, paint := range m.paint.Cells() {
		d.Add("cell", cell, int(paint))
	}
	d.Add("round", m.round, m.round)
}
