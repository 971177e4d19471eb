package orkisland

import "github.com/botarena/arena/engine"

// ground is what the rules want to know about the cells of a board. It never changes.
type ground struct {
	size  int
	cells []soil
	land  *engine.Land[Dir] // the same costs, for searches
}

// soil is a cell. It is small, and has all that a round asks about a cell in one place.
type soil struct {
	cost int32 // of entering it; -1 for water
	rest int32 // see area and exits
}

const exitBits = 4

// area returns the number of the city that the cell is in, or that of the path behind
// all cities, or -1.
func (s soil) area() int { return int(s.rest >> exitBits) }

// exits returns the directions in which an ork can go from here: the lowest bit stands
// for North.
func (s soil) exits() int { return int(s.rest & (1<<exitBits - 1)) }

// ground returns the ground of the setup's board.
func (s *setup) ground() *ground {
	b, n := s.board, s.board.size()
	var enter [256]int32
	for t := range enter {
		enter[t] = -1
		if cost, ok := s.cost(Terrain(t)); ok {
			enter[t] = int32(cost)
		}
	}
	g := &ground{n, make([]soil, n*n), engine.NewLand(compass, b.terrain, &enter)}
	cities, paths := b.cities.at.Cells(), b.paths.at.Cells()
	for i := range g.cells {
		area := cities[i]
		if path := paths[i]; path >= 0 {
			area = int32(len(b.cities.cells)) + path
		}
		g.cells[i] = soil{enter[b.terrain.Cells()[i]], area << exitBits}
	}
	for row := 1; row < n-1; row++ { // no ork gets to the border
		for i := row*n + 1; i < row*n+n-1; i++ {
			for k, to := range [...]int{i - n, i + n, i + 1, i - 1} { // as in Dirs
				if g.cells[to].cost >= 0 {
					g.cells[i].rest |= 1 << k
				}
			}
		}
	}
	return g
}

// at returns a cell; off the board there is water.
func (g *ground) at(p Pos) soil {
	if uint(p.Row) >= uint(g.size) || uint(p.Col) >= uint(g.size) {
		return soil{cost: -1, rest: -1 << exitBits}
	}
	return g.cells[p.Row*g.size+p.Col]
}
