package dummy

import (
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/sdk"
)

// goal is what an ork goes for: an area, an enemy, or nothing.
type goal struct {
	area  int
	enemy int
	ways  []way   // to the goal
	pull  float64 // its worth, regardless of distance
	need  int     // how many orks of ours it needs
}

// plan gives every ork of ours a goal. The best match of ork and goal comes first. A
// goal that has its orks is worth less to the next ork.
func (t *turn) plan(worth []float64) []goal {
	goals := make([]goal, len(t.units))
	for id := range goals {
		goals[id] = goal{area: none, enemy: none}
	}
	all := t.goals(worth)
	value := make([][]float64, len(t.own)) // by own ork, by goal
	for k, id := range t.own {
		value[k] = make([]float64, len(all))
		if t.tired[id] {
			continue // it is to starve
		}
		for g := range all {
			value[k][g] = t.value(t.units[id], &all[g])
		}
	}
	assign(value, all, func(k, g int) { goals[t.own[k]] = all[g] })
	return goals
}

// assign matches orks and goals, the best match first.
func assign(value [][]float64, goals []goal, match func(ork, goal int)) {
	left := make([]float64, len(goals)) // part of the goal's value that is left
	need := make([]int, len(goals))
	for g := range left {
		left[g], need[g] = 1, goals[g].need
	}
	done := make([]bool, len(value))
	for range value {
		best, ork, goal := 0.0, none, none
		for k := range value {
			if done[k] {
				continue
			}
			for g, v := range value[k] {
				if v*left[g] > best {
					best, ork, goal = v*left[g], k, g
				}
			}
		}
		if ork == none {
			return
		}
		match(ork, goal)
		done[ork] = true
		if need[goal]--; need[goal] <= 0 {
			left[goal] *= sharing
		}
	}
}

// These are in params.json, so that arena tune can look for better ones.
var (
	sharing = sdk.Param("sharing", 0.15) // how much of a goal is left when it has its orks
	hurry   = sdk.Param("hurry", 8.)     // the higher, the less distance matters
	trophy  = sdk.Param("trophy", 12.)   // worth of an enemy's ork
)

const (
	hunting  = 40   // the longest way to hunt an enemy
	hopeless = 0.08 // how much of a goal is left if a stronger enemy holds it
	quiet    = 0.05 // worth of an area of ours with no enemy near
	near     = 30   // distance at which an enemy makes an area need a guard
)

// goals returns all goals.
func (t *turn) goals(worth []float64) []goal {
	var all []goal
	for i := range t.areas {
		pull := worth[i]
		if t.owner[i] == t.me {
			pull *= t.alarm(i)
		}
		all = append(all, goal{area: i, enemy: none, ways: t.areas[i].ways, pull: pull, need: t.need(i)})
	}
	strongest := 0
	for _, id := range t.own {
		strongest = max(strongest, t.units[id].Health)
	}
	for k, e := range t.enemies {
		if t.units[e].Health >= strongest {
			continue
		}
		ways := t.huntingWays(k)
		t.search(ways, hunting, t.at[e])
		all = append(all, goal{area: none, enemy: e, ways: ways, pull: trophy, need: 1})
	}
	return all
}

// need returns how many orks make a majority in an area.
func (t *turn) need(i int) int {
	enemies := 0
	for _, c := range t.areas[i].cells {
		if id := t.ork[c]; id >= 0 && t.units[id].Owner != t.me {
			enemies++
		}
	}
	return 1 + enemies
}

// alarm returns how much an area of ours needs a guard, from quiet to 1.
func (t *turn) alarm(i int) float64 {
	alarm := quiet
	for _, e := range t.enemies {
		if l := float64(t.areas[i].ways[t.at[e]].length); l < near {
			alarm = max(alarm, 1-l/near)
		}
	}
	return alarm
}

// value returns the worth of a goal to an ork.
func (t *turn) value(u orkisland.Unit, g *goal) float64 {
	w := g.ways[t.index(u.Pos)]
	if w.length >= far {
		return 0
	}
	v := g.pull / (float64(w.length) + hurry)
	left := u.Health - int(w.loss)
	switch {
	case g.enemy >= 0 && left <= t.units[g.enemy].Health:
		return 0
	case g.area >= 0 && (left < 0 || left <= t.guard(g.area)):
		v *= hopeless
	}
	return v
}

// guard returns the health of the strongest enemy in an area, or none.
func (t *turn) guard(i int) int {
	strongest := none
	for _, c := range t.areas[i].cells {
		if id := t.ork[c]; id >= 0 && t.units[id].Owner != t.me {
			strongest = max(strongest, t.units[id].Health)
		}
	}
	return strongest
}
