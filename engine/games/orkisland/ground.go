package orkisland

import "github.com/botarena/arena/engine"

// ground is what the rules want to know about the cells of a board. It never changes.
type ground struct {
	size  int
	cells []soil
	costs engine.Grid[int32] // the same costs, for searches
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
	b := s.board
	g := &ground{b.size(), make([]soil, len(b.terrain.Cells())), engine.NewGrid[int32](b.size(), b.size())}
	for i, t := range b.terrain.Cells() {
		g.costs.Cells()[i] = -1
		if cost, ok := s.cost(t); ok {
			g.costs.Cells()[i] = int32(cost)
		}
	}
	for i := range g.cells {
		p := b.terrain.Pos(i)
		area, exits := int32(-1), int32(0)
		switch {
		case b.cities.at.At(p) >= 0:
			area = b.cities.at.At(p)
		case b.paths.at.At(p) >= 0:
			area = int32(len(b.cities.cells)) + b.paths.at.At(p)
		}
		for k, d := range Dirs() {
			if b.isOpen(d.from(p)) {
				exits |= 1 << k
			}
		}
		g.cells[i] = soil{g.costs.Cells()[i], area<<exitBits | exits}
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
