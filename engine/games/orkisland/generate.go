package orkisland

import (
	"fmt"
	"math"
	"slices"

	"github.com/botarena/arena/engine"
)

// river marks cells of rivers while a board is being generated.
const river Terrain = 'R'

// maxAttempts is how many boards the generator tries. The smallest ones seldom have
// room for the eight cities that they must have: one in six does.
const maxAttempts = 1000

// generator makes boards. The order of its draws is part of the rules: with the
// classic source it makes the boards of the original program. Rules 4.
type generator struct {
	*board
	orks   int // of each player
	centre Pos
	margin int
	r      *engine.Rand
	sea    *seaDistance

	marked    engine.Grid[bool] // the area drawn last
	low, high Pos               // corners of a rectangle around it
	queue     []Pos             // kept to be used again
}

// generate returns a random board.
func generate(s *Settings, r *engine.Rand) (*board, error) {
	half := s.Size / 2
	g := &generator{
		orks:   s.Orks,
		centre: Pos{Row: half, Col: half},
		margin: s.Size / 5,
		r:      r,
		sea:    newSeaDistance(half),
		marked: engine.NewGrid[bool](s.Size, s.Size),
		queue:  make([]Pos, 0, s.Size*s.Size),
	}
	for range maxAttempts {
		g.board = newBoard(s.Size)
		if g.attempt() {
			g.findShore()
			return g.board, nil
		}
	}
	return nil, fmt.Errorf("no valid board of %d rows and columns found in %d attempts", s.Size, maxAttempts)
}

// attempt fills the board and reports whether it is valid.
func (g *generator) attempt() bool {
	g.start()
	g.makeSea()
	g.makePatches(Forest, 5, 15)
	g.makePatches(Sand, 8, 20)
	g.makeRivers()
	g.makeCities()
	g.makePaths()
	g.replace(river, Water)
	g.sinkUnreachable()
	return g.isValid()
}

// start fills the board with grass inside a border of water. Rules 4.1.
func (g *generator) start() {
	for i := range g.terrain.Cells() {
		p := g.terrain.Pos(i)
		if g.isBorder(p) {
			g.terrain.Set(p, Water)
		} else {
			g.terrain.Set(p, Grass)
		}
	}
}

// makeSea turns all cells outside of a large area into water. Rules 4.2.
func (g *generator) makeSea() {
	for range 100 {
		marked := g.mark(g.centre, func(p Pos) float64 {
			return 0.3 / g.sea.of(g.r.Draw(20, 40), p.Sub(g.centre))
		})
		if cells := g.size() * g.size(); 4*marked >= 3*cells {
			for i, inside := range g.marked.Cells() {
				if !inside {
					g.terrain.Cells()[i] = Water
				}
			}
			return
		}
	}
}

// makePatches turns areas of grass into forest or sand. The bounds are tenths of
// how likely the neighbours of an area's start are part of it. Rules 4.3.
func (g *generator) makePatches(t Terrain, low, high int) {
	for range g.r.Draw(8, 12) {
		start := g.inner()
		p := float64(g.r.Draw(low, high)) / 10
		g.mark(start, func(at Pos) float64 {
			return p / math.Sqrt(float64(squared(at, start)))
		})
		for row := g.low.Row; row <= g.high.Row; row++ {
			for i := row*g.size() + g.low.Col; i <= row*g.size()+g.high.Col; i++ {
				if g.marked.Cells()[i] && g.terrain.Cells()[i] == Grass {
					g.terrain.Cells()[i] = t
				}
			}
		}
	}
}

// makeRivers draws lines that lead away from where they start. Rules 4.4.
func (g *generator) makeRivers() {
	for range g.r.Draw(4, 10) {
		start := g.inner()
		if g.isNearRiver(start) || g.isCentral(start) {
			continue
		}
		for range 100 {
			curve := g.curve(start, start, eightWays[:], true)
			if !slices.ContainsFunc(curve, g.isNearRiver) {
				for _, p := range curve {
					if g.terrain.At(p) != Water {
						g.terrain.Set(p, river)
					}
				}
				break
			}
		}
	}
}

func (g *generator) isNearRiver(p Pos) bool {
	terrain := g.terrain.Cells()
	for near := range g.around(p, 4) {
		if terrain[near] == river {
			return true
		}
	}
	return false
}

// isCentral reports whether a cell is in the square in the middle of the board that
// would hold the orks of a player.
func (g *generator) isCentral(p Pos) bool {
	half := int(math.Ceil(math.Sqrt(float64(g.orks))))
	d := p.Sub(g.centre)
	return d.Row >= -half && d.Row < half && d.Col >= -half && d.Col < half
}

// makeCities places rectangles. Rules 4.5.
func (g *generator) makeCities() {
	last := g.size() - 1
	for range g.r.Draw(8, 25) {
		for range 100 {
			at := Pos{Row: g.r.Draw(0, last), Col: g.r.Draw(0, last)}
			height, width := g.r.Draw(2, 6), g.r.Draw(2, 6)
			if !g.hasRoom(at, height, width) {
				continue
			}
			cells := make([]Pos, 0, height*width)
			for i := range height * width {
				p := at.Add(Pos{Row: i / width, Col: i % width})
				g.terrain.Set(p, City)
				cells = append(cells, p)
			}
			g.addCity(cells)
			break
		}
	}
}

// hasRoom reports whether a city may stand here: with two free cells above and to the
// left, and one below and to the right.
func (g *generator) hasRoom(at Pos, height, width int) bool {
	last := g.size() - 1
	for row := max(at.Row-2, 0); row <= min(at.Row+height, last); row++ {
		for col := max(at.Col-2, 0); col <= min(at.Col+width, last); col++ {
			if t := g.terrain.At(Pos{Row: row, Col: col}); t == Water || t == City {
				return false
			}
		}
	}
	return true
}

// makePaths draws lines between cities. A path keeps away from others, and from all
// cities but its own. Rules 4.6.
func (g *generator) makePaths() {
	const path = 1 << 31                           // there are at most 25 cities
	near := make([]uint32, len(g.terrain.Cells())) // by cell; a bit for each city that is near, and path
	for id, cells := range g.cities.cells {
		g.surround(near, cells, 1<<id)
	}
	last := len(g.cities.cells) - 1
	for range 3 * (last + 1) * (last + 1) {
		a, b := g.r.Draw(0, last), g.r.Draw(0, last)
		if a == b {
			continue
		}
		start, target := g.cellOf(a), g.cellOf(b)
		curve := g.curve(start, target, fourWays[:], false)
		blocked := func(p Pos) bool { return near[g.terrain.Index(p)]&^(1<<a|1<<b) != 0 }
		if curve[len(curve)-1] != target || slices.ContainsFunc(curve, blocked) {
			continue
		}
		cells := slices.DeleteFunc(slices.Clone(curve), func(p Pos) bool { return g.terrain.At(p) == City })
		for _, p := range cells {
			g.terrain.Set(p, Path)
		}
		g.surround(near, cells, path)
		g.addPath(a, b, cells)
	}
}

// surround sets a bit of all cells that are near to some cells.
func (g *generator) surround(near []uint32, cells []Pos, bit uint32) {
	for _, p := range cells {
		for i := range g.around(p, 2) {
			near[i] |= bit
		}
	}
}

// cellOf draws a cell of a city.
func (g *generator) cellOf(city int) Pos {
	cells := g.cities.cells[city]
	return cells[g.r.Draw(0, len(cells)-1)]
}

func (g *generator) replace(old, by Terrain) {
	for i, t := range g.terrain.Cells() {
		if t == old {
			g.terrain.Cells()[i] = by
		}
	}
}

// sinkUnreachable turns land that can't be reached from the centre into water, except
// for cities and paths, which make the board invalid. Rules 4.8.
func (g *generator) sinkUnreachable() {
	g.flood()
	for i, reached := range g.marked.Cells() {
		if !reached && g.terrain.Cells()[i].isWild() {
			g.terrain.Cells()[i] = Water
		}
	}
}

// isValid reports whether there are enough cities and all land can be reached. The
// flood of sinkUnreachable still holds: what it sank had not been reached. Rules 4.9.
func (g *generator) isValid() bool {
	for i, reached := range g.marked.Cells() {
		if !reached && g.terrain.Cells()[i] != Water {
			return false
		}
	}
	return len(g.cities.cells) >= 8
}
