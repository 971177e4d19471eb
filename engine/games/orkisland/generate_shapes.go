package orkisland

import "iter"

// fourWays and eightWays are the directions of the generator, in its order.
var (
	fourWays  = [...]Pos{{Row: 1}, {Col: 1}, {Row: -1}, {Col: -1}}
	eightWays = [...]Pos{
		{Row: 1, Col: -1},
		{Row: 1},
		{Row: 1, Col: 1},
		{Col: 1},
		{Row: -1, Col: 1},
		{Row: -1},
		{Row: -1, Col: -1},
		{Col: -1},
	}
)

// inner draws a cell that is not too near to the border.
func (g *generator) inner() Pos {
	low, high := g.margin, g.size()-1-g.margin
	return Pos{Row: g.r.Draw(low, high), Col: g.r.Draw(low, high)}
}

// chance succeeds with a probability. Rules 4.
func (g *generator) chance(p float64) bool {
	return g.r.Draw(1, 10000) <= int(10000*p)
}

// mark marks an area that grows from a start. likely is the probability with which a
// cell beside the area becomes part of it, each time that it is looked at. It returns
// the number of cells. Rules 4, marking an area.
func (g *generator) mark(start Pos, likely func(Pos) float64) int {
	g.marked.Fill(false)
	g.marked.Set(start, true)
	g.queue = append(g.queue[:0], start)
	g.low, g.high = start, start
	n, marks := g.size(), g.marked.Cells()
	for next := 0; next < len(g.queue); next++ {
		for _, way := range eightWays {
			p := g.queue[next].Add(way)
			if !g.marked.Has(p) {
				continue
			}
			if at := p.Row*n + p.Col; !marks[at] && g.chance(likely(p)) {
				marks[at] = true
				g.queue = append(g.queue, p)
				g.low = Pos{Row: min(g.low.Row, p.Row), Col: min(g.low.Col, p.Col)}
				g.high = Pos{Row: max(g.high.Row, p.Row), Col: max(g.high.Col, p.Col)}
			}
		}
	}
	marked := len(g.queue)
	for {
		closed := g.closeGaps()
		if closed == 0 {
			return marked
		}
		marked += closed
	}
}

// closeGaps marks cells in small gaps of an area and returns how many. A gap lies
// between cells of the area, so that the rest of the board needs no look.
func (g *generator) closeGaps() int {
	n, closed := g.size(), 0
	for row := max(g.low.Row, 2); row <= min(g.high.Row, n-3); row++ {
		for col := max(g.low.Col, 2); col <= min(g.high.Col, n-3); col++ {
			closed += closeGap(g.marked.Cells(), row*n+col, n)
		}
	}
	return closed
}

// closeGap marks an unmarked cell, and perhaps the next one, if it is in a gap.
// down is how far the cell below is.
func closeGap(marked []bool, at, down int) int {
	switch {
	case marked[at]:
		return 0
	case marked[at-down] && marked[at+down], marked[at-1] && marked[at+1]:
		marked[at] = true
		return 1
	case marked[at-down] && marked[at+2*down]:
		marked[at], marked[at+down] = true, true
		return 2
	case marked[at-1] && marked[at+2]:
		marked[at], marked[at+1] = true, true
		return 2
	}
	return 0
}

// curve draws a line of cells that bends by at most one notch a step, as long as
// it can: every step leads away from the anchor, or every one nearer to it. So no cell
// comes twice. The line is the generator's own until the next. Rules 4, drawing a curve.
func (g *generator) curve(start, anchor Pos, ways ways, away bool) []Pos {
	sign := -1 // of what a step adds to the square of the distance
	if away {
		sign = 1
	}
	n, all := uint(g.size()), len(ways)-1
	row, col, heading := start.Row, start.Col, g.r.Draw(0, all)
	g.queue = append(g.queue[:0], start)
turning:
	for {
		down, right := row-anchor.Row, col-anchor.Col
		for _, turn := range [...]int{g.r.Draw(-1, 1), -1, 0, 1} {
			turned := (heading + turn) & all
			way := &ways[turned]
			more := (2*down+way.Row)*way.Row + (2*right+way.Col)*way.Col
			if sign*more > 0 && uint(row+way.Row) < n && uint(col+way.Col) < n {
				row, col, heading = row+way.Row, col+way.Col, turned
				g.queue = append(g.queue, Pos{Row: row, Col: col})
				continue turning
			}
		}
		return g.queue
	}
}

// ways are directions in a circle. Their number is a power of two.
type ways []Pos

// flood marks what can be reached from the centre on land. Rules 4.8.
func (g *generator) flood() {
	g.marked.Fill(false)
	g.marked.Set(g.centre, true)
	g.queue = append(g.queue[:0], g.centre)
	for next := 0; next < len(g.queue); next++ {
		for _, way := range fourWays {
			p := g.queue[next].Add(way)
			if g.isOpen(p) && !g.marked.At(p) {
				g.marked.Set(p, true)
				g.queue = append(g.queue, p)
			}
		}
	}
}

// around yields the numbers of the cells in a square around p.
func (g *generator) around(p Pos, distance int) iter.Seq[int] {
	n := g.size()
	return func(yield func(int) bool) {
		for row := max(p.Row-distance, 0); row <= min(p.Row+distance, n-1); row++ {
			for col := max(p.Col-distance, 0); col <= min(p.Col+distance, n-1); col++ {
				if !yield(row*n + col) {
					return
				}
			}
		}
	}
}

// squared is the square of the Euclidean distance.
func squared(p, q Pos) int {
	d := p.Sub(q)
	return d.Row*d.Row + d.Col*d.Col
}
