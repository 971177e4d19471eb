// Command step3 is a bot for Ork Island: its orks fight if they win.
package main

import (
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/sdk"
)

func main() { sdk.Serve(sdk.Play(orkisland.Bot, play)) }

// play lets an ork attack if it wins, and else go to the nearest city or path that is not ours.
func play(s *orkisland.State, c *orkisland.Commands) {
	ways := s.WaysTo(goals(s)...)
	for ork := range s.Orks(s.Me()) {
		d, ok := fight(s, ork)
		if !ok {
			d = wait(s, ork, ways.Step(ork.Pos))
		}
		c.Move(ork.ID, d)
	}
}

// goals returns the cells of all cities and paths that are not ours.
func goals(s *orkisland.State) []orkisland.Pos {
	var cells []orkisland.Pos
	for city := range s.Cities() {
		if city.Owner != s.Me() {
			cells = append(cells, city.Cells()...)
		}
	}
	for path := range s.Paths() {
		if path.Owner != s.Me() {
			cells = append(cells, path.Cells()...)
		}
	}
	return cells
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
