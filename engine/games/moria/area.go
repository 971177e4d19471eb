package moria

import (
	"iter"
	"math/bits"
)

// area is a set of cells: a bit for each, with a border of one cell around the
// board. So a row of cells, or all cells around one, are looked at together.
type area [Size + 2]uint64

func (a *area) add(p Pos)      { a[p.Row+1] |= 1 << (uint(p.Col+1) & 63) }
func (a *area) remove(p Pos)   { a[p.Row+1] &^= 1 << (uint(p.Col+1) & 63) }
func (a *area) has(p Pos) bool { return a[p.Row+1]>>(uint(p.Col+1)&63)&1 != 0 }

// addAround adds all cells within this Chebyshev distance of a cell.
func (a *area) addAround(p Pos, distance int) {
	cells := around(p.Col, distance)
	for row := max(p.Row+1-distance, 0); row <= min(p.Row+1+distance, len(a)-1); row++ {
		a[row] |= cells
	}
}

// around returns the cells of a row within this distance of a column.
func around(col, distance int) uint64 {
	cells := uint64(1)<<(2*distance+1) - 1
	if first := col + 1 - distance; first < 0 {
		return cells >> -first
	}
	return cells << (col + 1 - distance)
}

// cells yields the cells, row by row.
func (a *area) cells() iter.Seq[Pos] {
	return func(yield func(Pos) bool) {
		for row, cells := range a {
			for ; cells != 0; cells &= cells - 1 {
				if !yield(Pos{Row: row - 1, Col: bits.TrailingZeros64(cells) - 1}) {
					return
				}
			}
		}
	}
}

// near is the part of an area that lies in the square of nine cells around a cell: a
// bit for each, row by row. So bit 4 is the cell itself.
type near uint

// near returns the part around a cell of the board.
func (a *area) near(p Pos) near {
	rows, col := a[p.Row:p.Row+3], uint(p.Col)&63
	return near(rows[0]>>col&7 | rows[1]>>col&7<<3 | rows[2]>>col&7<<6)
}

// dirList is a few of the eight directions, in their order.
type dirList struct {
	n    int8
	dirs [8]int8
}

// all returns the directions.
func (l *dirList) all() []int8 { return l.dirs[:l.n] }

// nearDirs has the directions to the cells of every near, the middle left out.
var nearDirs = func() (lists [1 << 9]dirList) {
	for cells := range lists {
		l := &lists[cells]
		for d := South; d < None; d++ {
			if near(cells)&d.near() != 0 {
				l.dirs[l.n] = int8(d)
				l.n++
			}
		}
	}
	return lists
}()

// near returns the cell in this direction.
func (d Dir) near() near { return 1 << (4 + 3*offsets[d].Row + offsets[d].Col) }

// straightCells are those in the directions that wizards can go.
var straightCells = South.near() | East.near() | North.near() | West.near()

// areas are the areas that a round looks at all the time. They are always those of the
// cells and the units. A nil value has none, and keeps none.
type areas struct {
	caves, abysses area
	folk, taken    area // where dwarves and wizards are, and all units
}

// arrived notes where a unit is now, leaves that it is no longer there.
func (a *areas) arrived(u *Unit) {
	if a == nil {
		return
	}
	a.taken.add(u.Pos)
	if !u.Kind.isSauron() {
		a.folk.add(u.Pos)
	}
}

func (a *areas) leaves(u *Unit) {
	if a == nil {
		return
	}
	a.taken.remove(u.Pos)
	if !u.Kind.isSauron() {
		a.folk.remove(u.Pos)
	}
}

// change notes that a cell has become a cave or an abyss.
func (a *areas) change(p Pos, is cell) {
	if is == abyss {
		a.abysses.add(p)
	} else {
		a.caves.add(p)
	}
}

// survey finds all areas.
func (m *match) survey() {
	m.folk, m.taken = area{}, area{}
	for id := range m.units {
		if u := &m.units[id]; u.Pos != nowhere {
			m.arrived(u)
		}
	}
	for row := range Size {
		cells := m.cells.Cells()[row*Size : (row+1)*Size]
		var caves, abysses uint64
		for _, col := range [...]int{0, 8, 16, 24, 32, 40, 48, Size - 8} { // the last ones overlap
			eight := wordOf(cells[col : col+8])
			owned := (eight ^ everywhere*uint64('0')) &^ (everywhere * 3)
			open := isZero(eight^everywhere*uint64(cave)) | isZero(eight^everywhere*uint64(treasure)) | isZero(owned)
			caves |= bitsOf(open) << (col + 1)
			abysses |= bitsOf(isZero(eight^everywhere*uint64(abyss))) << (col + 1)
		}
		m.caves[row+1], m.abysses[row+1] = caves, abysses
	}
}

// lookAround returns the caves, the abysses and the units around a cell of the board.
func (m *match) lookAround(p Pos) (caves, abysses, taken near) {
	if m.areas != nil {
		return m.caves.near(p), m.abysses.near(p), m.taken.near(p)
	}
	for d := South; d < None; d++ {
		to := d.from(p)
		if !m.at.Has(to) {
			continue
		}
		switch c := m.cells.At(to); {
		case c.isCave():
			caves |= d.near()
		case c == abyss:
			abysses |= d.near()
		}
		if !m.isFree(to) {
			taken |= d.near()
		}
	}
	return caves, abysses, taken
}

// everywhere times a byte is that byte eight times.
const everywhere = 0x0101010101010101

// wordOf returns eight cells as one number, the first one lowest.
func wordOf(c []cell) uint64 {
	return uint64(c[0]) | uint64(c[1])<<8 | uint64(c[2])<<16 | uint64(c[3])<<24 |
		uint64(c[4])<<32 | uint64(c[5])<<40 | uint64(c[6])<<48 | uint64(c[7])<<56
}

// isZero returns a byte of 1 for every byte of a number that is 0. No byte may be above
// 127, as those of cells aren't.
func isZero(eight uint64) uint64 { return ^(eight + everywhere*127) >> 7 & everywhere }

// bitsOf returns a bit for every byte of a number, which must be 0 or 1.
func bitsOf(eight uint64) uint64 { return eight * 0x0102040810204080 >> 56 }
