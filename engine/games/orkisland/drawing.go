package orkisland

import (
	"iter"
	"math"
	"math/big"
)

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

// mark marks an area that grows from a start: likely says how likely a cell
// beside the area becomes part of it, every time that it is looked at. It returns
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
// it can: every step leads away from the anchor, or every one nearer to it. The
// line is the generator's own until the next. Rules 4, drawing a curve.
func (g *generator) curve(start, anchor Pos, ways ways, away bool) []Pos {
	c := curve{g, anchor, ways, away}
	g.queue = g.queue[:0]
	heading := g.r.Draw(0, len(ways)-1)
	for at, ok := start, true; ok; {
		g.queue = append(g.queue, at)
		at, heading, ok = c.bend(at, heading)
	}
	return g.queue
}

// ways are directions in a circle.
type ways []Pos

type curve struct {
	*generator
	anchor Pos
	ways   ways
	away   bool
}

// bend finds the next cell of a curve. It need not look whether the cell is in
// the curve already: distances to the anchor only grow, or only shrink.
func (c *curve) bend(from Pos, heading int) (next Pos, turned int, ok bool) {
	d := from.Sub(c.anchor)
	for _, turn := range [...]int{c.r.Draw(-1, 1), -1, 0, 1} {
		turned = heading + turn
		if turned < 0 {
			turned += len(c.ways)
		} else if turned >= len(c.ways) {
			turned -= len(c.ways)
		}
		way := c.ways[turned]
		// By how much the step changes the square of the distance.
		change := (2*d.Row+way.Row)*way.Row + (2*d.Col+way.Col)*way.Col
		if next = from.Add(way); change != 0 && change > 0 == c.away && c.terrain.Has(next) {
			return next, turned, true
		}
	}
	return from, heading, false
}

// flood marks what can be reached from the center on land. Rules 4.8.
func (g *generator) flood() {
	g.marked.Fill(false)
	g.marked.Set(g.center, true)
	g.queue = append(g.queue[:0], g.center)
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

// seaDistance knows distances from the center of the board. They depend on an
// exponent: 2 is the Euclidean distance, more makes circles squarer.
//
// What is made of them must be the same on every machine, but neither the last
// bit of math.Pow is, nor that of x*y + z, which some processors round once and
// others twice. That bit can only matter where a distance equals the radius, or
// is another integer. With an exponent of 2 there are such cells, and all is
// exact. With a larger one there are none but those straight away from the center
// at the radius itself, where the original's way of computing sometimes comes to
// a little more than the radius. onRadius has the answer for them.
type seaDistance struct {
	radius   int
	powers   [maxExponent + 1][]float64 // by exponent in tenths, then by base
	onRadius [maxExponent + 1]float64   // by exponent; 0: not known yet
}

const minExponent, maxExponent = 20, 40

func newSeaDistance(radius int) *seaDistance {
	s := &seaDistance{radius: radius}
	for e := minExponent; e <= maxExponent; e++ {
		for base := range radius + 1 {
			s.powers[e] = append(s.powers[e], math.Pow(float64(base), float64(e)/10))
		}
	}
	return s
}

// of is the distance from the center of a cell with this offset, or 1 if it is
// not more than the radius. The exponent is in tenths. Rules 4.2.
func (s *seaDistance) of(exponent int, offset Pos) float64 {
	row, col := max(offset.Row, -offset.Row), max(offset.Col, -offset.Col)
	if max(row, col) == s.radius && min(row, col) == 0 {
		return s.ofRadius(exponent)
	}
	if exponent == minExponent {
		if square := row*row + col*col; square > s.radius*s.radius {
			return math.Sqrt(float64(square))
		}
		return 1
	}
	powers := s.powers[exponent]
	sum := powers[row] + powers[col]
	if sum <= powers[s.radius] {
		return 1
	}
	return math.Pow(sum, 1/(float64(exponent)/10))
}

func (s *seaDistance) ofRadius(exponent int) float64 {
	known := &s.onRadius[exponent]
	if *known == 0 {
		*known = 1
		if !returns(s.radius, exponent) {
			*known = float64(s.radius)
		}
	}
	return *known
}

// returns says whether raising a base to the power p, and the result to the power
// 1/p, comes back to the base or to less, when each of the two is rounded to the
// nearest 64-bit float. p is the float nearest to exponent/10.
func returns(base, exponent int) bool {
	x := float64(base)
	p := float64(exponent) / 10
	log := math.Log(x)
	// All numbers below are tiny and need no more than a few digits.
	missing := math.FMA(10, p, -float64(exponent)) / 10 // p - exponent/10
	excess := math.Inf(1)                               // of the rounded power over the true one, relative
	for _, y := range neighbors(math.Pow(x, p)) {
		e := float64(tenthExcess(y, base, exponent)) - float64(log*missing)
		if math.Abs(e) < math.Abs(excess) {
			excess = e
		}
	}
	q := 1 / p
	// The second result is x * exp(back) before it is rounded.
	back := float64(log*math.FMA(q, p, -1)) + float64(q*excess)
	return back <= (math.Nextafter(x, math.Inf(1))-x)/2/x
}

// neighbors are the floats around y, whose last bits differ between machines.
func neighbors(y float64) []float64 {
	up, down := math.Nextafter(y, math.Inf(1)), math.Nextafter(y, 0)
	return []float64{math.Nextafter(down, 0), down, y, up, math.Nextafter(up, math.Inf(1))}
}

// tenthExcess is by how much y exceeds base to the power exponent/10, relative to
// that. It compares the tenth powers, which have no rounding.
func tenthExcess(y float64, base, exponent int) float64 {
	const precision = 600 // bits; enough for both powers
	power := func(x float64, n int) *big.Float {
		product := new(big.Float).SetPrec(precision).SetInt64(1)
		for range n {
			product.Mul(product, new(big.Float).SetFloat64(x))
		}
		return product
	}
	whole := power(float64(base), exponent)
	excess := power(y, 10)
	excess.Sub(excess, whole).Quo(excess, whole)
	e, _ := excess.Float64()
	return e / 10
}
