package dummy

import (
	"slices"

	"github.com/botarena/arena/engine/games/starships"
)

// course searches for the best moves of a starship in the rounds to come. For each
// round ahead, it keeps the best way to every cell of the window.
type course struct {
	sky   *sky
	ship  starships.Unit
	shoot bool // in the first round, instead of moving freely
	nodes [horizon + 1][]node
	open  [horizon + 1][]int // cells that can be reached

	// The result.
	moves []starships.Dir
	cells []int // the cells of the course, beginning with the starship's own
	taken []int // the bonuses on the way
}

// node is the best way to a cell after some rounds.
type node struct {
	known bool
	value int
	from  int // the cell before
	dir   starships.Dir
}

// discount is the worth of a later point, in thousandths, by round.
var discount = func() (d [horizon + 1]int) {
	d[0] = 1000
	for n := range horizon {
		d[n+1] = d[n] * 94 / 100
	}
	return d
}()

// search finds the best course and returns its worth.
func (c *course) search(k *sky, ship starships.Unit, shoot bool) int {
	c.sky, c.ship, c.shoot = k, ship, shoot
	for n := range c.nodes {
		if c.nodes[n] == nil {
			c.nodes[n] = make([]node, len(k.kind))
		}
		for _, cell := range c.open[n] {
			c.nodes[n][cell].known = false
		}
		c.open[n] = c.open[n][:0]
	}
	start := k.cell(ship.Pos)
	c.reach(0, start, node{known: true, from: start})
	depth := 0
	for n := range min(horizon, k.left) {
		for _, cell := range c.open[n] {
			if n == 0 || !k.hit[n][cell] {
				c.leave(n, cell)
			}
		}
		if len(c.open[n+1]) > 0 {
			depth = n + 1
		}
	}
	end, best := -1, 0
	for _, cell := range c.open[depth] {
		value := c.nodes[depth][cell].value - c.outlook(depth, cell)
		if end < 0 || value > best {
			end, best = cell, value
		}
	}
	c.trace(depth, end)
	// A course that ends early ends in death.
	if depth < min(horizon, k.left) {
		best -= k.life() * discount[depth] / 1000
	}
	return best
}

// outlook returns the cost of ending in a cell. The best is the front part of the
// window, where new things come into sight.
func (c *course) outlook(n, cell int) int {
	const perCol, share = 40, 60 // in hundredths of the window
	w := c.sky.settings.WindowCols
	off := 100*c.before(n, cell) - share*w
	return max(off, -off) * perCol / 100
}

// before returns how many columns of the window lie before a cell, n rounds ahead.
func (c *course) before(n, cell int) int {
	k := c.sky
	before := k.col[cell] - (k.round+n)%k.settings.Cols
	if before < 0 {
		before += k.settings.Cols
	}
	return before
}

// leave tries all moves from a cell.
func (c *course) leave(n, cell int) {
	for _, d := range starships.Dirs() {
		if n == 0 && c.shoot && d != starships.Default {
			continue
		}
		to, swept := c.sky.move(cell, d)
		if to < 0 || c.before(n+1, to) >= c.sky.settings.WindowCols {
			continue // refused
		}
		if gain, ok := c.gain(n, cell, to, swept); ok {
			c.reach(n+1, to, node{true, c.nodes[n][cell].value + gain*discount[n]/1000, cell, d})
		}
	}
}

// gain returns the gain of a move; false if the move is deadly.
func (c *course) gain(n, cell, to int, swept []int) (int, bool) {
	k := c.sky
	gain := 0
	if n+1 < len(k.danger) {
		gain -= k.danger[n+1][to]
	}
	if n+1 < horizon && k.hit[n+1][to] {
		return 0, false
	}
	if n == 0 && c.shoot {
		return gain, true // the missile clears the way
	}
	for _, at := range swept {
		if k.kind[at] == starships.Asteroid || k.stop[n][at] {
			return 0, false
		}
		if n == 0 {
			gain -= k.block[at]
		}
		if k.isBonus(at) && !c.hasTaken(n, cell, at) {
			gain += c.worth(n, at)
		}
	}
	return gain, true
}

// hasTaken reports whether the way to a cell has already passed a bonus.
func (c *course) hasTaken(n, cell, bonus int) bool {
	for ; n > 0; n-- {
		at := c.nodes[n][cell]
		if _, swept := c.sky.move(at.from, at.dir); slices.Contains(swept, bonus) {
			return true
		}
		cell = at.from
	}
	return false
}

// worth returns the worth of a bonus to the starship.
func (c *course) worth(n, at int) int {
	const plenty = 20 // missiles; further ones are worth nothing
	k := c.sky
	worth := 1000 * k.settings.BonusPoints
	if k.kind[at] == starships.MissileBonus {
		worth = missile * max(0, plenty-c.ship.Missiles) / plenty * k.settings.BonusMissiles
	}
	worth = worth * k.share[at] / 1000
	switch {
	case n+1 > k.rival[at]:
		return worth * 3 / 10
	case n+1 == k.rival[at]:
		return worth * 6 / 10
	}
	return worth
}

// reach notes a way to a cell if it is the best so far.
func (c *course) reach(n, cell int, way node) {
	at := &c.nodes[n][cell]
	if !at.known {
		c.open[n] = append(c.open[n], cell)
	} else if way.value <= at.value {
		return
	}
	*at = way
}

// trace writes down the course that ends in a cell.
func (c *course) trace(n, cell int) {
	c.moves, c.cells, c.taken = c.moves[:0], c.cells[:0], c.taken[:0]
	for ; n > 0; n-- {
		at := c.nodes[n][cell]
		c.moves, c.cells = append(c.moves, at.dir), append(c.cells, cell)
		_, swept := c.sky.move(at.from, at.dir)
		for _, p := range swept {
			if c.sky.isBonus(p) {
				c.taken = append(c.taken, p)
			}
		}
		cell = at.from
	}
	c.cells = append(c.cells, cell)
	slices.Reverse(c.moves)
	slices.Reverse(c.cells)
}

// first returns the move to make now. If all moves are deadly, any will do.
func (c *course) first() starships.Dir {
	if len(c.moves) == 0 {
		return starships.Default
	}
	return c.moves[0]
}
