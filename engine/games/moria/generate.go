package moria

import (
	"fmt"

	"github.com/botarena/arena/engine"
)

const (
	// inner is the first row and column of the mountain, outer the last.
	inner, outer = 2, Size - 3
	// minCaves and maxCaves are how many caves a generated board may have, not
	// counting those with treasures.
	minCaves, maxCaves = 800, 1100
	// maxAttempts is how many boards the generator tries, and how often it carves
	// one. One board in three is thrown away, but hardly ever a carving.
	maxAttempts = 1000
	// tries is how often a single path or tunnel is tried.
	tries = 11
)

// generator makes boards. The order of its draws is part of the rules: with the
// classic source it makes the boards of the original program. Rules 6.
type generator struct {
	*board
	rand      *engine.Rand
	free      engine.Grid[bool] // rock that may get a treasure
	treasures int

	visited engine.Grid[bool] // by the path that is being carved
	path    []Pos
}

// generate returns a random board.
func generate(rand *engine.Rand) (*board, error) {
	for range maxAttempts {
		g := &generator{
			board:   newBoard(),
			rand:    rand,
			free:    engine.NewGrid[bool](Size, Size),
			visited: engine.NewGrid[bool](Size, Size),
		}
		if g.attempt() {
			return g.board, nil
		}
	}
	return nil, fmt.Errorf("no valid board found in %d attempts", maxAttempts)
}

// attempt fills the board and reports whether it is valid.
func (g *generator) attempt() bool {
	g.start()
	if !g.carve() {
		return false
	}
	g.widen()
	if caves := g.caves(); caves < minCaves || caves > maxCaves {
		return false
	}
	g.findFree()
	g.buildMazes()
	g.buildChessBoards()
	return g.hideTreasures()
}

// start makes a mountain of rock. Rules 6.1.
func (g *generator) start() {
	for i := range g.cells.Cells() {
		g.cells.Cells()[i] = rock
		if isFrame(g.cells.Pos(i)) {
			g.cells.Cells()[i] = outside
		}
	}
}

// carve makes paths from all four sides, and tunnels to the remotest parts of the
// rim. What it carved stays if it has to begin again. Rules 6.2.
func (g *generator) carve() bool {
	for range maxAttempts {
		if g.carveSides() && g.carveTunnels() {
			return true
		}
	}
	return false
}

func (g *generator) carveSides() bool {
	sides := []int{0, 1, 2, 3}
	shuffle(sides, g.rand)
	for _, side := range sides {
		if !g.try(func() bool { return g.carvePath(g.onSide(side)) }) {
			return false
		}
	}
	return true
}

// onSide draws a cell of the rim: at the top, bottom, left or right.
func (g *generator) onSide(side int) Pos {
	k := g.rand.Draw(inner+1, outer-1)
	return [...]Pos{{Row: inner, Col: k}, {Row: outer, Col: k}, {Row: k, Col: inner}, {Row: k, Col: outer}}[side]
}

func (g *generator) carveTunnels() bool {
	for range 10 {
		if !g.try(g.carveTunnel) {
			return false
		}
	}
	return true
}

func (g *generator) try(carve func() bool) bool {
	for range tries {
		if carve() {
			return true
		}
	}
	return false
}

// widen makes everything that was carved two cells wide. Rules 6.3.
func (g *generator) widen() {
	before := g.cells.Clone()
	for i, c := range before.Cells() {
		if c != cave {
			continue
		}
		p := before.Pos(i)
		for _, wider := range [...]Pos{p.Add(Pos{Col: 1}), p.Add(Pos{Row: 1}), p.Add(Pos{Row: 1, Col: 1})} {
			if !isFrame(wider) {
				g.cells.Set(wider, cave)
			}
		}
	}
}

// findFree finds the rock away from caves and from the rim. Rules 6.5.
func (g *generator) findFree() {
	for row := inner + 1; row < outer; row++ {
		for col := inner + 1; col < outer; col++ {
			p := Pos{Row: row, Col: col}
			g.free.Set(p, g.cells.At(p) == rock && !g.isBesideCave(p))
		}
	}
}

func (g *generator) isBesideCave(p Pos) bool {
	for _, d := range Dirs() {
		if g.cells.At(d.from(p)) == cave {
			return true
		}
	}
	return false
}

// buildMazes builds two, if there is room. Rules 6.6.
func (g *generator) buildMazes() {
	for range 2 {
		at, ok := g.room(10, 500, 100)
		if !ok {
			return
		}
		for ; at.top+2 < at.bottom && at.left+2 < at.right; at = at.inside(3) {
			g.buildWall(at)
			g.fill(at)
		}
	}
}

// buildWall encloses a rectangle with granite, except for a gap of two cells.
func (g *generator) buildWall(at rectangle) {
	for p := range at.ring() {
		g.cells.Set(p, granite)
	}
	var gap, next Pos
	switch side := g.rand.Draw(0, 3); side {
	case 0, 2: // left, right
		next = Pos{Row: 1}
		gap = Pos{Row: g.rand.Draw(at.top+1, at.bottom-2), Col: at.left}
		if side == 2 {
			gap.Col = at.right
		}
	default: // top, bottom
		next = Pos{Col: 1}
		gap = Pos{Row: at.top, Col: g.rand.Draw(at.left+1, at.right-2)}
		if side == 3 {
			gap.Row = at.bottom
		}
	}
	g.cells.Set(gap, rock)
	g.cells.Set(gap.Add(next), rock)
}

// fill puts treasures into the corridor inside a wall, which is two cells wide.
func (g *generator) fill(at rectangle) {
	var corridor []Pos
	for p := range at.inside(1).all() {
		if !at.inside(3).has(p) {
			corridor = append(corridor, p)
		}
	}
	for range g.rand.Draw(8, 12) {
		if len(corridor) == 0 || g.treasures == iniHoard {
			return
		}
		g.hide(take(&corridor, g.rand))
	}
}

// buildChessBoards builds three, or as many as there is room for. Rules 6.6.
func (g *generator) buildChessBoards() {
	for range 3 {
		at, ok := g.room(5, 300, 50)
		if !ok {
			return
		}
		colour := g.rand.Draw(0, 1)
		for p := range at.all() {
			if (p.Row+p.Col)%2 == colour && g.rand.Draw(0, 4) > 0 {
				g.cells.Set(p, granite)
			}
		}
		for p := range at.all() {
			if g.treasures < iniHoard && (p.Row+p.Col)%2 != colour && g.rand.Draw(0, 4) == 0 {
				g.hide(p)
			}
		}
	}
}

// hideTreasures hides the rest of them in free rock, and reports whether there was
// enough. Rules 6.7.
func (g *generator) hideTreasures() bool {
	var free []Pos
	for i, is := range g.free.Cells() {
		if is {
			free = append(free, g.free.Pos(i))
		}
	}
	for g.treasures < iniHoard {
		if len(free) == 0 {
			return false
		}
		g.hide(take(&free, g.rand))
	}
	return true
}

func (g *generator) hide(p Pos) {
	g.cells.Set(p, treasure)
	g.treasures++
}

// take draws a cell of a list and moves the last one into its place.
func take(list *[]Pos, rand *engine.Rand) Pos {
	l := *list
	k, last := rand.Draw(0, len(l)-1), len(l)-1
	p := l[k]
	l[k] = l[last]
	*list = l[:last]
	return p
}

// shuffle puts a list in random order. The original draws for all places but the
// last. Rules 5.
func shuffle[T any](list []T, rand *engine.Rand) {
	for k := range max(len(list)-1, 0) {
		other := rand.Draw(k, len(list)-1)
		list[k], list[other] = list[other], list[k]
	}
}
