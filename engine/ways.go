package engine

import "iter"

// Compass is the directions of a game, and where they lead. D is their type: they are
// numbered from 1, and the zero value is no direction.
type Compass[D ~int32] struct {
	Dirs    []D   // by which units go from cell to cell, in the order in which they are tried
	Offsets []Pos // where each direction leads, by its number
	Stay    D     // the direction that leads nowhere; 0 if there is none

	WrapRows, WrapCols bool // whether after the last row or column comes the first
}

// From returns the cell to which a direction leads from p, on the board or not. It is p
// itself if d is not a direction.
func (c *Compass[D]) From(p Pos, d D) Pos {
	if d < 1 || int(d) >= len(c.Offsets) {
		return p
	}
	return p.Add(c.Offsets[d])
}

// Between returns the direction from one cell to another as if the board had no edge; ok is
// false if none leads there.
func (c *Compass[D]) Between(from, to Pos) (d D, ok bool) {
	for d := 1; d < len(c.Offsets); d++ {
		if from.Add(c.Offsets[d]) == to {
			return D(d), true
		}
	}
	return c.Stay, false
}

// Land is a board as units go over it: where the directions lead, and what it costs to
// enter a cell. It never changes. A State that has one in it, under a name of its own, has
// its methods, in the words that bots know from other games:
//
//	type land = engine.Land[Dir]
//
//	type State struct {
//		*land
//		// …
//	}
type Land[D ~int32] struct {
	compass *Compass[D]
	costs   Grid[int32] // with a closed border around it, so that no step leads off the grid
	border  int         // how many cells wide that is
	steps   []int       // from a cell to those beside it, as differences of their indices
	back    []int       // to a cell from those beside it
	over    []int32     // by index: the cell that a closed one stands for, or -1; nil if nothing wraps
	rows    int
	cols    int
}

// NewLand returns the board with these cells. costs has what it costs to enter a cell with
// a value, or a negative number if nothing can.
func NewLand[D ~int32, C ~byte](c *Compass[D], cells Grid[C], costs *[256]int32) *Land[D] {
	l := &Land[D]{compass: c, rows: cells.rows, cols: cells.cols}
	for _, d := range c.Dirs {
		by := c.Offsets[d]
		l.border = max(l.border, by.Row, -by.Row, by.Col, -by.Col)
	}
	l.costs = NewGrid[int32](l.rows+2*l.border, l.cols+2*l.border)
	l.costs.Fill(-1)
	for row := range l.rows {
		to := l.costs.cells[l.index(Pos{Row: row}):]
		for col, cell := range cells.cells[row*l.cols : (row+1)*l.cols] {
			to[col] = costs[cell]
		}
	}
	for _, d := range c.Dirs {
		by := l.costs.Index(c.Offsets[d])
		l.steps, l.back = append(l.steps, by), append(l.back, -by)
	}
	if c.WrapRows || c.WrapCols {
		l.wrap()
	}
	return l
}

// wrap finds what the cells of the border stand for.
func (l *Land[D]) wrap() {
	l.over = make([]int32, len(l.costs.cells))
	for i := range l.over {
		l.over[i] = -1
		outside := l.costs.Pos(i).Sub(Pos{l.border, l.border})
		if p := l.around(outside); !l.Has(outside) && l.Has(p) {
			l.over[i] = int32(l.index(p))
		}
	}
}

// around returns the cell of the board that a cell beyond its edge is, where the board wraps.
func (l *Land[D]) around(p Pos) Pos {
	if l.compass.WrapRows {
		p.Row = (p.Row%l.rows + l.rows) % l.rows
	}
	if l.compass.WrapCols {
		p.Col = (p.Col%l.cols + l.cols) % l.cols
	}
	return p
}

func (l *Land[D]) index(p Pos) int { return (p.Row+l.border)*l.costs.cols + p.Col + l.border }

// Rows returns the number of rows of the board.
func (l *Land[D]) Rows() int { return l.rows }

// Cols returns the number of columns of the board.
func (l *Land[D]) Cols() int { return l.cols }

// Has reports whether a cell is on the board.
func (l *Land[D]) Has(p Pos) bool { return uint(p.Row) < uint(l.rows) && uint(p.Col) < uint(l.cols) }

// IsOpen reports whether units can enter a cell: it is on the board, and neither a wall nor
// the like. There may be a unit on it.
func (l *Land[D]) IsOpen(p Pos) bool { return l.Has(p) && l.costs.cells[l.index(p)] >= 0 }

// Cost returns what it costs to enter a cell; ok is false if units can't.
func (l *Land[D]) Cost(p Pos) (cost int, ok bool) {
	if !l.IsOpen(p) {
		return 0, false
	}
	return int(l.costs.cells[l.index(p)]), true
}

// Dest returns the cell to which a step leads. Where the board wraps, that is on the board,
// and p itself if p is not; elsewhere it may lie off the board. It is p if d is not a direction.
func (l *Land[D]) Dest(p Pos, d D) Pos {
	to := l.compass.From(p, d)
	switch {
	case l.over == nil:
		return to
	case !l.Has(p):
		return p
	case l.Has(to): // nearly always
		return to
	}
	return l.around(to)
}

// Between returns the direction of a step from one cell to another; ok is false if they are
// not neighbours. Where the board wraps, both must be on it.
func (l *Land[D]) Between(from, to Pos) (d D, ok bool) {
	if l.over == nil {
		return l.compass.Between(from, to)
	}
	for d := 1; d < len(l.compass.Offsets) && l.Has(from); d++ {
		if l.Dest(from, D(d)) == to {
			return D(d), true
		}
	}
	return l.compass.Stay, false
}

// Neighbours yields the cells beside a cell that are on the board, open or not, and the
// directions in which they lie.
func (l *Land[D]) Neighbours(p Pos) iter.Seq2[D, Pos] {
	return func(yield func(D, Pos) bool) {
		for _, d := range l.compass.Dirs {
			if to := l.Dest(p, d); l.Has(to) && !yield(d, to) {
				return
			}
		}
	}
}

// WaysTo finds the ways to some targets. Targets that units can't enter are left out.
//
// It searches the whole board: search once, ask often. One search serves all units that
// want to go to the same targets.
func (l *Land[D]) WaysTo(targets ...Pos) Ways[D] { return Ways[D]{l, l.search(targets, true), nil} }

// Nearest returns the cell of a set to which the cheapest path leads from a cell, the first
// of equals; ok is false if no path leads to any.
func (l *Land[D]) Nearest(from Pos, set ...Pos) (nearest Pos, ok bool) {
	ways := Ways[D]{l, l.search([]Pos{from}, false), nil}
	best := unreached
	for _, p := range set {
		if length := ways.length(p); length < best {
			best, nearest, ok = length, p, true
		}
	}
	return nearest, ok
}

// search finds the distances from some cells, or, backwards, those to them.
func (l *Land[D]) search(cells []Pos, backwards bool) Distances {
	s := &gridSearch{l.costs, l.over, l.steps, l.border}
	if backwards {
		s.steps = l.back
	}
	if cost, same := s.uniform(); same {
		return s.flood(cells, cost)
	}
	if l.over != nil {
		return s.around(cells, backwards)
	}
	return s.run(cells, backwards)
}

// Ways are the cheapest paths from every cell of a board to the nearest of some targets:
// WaysTo of a State or of a [Land] finds them. Among paths of equal cost, the one with the
// fewest steps wins. Units that stand in the way don't count. The zero value leads nowhere.
type Ways[D ~int32] struct {
	land      *Land[D]
	distances Distances
	free      func(Pos) bool
}

// Preferring returns the same ways, but among first steps that are equally good one to a
// cell that is free wins.
func (w Ways[D]) Preferring(free func(Pos) bool) Ways[D] {
	w.free = free
	return w
}

// Step returns the first step of the cheapest path from a cell. On a target, and if no path
// leads from the cell to any target, it is the direction that leads nowhere, or no direction
// if there is none.
func (w Ways[D]) Step(from Pos) D {
	if w.land == nil {
		return 0
	}
	step, here := w.land.compass.Stay, w.length(from)
	if here == unreached || here == 0 {
		return step
	}
	for _, d := range w.land.compass.Dirs {
		to := w.land.Dest(from, d)
		there := w.length(to)
		if there == unreached || there+length(w.land.costs.cells[w.land.index(to)])<<stepBits+1 != here {
			continue
		}
		if w.free == nil || w.free(to) {
			return d
		}
		if step == w.land.compass.Stay {
			step = d
		}
	}
	return step
}

// Cost returns the cost of the cheapest path from a cell; ok is false if there is none.
func (w Ways[D]) Cost(from Pos) (cost int, ok bool) {
	l := w.length(from)
	if l == unreached {
		return 0, false
	}
	return l.cost(), true
}

// Steps returns how many steps the cheapest path from a cell has; ok is false if there is
// none.
func (w Ways[D]) Steps(from Pos) (steps int, ok bool) {
	l := w.length(from)
	if l == unreached {
		return 0, false
	}
	return l.steps(), true
}

// Path returns the cells of the cheapest path from a cell, without the first and with the
// last. It is empty on a target, and if there is no path.
func (w Ways[D]) Path(from Pos) []Pos {
	var path []Pos
	for l := w.length(from); l != unreached && l != 0; l = w.length(from) {
		from = w.land.Dest(from, w.Step(from))
		path = append(path, from)
	}
	return path
}

func (w Ways[D]) length(p Pos) length {
	if w.land == nil || !w.land.Has(p) {
		return unreached
	}
	return w.distances.lengths.cells[w.land.index(p)]
}
