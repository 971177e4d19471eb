package moria

import (
	"iter"

	"github.com/botarena/arena/engine"
)

// Neighbours yields the cells around a cell that are on the board, and the
// directions in which they lie, in the order of [Dirs].
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
	for d := South; d <= None; d++ {
		if d.from(from) == to {
			return d, true
		}
	}
	return None, false
}

// Steps returns how many steps of a unit of this type two cells are apart if nothing
// is in the way. Wizards and the Balrog go straight, the others diagonally, too.
func (s *State) Steps(k Kind, from, to Pos) int {
	if k == Wizard || k == Balrog {
		return manhattan(from, to)
	}
	return chebyshev(from, to)
}

// Cost returns how many rounds a dwarf or wizard takes to enter a cell from a cell beside
// it: 1 for caves and outside. For a dwarf, rock costs 1 more for every hit that it takes
// to open. ok is false for granite and abysses, for wizards in rock, off the board, and
// for Sauron's units. Units that stand in the way don't count, nor does the Balrog.
func (s *State) Cost(k Kind, p Pos) (cost int, ok bool) {
	if !s.Has(p) {
		return 0, false
	}
	cost = s.match.cost(k, s.match.cells.At(p))
	return cost, cost > 0
}

// cost returns the cost of getting into such a cell, or 0 if a unit can't.
func (m *match) cost(k Kind, c cell) int {
	switch {
	case k != Dwarf && k != Wizard:
		return 0
	case c.isOpen():
		return 1
	case c.isRock() && k == Dwarf:
		return 1 + c.hits(m.setup.settings.RockResistance)
	}
	return 0
}

// Ways are the cheapest paths of dwarves or of wizards from every cell of the board
// to the nearest of some targets; [State.WaysTo] finds them. The cost of a path is
// the number of rounds that it takes, digging where that is quicker: see
// [State.Cost]. Among paths of equal cost, the one with the fewest steps wins. Units
// that stand in the way don't count, nor does the Balrog.
type Ways struct {
	state     *State
	kind      Kind
	distances engine.Distances // on a board with a border: see bordered
}

// WaysTo finds the ways of dwarves or wizards to some targets. Targets where they
// can't stand are left out.
//
// It searches the whole board, which takes about 200 µs: search once, ask often. One
// search serves all units of the type that want to go to the same targets.
func (s *State) WaysTo(k Kind, targets ...Pos) Ways {
	return Ways{s, k, s.search(k, targets, true)}
}

// Step returns the first step of the cheapest path from a cell; into rock, that step
// is a hit. It is None on a target, and if no path leads from the cell to any target.
func (w Ways) Step(from Pos) Dir {
	for _, d := range w.kind.Dirs() {
		next := d.from(from)
		if cost, ok := w.cost(next); ok && w.distances.Leads(bordered(from), bordered(next), cost) {
			return d
		}
	}
	return None
}

func (w Ways) cost(p Pos) (cost int, ok bool) {
	if w.state == nil {
		return 0, false
	}
	return w.state.Cost(w.kind, p)
}

// Cost returns the cost of the cheapest path from a cell; ok is false if there is
// none.
func (w Ways) Cost(from Pos) (cost int, ok bool) { return w.distances.Cost(bordered(from)) }

// Steps returns how many steps the cheapest path from a cell has; ok is false if there
// is none.
func (w Ways) Steps(from Pos) (steps int, ok bool) { return w.distances.Steps(bordered(from)) }

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

// Nearest returns the cell of a set to which the cheapest path of a dwarf or wizard
// leads from a cell, the first of equals; ok is false if no path leads to any.
func (s *State) Nearest(k Kind, from Pos, set ...Pos) (nearest Pos, ok bool) {
	distances := s.search(k, []Pos{from}, false)
	beside := make([]Pos, len(set))
	for i, p := range set {
		beside[i] = bordered(p)
	}
	nearest, ok = distances.Nearest(beside)
	if ok {
		nearest = nearest.Sub(bordered(Pos{}))
	}
	return nearest, ok
}

// bordered returns a cell as it is on a board with a border of one cell around it.
func bordered(p Pos) Pos { return p.Add(Pos{Row: 1, Col: 1}) }

// search finds distances from cells, or, backwards, those to them, on a board with a
// border that nobody enters.
func (s *State) search(k Kind, cells []Pos, backwards bool) engine.Distances {
	var byCell [256]int32
	for c := range byCell {
		byCell[c] = int32(s.match.cost(k, cell(c)))
		if byCell[c] == 0 {
			byCell[c] = -1 // closed
		}
	}
	costs := engine.NewGrid[int32](Size+2, Size+2)
	costs.Fill(-1)
	for row := range Size {
		first := costs.Index(bordered(Pos{Row: row}))
		for col, c := range s.match.cells.Cells()[row*Size : (row+1)*Size] {
			costs.Cells()[first+col] = byCell[c]
		}
	}
	steps, sources := make([]Pos, 0, 8), make([]Pos, len(cells))
	for _, d := range k.Dirs() {
		steps = append(steps, offsets[d])
	}
	for i, p := range cells {
		sources[i] = bordered(p)
	}
	return engine.SearchGrid(costs, steps, sources, backwards)
}
