package orkisland

import (
	"slices"

	"github.com/botarena/arena/engine"
)

// Unit is an ork.
type Unit struct {
	ID     int
	Owner  int // player
	Pos    Pos
	Health int
}

// nowhere is where dead orks are until they are reborn.
var nowhere = Pos{Row: -1, Col: -1}

// island is the full state of a match. It does not change once it is made, but
// for the one that a round is being played on.
type island struct {
	setup      // with the board
	round      int
	status     []engine.Status
	scores     []int
	cityOwners []int // by city; -1: nobody
	pathOwners []int // by path; -1: nobody
	units      []Unit
	moves      []Move // of the round that led here
	crowd
}

// newIsland begins a match. Rules 4, 5.
func newIsland(s setup, r *engine.Rand) (*island, error) {
	if s.board == nil {
		var err error
		if s.board, err = generate(&s.settings, r); err != nil {
			return nil, err
		}
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	i := emptyIsland(s)
	for player := range s.settings.Players {
		var own []int
		for id := range i.units {
			if i.units[id].Owner == player {
				own = append(own, id)
			}
		}
		i.place(own, r)
	}
	i.seal()
	return i, nil
}

// emptyIsland has all orks, but none of them is anywhere. It is open.
func emptyIsland(s setup) *island {
	i := &island{
		setup:      s,
		status:     make([]engine.Status, s.settings.Players),
		scores:     make([]int, s.settings.Players),
		cityOwners: slices.Repeat([]int{-1}, len(s.board.cities.cells)),
		pathOwners: slices.Repeat([]int{-1}, len(s.board.paths.cells)),
		units:      make([]Unit, s.units()),
	}
	for id := range i.units {
		i.units[id] = Unit{id, id / s.settings.Orks, nowhere, s.settings.InitialHealth}
	}
	i.open()
	return i
}

// clone returns a copy that can be changed: it is open.
func (i *island) clone() *island {
	c := *i
	c.status = slices.Clone(i.status)
	c.scores = slices.Clone(i.scores)
	c.cityOwners = slices.Clone(i.cityOwners)
	c.pathOwners = slices.Clone(i.pathOwners)
	c.units = slices.Clone(i.units)
	c.moves = nil
	c.open()
	return &c
}

// place puts orks on the shore, in this order. Rules 5.
func (i *island) place(ids []int, r *engine.Rand) {
	if len(ids) == 0 {
		return
	}
	shore := slices.Clone(i.board.shore)
	for _, id := range ids {
		p := nowhere
		for p == nowhere && len(shore) > 0 {
			drawn := r.Draw(0, len(shore)-1)
			if i.isRoomy(shore[drawn]) {
				p = shore[drawn]
			}
			shore = slices.Delete(shore, drawn, drawn+1)
		}
		if p == nowhere {
			p = i.anyRoom()
		}
		i.put(id, p)
	}
}

// isFree says whether an ork can be put on a cell, which must be on the board.
func (i *island) isFree(p Pos) bool { return i.at.At(p) < 0 && i.board.isOpen(p) }

// isRoomy says whether an ork can be born on a cell: a wild one, with no ork on
// it or on a neighbour. Rules 5.2.
func (i *island) isRoomy(p Pos) bool {
	if !i.board.terrain.At(p).isWild() || i.at.At(p) >= 0 {
		return false
	}
	for _, d := range Dirs() {
		if i.at.At(d.From(p)) >= 0 { // on the board, as the border is water
			return false
		}
	}
	return true
}

// anyRoom is where an ork is born that has found no cell of the shore: the first
// roomy cell, or else the first wild one, or else any. A match has land for all
// its orks. Rules 5.4.
func (i *island) anyRoom() Pos {
	for _, fits := range [...]func(Pos) bool{
		i.isRoomy,
		func(p Pos) bool { return i.isFree(p) && i.board.terrain.At(p).isWild() },
		i.isFree,
	} {
		for index := range i.at.Cells() {
			if p := i.at.Pos(index); fits(p) {
				return p
			}
		}
	}
	panic("orkisland: more orks than cells of land")
}

func (rules) Scores(i *island) []int { return slices.Clone(i.scores) }

// Digest leaves out the statuses: CPU time is not the same in every run.
func (rules) Digest(i *island, d *engine.Digest) {
	for _, u := range i.units {
		d.Add("unit", u.ID, u.Owner, u.Pos.Row, u.Pos.Col, u.Health)
	}
	for id, owner := range i.cityOwners {
		d.Add("city", id, owner)
	}
	for id, owner := range i.pathOwners {
		d.Add("path", id, owner)
	}
	for player, score := range i.scores {
		d.Add("score", player, score)
	}
	d.Add("round", i.round, i.round)
}
