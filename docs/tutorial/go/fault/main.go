// Command fault is a bot for Ork Island: step 4 with a mistake in it.
package main

import (
	"slices"

	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/sdk"
)

func main() { sdk.Serve(sdk.Remember(orkisland.Bot, (*brain).play)) }

// brain is what the bot remembers in a match: the ways to each city and path, which never change.
type brain struct{ ways []orkisland.Ways }

func (b *brain) learn(s *orkisland.State) {
	for city := range s.Cities() {
		b.ways = append(b.ways, s.WaysTo(city.Cells()...))
	}
	for path := range s.Paths() {
		b.ways = append(b.ways, s.WaysTo(path.Cells()...))
	}
}

// play lets an ork attack if it wins, and else go to a city or path of its own.
func (b *brain) play(s *orkisland.State, c *orkisland.Commands) {
	if s.Round() == 0 {
		b.learn(s)
	}
	free := slices.Clone(b.ways)
	for ork := range s.Orks(s.Me()) {
		d, ok := fight(s, ork)
		if !ok {
			i := nearest(free, ork.Pos)
			d = wait(s, ork, free[i].Step(ork.Pos))
			free = slices.Delete(free, i, i+1)
		}
		c.Move(ork.ID, d)
	}
}

// nearest returns which of the ways is the cheapest from a cell.
func nearest(ways []orkisland.Ways, from orkisland.Pos) int {
	best := 0
	least, _ := ways[best].Cost(from)
	for i, w := range ways {
		if cost, ok := w.Cost(from); ok && cost < least {
			best, least = i, cost
		}
	}
	return best
}

// fight looks for the strongest enemy beside the ork that it beats.
func fight(s *orkisland.State, ork orkisland.Unit) (attack orkisland.Dir, ok bool) {
	strongest := -1
	for d, p := range s.Neighbours(ork.Pos) {
		enemy, found := s.UnitAt(p)
		cost, _ := s.Cost(p) // the attacker pays it before the fight
		if found && enemy.Owner != s.Me() && enemy.Health > strongest && enemy.Health < ork.Health-cost {
			attack, ok, strongest = d, true, enemy.Health
		}
	}
	return attack, ok
}

// wait keeps the ork where it is if an enemy is in its way: fight found that it would not win.
func wait(s *orkisland.State, ork orkisland.Unit, d orkisland.Dir) orkisland.Dir {
	if other, found := s.UnitAt(s.Dest(ork.Pos, d)); found && other.Owner != s.Me() {
		return orkisland.None
	}
	return d
}
