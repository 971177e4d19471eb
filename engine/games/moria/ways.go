package moria

import (
	"iter"

	"github.com/botarena/arena/engine"
)

// Neighbours yields the cells around a cell that are on the board, and the
// directions in which they lie, in the order of [Dirs].
func (s *State) Neighbours(p Pos) iter.Seq2[Dir, Pos] { return everyCell.Neighbours(p) }

// Dest returns the cell to which a step leads, on the board or not. It is p itself
// for None and if d is not a direction.
func (s *State) Dest(p Pos, d Dir) Pos { return d.from(p) }

// Between returns the direction of a step from one cell to another, or None if they
// are the same; ok is false if they are not neighbours.
func (s *State) Between(from, to Pos) (d Dir, ok bool) { return eight.Between(from, to) }

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
// [State.Cost]. Neither units that stand in the way count, nor the Balrog. A step into rock
// is a hit.
type Ways = engine.Ways[Dir]

// WaysTo finds the ways of dwarves or wizards to some targets. Targets where they
// can't stand are left out.
//
// It searches the whole board, which takes about 200 µs: search once, ask often. One
// search serves all units of the type that want to go to the same targets.
func (s *State) WaysTo(k Kind, targets ...Pos) Ways { return s.land(k).WaysTo(targets...) }

// Nearest returns the cell of a set to which the cheapest path of a dwarf or wizard
// leads from a cell, the first of equals; ok is false if no path leads to any.
func (s *State) Nearest(k Kind, from Pos, set ...Pos) (nearest Pos, ok bool) {
	return s.land(k).Nearest(from, set...)
}

// land returns the board as units of this type go over it now.
func (s *State) land(k Kind) *engine.Land[Dir] {
	var costs [256]int32
	for c := range costs {
		costs[c] = int32(s.match.cost(k, cell(c)))
		if costs[c] == 0 {
			costs[c] = -1 // closed
		}
	}
	return engine.NewLand(compass(k.Dirs()), s.match.cells, &costs)
}

// eight is all directions, and everyCell the board without anything on it.
var (
	allDirs   = Dirs()
	eight     = compass(allDirs[:])
	everyCell = engine.NewLand(eight, engine.NewGrid[cell](Size, Size), new([256]int32))
)

func compass(dirs []Dir) *engine.Compass[Dir] {
	return &engine.Compass[Dir]{Dirs: dirs, Offsets: offsets[:], Stay: None}
}
