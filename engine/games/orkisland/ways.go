package orkisland

import (
	"iter"

	"github.com/botarena/arena/engine"
)

// Neighbours yields the cells beside a cell that are on the board, and the
// directions in which they lie: north first, then south, east and west.
func (s *State) Neighbours(p Pos) iter.Seq2[Dir, Pos] {
	return func(yield func(Dir, Pos) bool) {
		for _, d := range Dirs() {
			if to := d.from(p); s.Has(to) && !yield(d, to) {
				return
			}
		}
	}
}

// Dest returns the cell to which a step leads, on the board or not. It is p itself
// for None and if d is not a direction.
func (s *State) Dest(p Pos, d Dir) Pos { return d.from(p) }

// Between returns the direction of a step from one cell to another, or None if they
// are the same; ok is false if they are not neighbours.
func (s *State) Between(from, to Pos) (d Dir, ok bool) {
	for d := North; d <= None; d++ {
		if d.from(from) == to {
			return d, true
		}
	}
	return None, false
}

// Steps returns how many steps two cells are apart as if there were no water.
func (s *State) Steps(from, to Pos) int {
	d := to.Sub(from)
	return max(d.Row, -d.Row) + max(d.Col, -d.Col)
}

// Ways are the cheapest paths from every cell of the board to the nearest of some
// targets; [State.WaysTo] finds them. The cost of a path is the health that an ork
// loses on it. Among paths of equal cost, the one with the fewest steps wins. Orks
// that stand in the way don't count.
type Ways struct {
	state     *State
	distances engine.Distances
}

// WaysTo finds the ways to some targets. Targets in water or off the board are left
// out.
//
// It searches the whole board, which takes about 200 µs on the default one: search once,
// ask often. One search serves all orks that want to go to the same targets.
func (s *State) WaysTo(targets ...Pos) Ways { return Ways{s, s.search(targets, true)} }

// Step returns the first step of the cheapest path from a cell. It is None on a
// target, and if no path leads from the cell to any target.
func (w Ways) Step(from Pos) Dir {
	if w.state != nil {
		for d, next := range w.state.Neighbours(from) {
			if cost, ok := w.state.Cost(next); ok && w.distances.Leads(from, next, cost) {
				return d
			}
		}
	}
	return None
}

// Cost returns the cost of the cheapest path from a cell; ok is false if there is
// none.
func (w Ways) Cost(from Pos) (cost int, ok bool) { return w.distances.Cost(from) }

// Steps returns how many steps the cheapest path from a cell has; ok is false if there
// is none.
func (w Ways) Steps(from Pos) (steps int, ok bool) { return w.distances.Steps(from) }

// Path returns the cells of the cheapest path from a cell, without the first and
// with the last. It is empty on a target, and if there is no path.
func (w Ways) Path(from Pos) []Pos {
	var path []Pos
	for d := w.Step(from); d != None; d = w.Step(from) {
		from = d.from(from)
		path = append(path, from)
	}
	return path
}

// Nearest returns the cell of a set to which the cheapest path leads from a cell,
// the first of equals; ok is false if no path leads to any.
func (s *State) Nearest(from Pos, set ...Pos) (nearest Pos, ok bool) {
	return s.search([]Pos{from}, false).Nearest(set)
}

// search finds the distances from some cells, or, backwards, those to them.
func (s *State) search(cells []Pos, backwards bool) engine.Distances {
	return engine.SearchGrid(s.match.ground.costs, offsets[North:None], cells, backwards)
}
