package moria

import (
	"iter"

	"github.com/botarena/arena/engine"
)

// Neighbors yields the cells around a cell that are on the board, and the
// directions in which they lie, in the order of [Dirs].
func (s *State) Neighbors(p Pos) iter.Seq2[Dir, Pos] {
	return func(yield func(Dir, Pos) bool) {
		for _, d := range Dirs() {
			if to := d.From(p); s.Has(to) && !yield(d, to) {
				return
			}
		}
	}
}

// Dirs are the directions that a unit of this type can be told: eight for
// dwarves, the straight ones for wizards, none for Sauron's.
func (k Kind) Dirs() []Dir {
	switch k {
	case Dwarf:
		dirs := Dirs()
		return dirs[:]
	case Wizard:
		dirs := Straight()
		return dirs[:]
	}
	return nil
}

// Impassable is what [State.Cost] says of cells that a unit can't stand on alive:
// more than any match lasts.
const Impassable = 1 << 30

// Cost is how many rounds a dwarf or wizard takes to get into a cell from beside
// it: 1 into caves and outside, and for dwarves 1 more for every hit that rock
// takes. It is [Impassable] for granite and abysses, for wizards in rock, off the
// board, and for Sauron's units. Units that stand in the way do not count, nor
// does the Balrog.
func (s *State) Cost(k Kind, p Pos) int {
	if !s.Has(p) {
		return Impassable
	}
	return s.costOf(k, s.mountain.cells.At(p))
}

func (s *State) costOf(k Kind, c cell) int {
	switch {
	case k != Dwarf && k != Wizard:
	case c.isOpen():
		return 1
	case c.isRock() && k == Dwarf:
		return 1 + c.hits(s.mountain.settings.RockResistance)
	}
	return Impassable
}

// DistancesFrom says for every cell how many rounds a dwarf or wizard takes that
// goes there from the nearest of the sources, digging where that is quicker; see
// [State.Cost]. Sources where it can't stand are left out.
//
// It looks at the whole board, which takes a while: search once, ask often.
func (s *State) DistancesFrom(k Kind, sources ...Pos) engine.Distances {
	return s.search(k, sources, false)
}

// DistancesTo says for every cell how many rounds a dwarf or wizard takes that
// goes from there to the nearest of the targets, digging where that is quicker;
// see [State.Cost]. Targets where it can't stand are left out.
//
// One search serves all units that want to go to the same place: see [State.Follow].
func (s *State) DistancesTo(k Kind, targets ...Pos) engine.Distances {
	return s.search(k, targets, true)
}

// borderCols is how many columns a board has with a border of one cell around it.
const borderCols = Size + 2

// costs are those of all cells, in a border of impassable ones: a search need not
// look where the board ends.
func (s *State) costs(k Kind) *[borderCols * borderCols]int32 {
	var of [256]int32
	for c := range of {
		of[c] = int32(s.costOf(k, cell(c)))
	}
	costs := new([borderCols * borderCols]int32)
	for i := range costs {
		costs[i] = Impassable
	}
	for row := range Size {
		for col, c := range s.mountain.cells.Cells()[row*Size : (row+1)*Size] {
			costs[borderIndex(Pos{Row: row, Col: col})] = of[c]
		}
	}
	return costs
}

func borderIndex(p Pos) int { return (p.Row+1)*borderCols + p.Col + 1 }

// search finds distances from cells, or, backwards, those to them.
func (s *State) search(k Kind, cells []Pos, backwards bool) engine.Distances {
	passable := make([]Pos, 0, len(cells))
	for _, p := range cells {
		if s.Cost(k, p) != Impassable {
			passable = append(passable, p)
		}
	}
	costs, dirs := s.costs(k), k.Dirs()
	return engine.Search(Size, Size, passable, func(from Pos, visit func(Pos, int)) {
		i := borderIndex(from)
		for _, d := range dirs {
			cost := costs[i+borderIndex(offsets[d])-borderIndex(Pos{})]
			if cost == Impassable {
				continue
			}
			if backwards {
				cost = costs[i] // what it is to get in here from there
			}
			visit(from.Add(offsets[d]), int(cost))
		}
	})
}

// Follow returns the first step of a quickest way from a cell to the targets of
// [State.DistancesTo]; of several, one with the fewest steps. Into rock, that step
// is a hit. It is None if the cell is a target, and if no way leads from there.
func (s *State) Follow(k Kind, to engine.Distances, from Pos) Dir {
	for _, d := range k.Dirs() {
		if next := d.From(from); to.Leads(from, next, s.Cost(k, next)) {
			return d
		}
	}
	return None
}

// Towards returns the first step of a quickest way from a cell to the nearest of
// the targets. It is None if the cell is a target, and if no way leads to any.
func (s *State) Towards(k Kind, from Pos, targets ...Pos) Dir {
	return s.Follow(k, s.DistancesTo(k, targets...), from)
}

// Nearest returns the cell of a set that is quickest to get to; ok is false if
// there is no way to any.
func (s *State) Nearest(k Kind, from Pos, set ...Pos) (nearest Pos, ok bool) {
	return s.DistancesFrom(k, from).Nearest(set)
}

// Way returns the cells of a quickest way to the nearest of the targets, without
// the first cell and with the last. It is empty if there is none.
func (s *State) Way(k Kind, from Pos, targets ...Pos) []Pos {
	var way []Pos
	to := s.DistancesTo(k, targets...)
	for d := s.Follow(k, to, from); d != None; d = s.Follow(k, to, from) {
		from = d.From(from)
		way = append(way, from)
	}
	return way
}
