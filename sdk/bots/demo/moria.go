// Code generated of examples/demo by go generate ./sdk/bots; DO NOT EDIT.

package demo

import (
	"math"

	"github.com/botarena/arena/engine/games/moria"
)

// playMoria is called once a round, with the match as it stands, and gives its
// commands by filling in c.
//
// The plan: a dwarf hits the weakest enemy beside it. If there is none, it goes to
// the nearest cave that is not ours, through rock if that is quicker; treasures lie
// in such caves too. Wizards go to dwarves that are hurt. All keep out of the
// Balrog's reach.
func playMoria(s *moria.State, c *moria.Commands) {
	// A search visits the whole board and is the slow part of a round, so we make
	// just two. Each serves every unit, wherever it stands.
	caves := s.WaysTo(moria.Dwarf, s.Paintable(s.Me())...)
	hurt := s.WaysTo(moria.Wizard, moriaHurt(s)...)

	taken := map[moria.Pos]bool{} // where a unit of ours will be
	move := func(u moria.Unit, d moria.Dir) {
		c.Move(u.ID, d)
		if to := s.Dest(u.Pos, d); s.IsOpen(to) { // several may hit the same rock
			taken[to] = true
		}
	}
	for dwarf := range s.Dwarves(s.Me()) {
		d, fight := moriaFight(s, dwarf)
		if !fight {
			d = moriaStep(s, dwarf, caves, taken)
		}
		move(dwarf, d)
	}
	for wizard := range s.Wizards(s.Me()) {
		move(wizard, moriaStep(s, wizard, hurt, taken))
	}
}

// moriaHurt returns the cells of our dwarves that have lost health.
func moriaHurt(s *moria.State) (cells []moria.Pos) {
	for dwarf := range s.Dwarves(s.Me()) {
		if dwarf.Health < s.MaxHealth(moria.Dwarf) {
			cells = append(cells, dwarf.Pos)
		}
	}
	return cells
}

// moriaFight looks for the weakest enemy beside a dwarf. A killed dwarf or wizard
// belongs to its killer from then on. Trolls are too strong for us.
func moriaFight(s *moria.State, dwarf moria.Unit) (d moria.Dir, ok bool) {
	weakest := moria.TrollHealth
	for dir, p := range s.Neighbours(dwarf.Pos) {
		enemy, taken := s.UnitAt(p)
		if taken && enemy.Owner != s.Me() && enemy.Kind != moria.Troll && enemy.Health < weakest {
			d, ok, weakest = dir, true, enemy.Health
		}
	}
	return d, ok && !s.InBalrogsReach(dwarf.Pos)
}

// moriaStep returns the step that brings a unit nearest to where the ways lead. Only
// steps to a safe, free cell count. A unit in danger takes the best of them even if
// it leads away; a safe one stays if no step brings it nearer.
func moriaStep(s *moria.State, u moria.Unit, ways moria.Ways, taken map[moria.Pos]bool) moria.Dir {
	best, shortest := moria.None, math.MaxInt
	safe := moriaSafe(s, u.Pos)
	if safe {
		rounds, ok := ways.Cost(u.Pos)
		if !ok {
			return moria.None // there is no way from here
		}
		shortest = rounds
	}
	for _, d := range u.Kind.Dirs() {
		to := s.Dest(u.Pos, d)
		cost, ok := s.Cost(u.Kind, to) // 1 round; for dwarves more in rock
		_, blocked := s.UnitAt(to)
		if !ok || blocked || taken[to] || !moriaSafe(s, to) {
			continue
		}
		rest, _ := ways.Cost(to)
		if cost+rest <= shortest {
			best, shortest = d, cost+rest
		}
	}
	if !safe {
		s.Debug().LogUnit(u.ID, "in danger: goes %v", best) // the viewer shows it
	}
	return best
}

// moriaSafe reports whether neither the Balrog nor a troll can strike on a cell.
func moriaSafe(s *moria.State, p moria.Pos) bool {
	for troll := range s.Trolls() {
		if s.Steps(moria.Troll, troll.Pos, p) <= 1 {
			return false
		}
	}
	return !s.InBalrogsReach(p)
}
