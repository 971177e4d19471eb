// Command step5 is a bot for Ork Island: its orks keep out of the way of stronger ones.
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

// play lets an ork attack if it wins, and else go to a city or path of its own, out of danger.
func (b *brain) play(s *orkisland.State, c *orkisland.Commands) {
	if s.Round() == 0 {
		b.learn(s)
	}
	free := slices.Clone(b.ways)
	for ork := range s.Orks(s.Me()) {
		d, ok := fight(s, ork)
		if !ok {
			if len(free) == 0 {
				free = slices.Clone(b.ways) // more orks than places: another one for each
			}
			i := nearest(free, ork.Pos)
			d = safe(s, ork, wait(s, ork, free[i].Step(ork.Pos)))
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

// safe lets the ork go where nobody beats it, if there is such a cell: ahead, or else anywhere beside it.
func safe(s *orkisland.State, ork orkisland.Unit, ahead orkisland.Dir) orkisland.Dir {
	for _, d := range []orkisland.Dir{ahead, orkisland.North, orkisland.South, orkisland.East, orkisland.West} {
		p, cost, free := s.Dest(ork.Pos, d), 0, true
		if p != ork.Pos {
			_, taken := s.UnitAt(p)
			cost, free = s.Cost(p)
			free = free && (!taken || d == ahead)
		}
		if free && !danger(s, p, ork.Health-cost) {
			return d
		}
	}
	return orkisland.None
}

// danger reports whether an enemy beside a cell would beat an ork with this health there.
func danger(s *orkisland.State, p orkisland.Pos, health int) bool {
	cost, _ := s.Cost(p)
	for _, beside := range s.Neighbours(p) {
		if enemy, ok := s.UnitAt(beside); ok && enemy.Owner != s.Me() && enemy.Health-cost > health {
			return true
		}
	}
	return false
}
