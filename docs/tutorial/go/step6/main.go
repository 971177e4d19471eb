// Command step6 is a bot for Ork Island: its orks go where it pays.
package main

import (
	"cmp"
	"math"
	"slices"

	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/sdk"
)

func main() { sdk.Serve(sdk.Remember(orkisland.Bot, (*brain).play)) }

// brain is what the bot remembers in a match: the ways to each city and path, which never change.
type brain struct{ ways []orkisland.Ways }

// goal is where an ork goes.
type goal struct {
	ork   orkisland.Unit
	place int // a city or path, as brain numbers them
	ways  orkisland.Ways
	value float64 // of the place to this ork
}

// play gives each ork a place. Those that are nearest to theirs go first.
func (b *brain) play(s *orkisland.State, c *orkisland.Commands) {
	places := slices.Concat(slices.Collect(s.Cities()), slices.Collect(s.Paths()))
	if s.Round() == 0 {
		for _, place := range places {
			b.ways = append(b.ways, s.WaysTo(place.Cells()...))
		}
	}
	goals := share(b.goals(s, places))
	slices.SortStableFunc(goals, func(x, y goal) int {
		return cmp.Compare(far(x.ways, x.ork.Pos), far(y.ways, y.ork.Pos))
	})
	taken := map[orkisland.Pos]bool{} // where our orks will be
	for _, g := range goals {
		taken[g.ork.Pos] = true
	}
	for _, g := range goals {
		d := step(s, g, taken)
		delete(taken, g.ork.Pos)
		taken[s.Dest(g.ork.Pos, d)] = true
		c.Move(g.ork.ID, d)
	}
}

// goals returns what each place is worth to each ork.
func (b *brain) goals(s *orkisland.State, places []orkisland.Area) []goal {
	var goals []goal
	for i, place := range places {
		worth, guard := b.worth(s, i, place), guard(s, place)
		for ork := range s.Orks(s.Me()) {
			g := goal{ork, i, b.ways[i], worth / (far(b.ways[i], ork.Pos) + 8)}
			if cost, _ := g.ways.Cost(ork.Pos); ork.Health-cost <= guard {
				g.value /= 12 // it would starve on the way, or lose there
			}
			goals = append(goals, g)
		}
	}
	return goals
}

// worth returns what it is worth to send somebody to a place.
func (b *brain) worth(s *orkisland.State, i int, place orkisland.Area) float64 {
	points := float64(s.Worth(s.Me(), place))
	if place.Owner != s.Me() {
		return math.Sqrt(points + 0.4*float64(s.Worth(place.Owner, place))) // what an enemy loses is good, too
	}
	alarm := 0.05 // nobody need be sent to a place of its own if no enemy is near
	for u := range s.Units() {
		if u.Owner != s.Me() {
			alarm = max(alarm, 1-far(b.ways[i], u.Pos)/30)
		}
	}
	return alarm * math.Sqrt(points)
}

// guard returns the health of the strongest enemy in a place, or -1.
func guard(s *orkisland.State, place orkisland.Area) int {
	strongest := -1
	for _, p := range place.Cells() {
		if u, ok := s.UnitAt(p); ok && u.Owner != s.Me() {
			strongest = max(strongest, u.Health)
		}
	}
	return strongest
}

// far returns how far a cell is: the steps, and twice the health that they cost.
func far(ways orkisland.Ways, from orkisland.Pos) float64 {
	cost, ok := ways.Cost(from)
	steps, _ := ways.Steps(from)
	if !ok {
		return math.Inf(1)
	}
	return float64(steps + 2*cost)
}

// share gives each ork a goal, the best first. While there is a place for each, no two go to the same.
func share(goals []goal) []goal {
	slices.SortStableFunc(goals, func(x, y goal) int { return cmp.Compare(y.value, x.value) })
	var shared []goal
	busy, taken := map[orkisland.UnitID]bool{}, map[int]bool{}
	for _, again := range []bool{false, true} {
		for _, g := range goals {
			if !busy[g.ork.ID] && (again || !taken[g.place]) {
				busy[g.ork.ID], taken[g.place] = true, true
				shared = append(shared, g)
			}
		}
	}
	return shared
}

// step returns the best of the four steps and of staying.
func step(s *orkisland.State, g goal, taken map[orkisland.Pos]bool) orkisland.Dir {
	best, highest := orkisland.None, math.Inf(-1)
	for _, d := range []orkisland.Dir{orkisland.North, orkisland.South, orkisland.East, orkisland.West, orkisland.None} {
		to := s.Dest(g.ork.Pos, d)
		if d != orkisland.None && (taken[to] || !s.IsOpen(to)) {
			continue
		}
		if value := judge(s, g, to); value > highest {
			best, highest = d, value
		}
	}
	return best
}

// judge returns how good it is for an ork to be on a cell: nearer to its goal, winning a fight, out of danger.
func judge(s *orkisland.State, g goal, to orkisland.Pos) float64 {
	value := 0.3 * (far(g.ways, g.ork.Pos) - far(g.ways, to))
	health := g.ork.Health
	if to != g.ork.Pos {
		cost, _ := s.Cost(to)
		health -= cost
	}
	other, found := s.UnitAt(to)
	switch fight := found && other.Owner != s.Me(); {
	case fight && other.Health > health:
		return value - 10
	case fight && other.Health < health:
		value += 10
	case health < 0:
		return value + 3 // it starves, and is reborn with full health
	}
	return value - fear(s, to, health)
}

// fear returns how bad enemies are that would win on a cell: most beside it, less two steps away.
func fear(s *orkisland.State, p orkisland.Pos, health int) float64 {
	cost, _ := s.Cost(p)
	worst := 0.0
	for u := range s.Units() {
		if u.Owner == s.Me() || u.Pos == p || u.Health-cost <= health {
			continue
		}
		switch s.Steps(u.Pos, p) {
		case 1:
			worst = max(worst, 8)
		case 2:
			worst = max(worst, 3)
		}
	}
	return worst
}
