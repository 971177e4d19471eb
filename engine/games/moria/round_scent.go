package moria

import "math/bits"

// away is the Manhattan distance that orcs and trolls keep from the Balrog.
const away = 5

// area is a set of cells: a bit for each, with a border of one cell around the
// board. So a search takes a whole row of cells at once.
type area [Size + 2]uint64

func (a *area) add(p Pos)      { a[p.Row+1] |= 1 << (p.Col + 1) }
func (a *area) remove(p Pos)   { a[p.Row+1] &^= 1 << (p.Col + 1) }
func (a *area) has(p Pos) bool { return a[p.Row+1]>>(p.Col+1)&1 != 0 }

// addAround adds the cells around a cell, and the cell.
func (a *area) addAround(p Pos) {
	for row := p.Row; row <= p.Row+2; row++ {
		a[row] |= 7 << p.Col
	}
}

// scent leads orcs to their prey and trolls into the mountain. The zero value isn't
// made yet. It is large, and lives on the stack. Rules 11, 12.
type scent struct {
	made  bool
	open  area // where they go
	asked area // the cells whose steps are of interest
	// steps are those from open cells to the nearest source plus 1, 0 where no
	// source can be reached.
	steps [Size * Size]int16
}

// footing has for every cell whether a unit of Sauron's goes there: 0 or 1.
type footing [256]uint64

// orcFooting is for orcs, trollFooting for trolls outside.
var (
	orcFooting   = newFooting(func(c cell) bool { return c.isCave() || c == abyss })
	trollFooting = newFooting(func(c cell) bool { return c.isOpen() })
)

func newFooting(open func(cell) bool) *footing {
	f := new(footing)
	for c := range f {
		if open(cell(c)) {
			f[c] = 1
		}
	}
	return f
}

// smell makes a map that has no sources yet, for units with these numbers.
func (r *round) smell(s *scent, f *footing, first, end UnitID) {
	s.made = true
	for row := range Size {
		var open uint64
		for col, c := range r.cells.Cells()[row*Size : (row+1)*Size] {
			open |= f[c] << (col + 1)
		}
		s.open[row+1] = open
	}
	for row := -away + 1; row < away; row++ {
		for col := -away + 1; col < away; col++ {
			offset := Pos{Row: row, Col: col}
			if p := r.balrog().Pos.Add(offset); manhattan(Pos{}, offset) < away && r.at.Has(p) {
				s.open.remove(p)
			}
		}
	}
	for id := first; id < end; id++ {
		if r.dead[id] {
			s.asked.addAround(r.fell[id]) // the dead of the original program walk
		} else if p := r.units[id].Pos; p != nowhere {
			s.asked.addAround(p)
		}
	}
}

// spread counts the steps from sources, as far as somebody asked for them.
func (s *scent) spread(sources area) {
	left := s.open
	for front, steps := sources, int16(1); ; steps++ {
		var wanted, reached uint64
		for row := range left {
			front[row] &= left[row]
			left[row] &^= front[row]
			s.note(row, front[row]&s.asked[row], steps)
			reached |= front[row]
			wanted |= left[row] & s.asked[row]
		}
		if reached == 0 || wanted == 0 {
			return
		}
		var next area
		for row := 1; row <= Size; row++ {
			all := front[row-1] | front[row] | front[row+1]
			next[row] = all<<1 | all | all>>1
		}
		front = next
	}
}

// note sets the steps of some cells of a row of areas.
func (s *scent) note(row int, cells uint64, steps int16) {
	for ; cells != 0; cells &= cells - 1 {
		s.steps[(row-1)*Size+bits.TrailingZeros64(cells)-1] = steps
	}
}

// smellPrey leads orcs to dwarves and wizards in caves. Rules 11.
func (r *round) smellPrey(s *scent) {
	r.smell(s, orcFooting, r.setup.settings.firstOrc(), r.setup.settings.firstTroll())
	var prey area
	for _, u := range r.units[:r.setup.settings.firstOrc()] {
		if u.Pos != nowhere && r.cells.At(u.Pos).isCave() {
			prey.add(u.Pos)
		}
	}
	s.spread(prey)
}

// smellCaves leads trolls inside. Rules 12.
func (r *round) smellCaves(s *scent) {
	r.smell(s, trollFooting, r.setup.settings.firstTroll(), r.setup.settings.balrog())
	var caves area
	for i, c := range r.cells.Cells() {
		if c.isCave() {
			caves.add(r.cells.Pos(i))
		}
	}
	s.spread(caves)
}

// follow chooses among the free cells around those of the strongest scent.
func (r *round) follow(s *scent, from Pos) Dir {
	var found [8]Dir
	n, best := 0, int16(0)
	for d := South; d < None; d++ {
		to := d.from(from)
		if !s.open.has(to) || !r.isFree(to) {
			continue
		}
		steps := s.steps[r.at.Index(to)]
		if n > 0 && steps > best {
			continue
		}
		if n > 0 && steps < best {
			n = 0
		}
		best = steps
		found[n] = d
		n++
	}
	return r.oneOf(found[:n])
}
