// Code generated of examples/demo by go generate ./sdk/bots; DO NOT EDIT.

package demo

import "github.com/botarena/arena/engine/games/orkisland"

// playOrkIsland is called once a round, with the match as it stands, and gives
// its commands by filling in c.
//
// The plan: an ork fights when it is sure to win. Otherwise the first ork in a city or
// on a path stays there, which takes the place and defends it. All the rest walk to
// the nearest city or path without an ork of ours.
func playOrkIsland(s *orkisland.State, c *orkisland.Commands) {
	free, guards := orkIslandPosts(s)
	// A search visits the whole board and is the slow part of a round, so we make
	// just one, to all free posts at once. It serves every ork.
	ways := s.WaysTo(free...)
	for ork := range s.Orks(s.Me()) {
		d, fight := orkIslandFight(s, ork)
		switch {
		case fight:
			s.Debug().LogUnit(ork.ID, "attacks %v", d) // the viewer shows it
		case guards[ork.ID]:
			d = orkisland.None
		default:
			d = orkIslandWalk(s, ork, ways)
		}
		c.Move(ork.ID, d)
	}
}

// orkIslandPosts returns the cells of all cities and paths without an ork of ours. In
// each of the others, one ork is the guard.
func orkIslandPosts(s *orkisland.State) (free []orkisland.Pos, guards map[orkisland.UnitID]bool) {
	guards = map[orkisland.UnitID]bool{}
	look := func(area orkisland.Area) {
		for _, p := range area.Cells() {
			if ork, ok := s.UnitAt(p); ok && ork.Owner == s.Me() {
				guards[ork.ID] = true
				return
			}
		}
		free = append(free, area.Cells()...)
	}
	for city := range s.Cities() {
		look(city)
	}
	for path := range s.Paths() {
		look(path)
	}
	return free, guards
}

// orkIslandFight looks for a neighbour that the ork beats. The winner of a fight gets
// the loser's ork, so a fight that we win counts twice.
func orkIslandFight(s *orkisland.State, ork orkisland.Unit) (d orkisland.Dir, ok bool) {
	for d, p := range s.Neighbours(ork.Pos) {
		// The attacker pays for the cell before the fight, so being just a bit stronger
		// is not enough.
		cost, _ := s.Cost(p)
		enemy, taken := s.UnitAt(p)
		if taken && enemy.Owner != s.Me() && ork.Health-cost > enemy.Health {
			return d, true
		}
	}
	return orkisland.None, false
}

// orkIslandWalk returns the ork's next step on its way. It does not pick fights, as
// orkIslandFight has found those worth it before. It may tire the ork to death: an ork
// that starves is reborn for us on the shore, with full health.
func orkIslandWalk(s *orkisland.State, ork orkisland.Unit, ways orkisland.Ways) orkisland.Dir {
	d := ways.Step(ork.Pos) // None if no post is free
	if ahead, ok := s.UnitAt(s.Dest(ork.Pos, d)); ok && ahead.Owner != s.Me() {
		return orkisland.None // an enemy, and not a weaker one: let it come to us
	}
	return d
}
