package main

import (
	"fmt"
	"os"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/moria"
)

// playMoria is called once a round, with the match as it stands, and gives its
// commands by filling in c.
//
// The plan: a dwarf hits the weakest enemy beside it. If there is none, it goes to
// the nearest cave that is not ours, and digs where that is quicker; treasures lie
// in such caves, too. Wizards go to dwarves that are hurt. And everybody keeps out
// of the Balrog's way.
func playMoria(s *moria.State, c *moria.Commands) {
	// A search looks at the whole board and is the slow part of a round, so we
	// make just two. Each serves every unit: wherever one stands, its way leads
	// downhill in these distances.
	caves := s.DistancesTo(moria.Dwarf, s.Unclaimed(s.Me())...)
	hurt := s.DistancesTo(moria.Wizard, moriaHurt(s)...)

	taken := map[moria.Pos]bool{} // where a unit of ours will be
	for _, id := range s.Dwarves(s.Me()) {
		dwarf := s.Unit(id)
		d, fight := moriaFight(s, dwarf)
		if !fight {
			d = moriaStep(s, dwarf, caves, taken)
		}
		moriaTell(s, c, dwarf, d, taken)
	}
	for _, id := range s.Wizards(s.Me()) {
		wizard := s.Unit(id)
		moriaTell(s, c, wizard, moriaStep(s, wizard, hurt, taken), taken)
	}
}

// moriaTell gives a command. An error is a mistake of ours, such as a command for
// somebody else's dwarf. Standard output belongs to the arena, so we print to
// os.Stderr.
func moriaTell(s *moria.State, c *moria.Commands, u moria.Unit, d moria.Dir, taken map[moria.Pos]bool) {
	if err := c.Move(u.ID, d); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if to := d.From(u.Pos); s.IsOpen(to) {
		taken[to] = true
	}
}

// moriaHurt is where our dwarves are that have lost health.
func moriaHurt(s *moria.State) []moria.Pos {
	var cells []moria.Pos
	for _, id := range s.Dwarves(s.Me()) {
		if u := s.Unit(id); u.Health < s.MaxHealth(moria.Dwarf) {
			cells = append(cells, u.Pos)
		}
	}
	return cells
}

// moriaFight looks for the weakest enemy beside a dwarf. Whoever kills a dwarf or a
// wizard has it from then on. Trolls are too strong for us.
func moriaFight(s *moria.State, dwarf moria.Unit) (d moria.Dir, ok bool) {
	weakest := moria.TrollHealth
	for dir, p := range s.Neighbors(dwarf.Pos) {
		// Unit(-1) is a unit that nobody owns, so empty cells need a test.
		enemy := s.Unit(s.Cell(p).Unit)
		if enemy.ID < 0 || enemy.Owner == s.Me() || enemy.Kind == moria.Troll {
			continue
		}
		if enemy.Health < weakest {
			d, ok, weakest = dir, true, enemy.Health
		}
	}
	return d, ok && !s.InBalrogsReach(dwarf.Pos)
}

// moriaStep is the step that brings a unit nearest to where the ways lead, among
// those that are safe: where the Balrog can't reach it, no troll stands beside it,
// and no friend is in the way. If the unit is not safe where it is, it leaves.
func moriaStep(s *moria.State, u moria.Unit, ways engine.Distances, taken map[moria.Pos]bool) moria.Dir {
	best, shortest := moria.None, moria.Impassable
	if moriaSafe(s, u.Pos) {
		shortest = ways.Cost(u.Pos)
	}
	for _, d := range u.Kind.Dirs() {
		to := d.From(u.Pos)
		cost := s.Cost(u.Kind, to) // 1, and for dwarves more in rock
		if cost == moria.Impassable || taken[to] || s.Cell(to).Unit >= 0 || !moriaSafe(s, to) {
			continue
		}
		// Cost is -1 where no way leads: then it stays, unless it has to leave.
		if way := cost + ways.Cost(to); way <= shortest {
			best, shortest = d, way
		}
	}
	return best
}

// moriaSafe says whether none of Sauron's big ones can strike on a cell.
func moriaSafe(s *moria.State, p moria.Pos) bool {
	troll, _ := s.NearestUnit(p, s.Trolls()...) // there always is one
	return !s.InBalrogsReach(p) && moria.Chebyshev(p, troll.Pos) > 1
}
