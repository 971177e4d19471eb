package dummy

import (
	"cmp"
	"slices"

	"github.com/botarena/arena/engine/games/orkisland"
)

const (
	prize    = 10.0 // worth of winning a fight, and of not losing one
	progress = 0.3  // worth of each unit of length nearer to the goal
	patience = 0.02 // cost of standing still
	settled  = 5    // an enemy that has stood still this many rounds is not expected to come
	rebirth  = 3.0  // worth of starving for an ork without health, as it is reborn with full health
)

// walker decides the steps of a round.
type walker struct {
	*turn
	goals []goal
	taken []bool // by cell: whether an ork of ours will be there
}

// walk commands every ork. Those nearest to their goals go first and make room.
func (t *turn) walk(goals []goal, c *orkisland.Commands) {
	w := walker{t, goals, make([]bool, len(t.cost))}
	order := slices.Clone(t.own)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(w.length(a, t.at[a]), w.length(b, t.at[b])) })
	for _, id := range order {
		w.taken[t.at[id]] = true
	}
	for _, id := range order {
		d, to := w.step(id)
		w.taken[t.at[id]] = false
		w.taken[to] = true
		if d != orkisland.None {
			c.Move(w.units[id].ID, d)
		}
	}
}

// length returns the distance from a cell to the goal of an ork.
func (w *walker) length(id, c int) int32 {
	if ways := w.goals[id].ways; ways != nil {
		return ways[c].length
	}
	return 0
}

// step returns the best step of an ork.
func (w *walker) step(id int) (orkisland.Dir, int) {
	here := w.at[id]
	dir, to, best := orkisland.None, here, w.judge(id, here)-patience
	for k, d := range orkisland.Dirs() {
		c := here + w.beside[k]
		if w.cost[c] == none || w.taken[c] {
			continue
		}
		if v := w.judge(id, c); v > best {
			dir, to, best = d, c, v
		}
	}
	return dir, to
}

// judge returns how good it is for an ork to go to a cell, or to stay on its own.
func (w *walker) judge(id, c int) float64 {
	here, health := w.at[id], w.units[id].Health
	if c != here {
		health -= w.cost[c]
	}
	v := progress * float64(w.length(id, here)-w.length(id, c))
	if w.goals[id].ways == nil { // no goal: it had better starve
		v = progress * float64(w.units[id].Health-health)
	}
	if enemy := w.ork[c]; c != here && enemy >= 0 && w.units[enemy].Owner != w.me {
		switch {
		case health < w.units[enemy].Health:
			return -prize
		case health > w.units[enemy].Health:
			v += prize
		}
	} else if health < 0 {
		return rebirth * float64(w.health-w.units[id].Health) / float64(w.health)
	}
	return v - w.danger(here, c, health)
}

// danger returns the loss to expect on a cell from stronger enemies nearby.
func (w *walker) danger(here, c, health int) float64 {
	worst := 0.0
	for _, e := range w.enemies {
		at := w.at[e]
		if at == c || !w.awake[w.units[e].Owner] || w.units[e].Health-w.cost[c] <= health {
			continue
		}
		switch steps := w.steps(at, c); {
		case steps == 1 && c == here:
			worst = max(worst, prize)
		case steps == 1:
			worst = max(worst, 0.7*prize)
		case steps == 2 && w.still[e] < settled:
			worst = max(worst, 0.3*prize)
		}
	}
	return worst
}

// steps returns the number of steps between two cells, ignoring water.
func (t *turn) steps(a, b int) int {
	return abs(a/t.cols-b/t.cols) + abs(a%t.cols-b%t.cols)
}

func abs(n int) int { return max(n, -n) }
