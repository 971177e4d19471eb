package main

import (
	"fmt"
	"os"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
)

// playOrkIsland is called once a round, with the match as it stands, and gives
// its commands by filling in c.
//
// The plan: an ork fights when it is sure to win. Otherwise the first ork in a
// city or on a path stays there, which takes it and keeps others from taking it
// unopposed, and all the rest walk to the nearest that has none of us.
func playOrkIsland(s *orkisland.State, c *orkisland.Commands) {
	free, guards := orkIslandPosts(s)
	// A search looks at the whole board and is the slow part of a round, so we
	// make just one, from all posts at once. It serves every ork: wherever one
	// stands, its way to the nearest post leads downhill in these distances.
	ways := s.DistancesTo(free...)

	for _, id := range s.Orks(s.Me()) {
		ork := s.Unit(id)
		d, fight := orkIslandFight(s, ork)
		switch {
		case fight:
		case guards[id]:
			d = orkisland.None
		default:
			d = orkIslandWalk(s, ork, ways)
		}
		// An error is a mistake of ours, such as a command for somebody else's
		// ork. Standard output belongs to the arena, so we print to os.Stderr.
		if err := c.Move(id, d); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
}

// orkIslandPosts finds the cities and paths that none of our orks is in, and
// returns all their cells. In each of the others, one ork of ours is the guard.
func orkIslandPosts(s *orkisland.State) (free []orkisland.Pos, guards map[int]bool) {
	guards = map[int]bool{}
	look := func(cells []orkisland.Pos) {
		for _, p := range cells {
			// Unit(-1) is an ork that nobody owns, so empty cells need no test.
			if ork := s.Unit(s.Cell(p).Unit); ork.Owner == s.Me() {
				guards[ork.ID] = true
				return
			}
		}
		free = append(free, cells...)
	}
	for id := range s.NumCities() {
		look(s.City(id))
	}
	for id := range s.NumPaths() {
		look(s.Path(id))
	}
	return free, guards
}

// orkIslandFight looks for a neighbour that the ork beats. Whoever wins a fight
// gets the loser's ork, so a fight that we win counts twice.
func orkIslandFight(s *orkisland.State, ork orkisland.Unit) (d orkisland.Dir, ok bool) {
	for d, p := range s.Neighbors(ork.Pos) {
		there := s.Cell(p)
		enemy := s.Unit(there.Unit)
		// The attacker pays for the cell before the fight: being a bit stronger is
		// not enough.
		left := ork.Health - s.Cost(there.Terrain)
		if enemy.ID >= 0 && enemy.Owner != s.Me() && left > enemy.Health {
			return d, true
		}
	}
	return orkisland.None, false
}

// orkIslandWalk is the ork's next step on its way. It does not pick fights: what
// is worth it, orkIslandFight has found before. Nor does it mind tiring the ork
// to death, because one that starves is reborn for us on the shore, and healthy.
func orkIslandWalk(s *orkisland.State, ork orkisland.Unit, ways engine.Distances) orkisland.Dir {
	d := s.Follow(ways, ork.Pos) // None when no post is free
	ahead := s.Unit(s.Cell(d.From(ork.Pos)).Unit)
	if ahead.ID >= 0 && ahead.Owner != s.Me() {
		return orkisland.None // an enemy, and not a weaker one: let it come to us
	}
	return d
}
