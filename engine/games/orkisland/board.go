package orkisland

import (
	"fmt"
	"slices"

	"github.com/botarena/arena/engine"
)

// board is an island: its cells, cities and paths. It never changes.
type board struct {
	terrain engine.Grid[Terrain]
	cities  areas
	paths   areas
	ends    [][2]int // of every path, the cities where it begins and ends
	shore   []Pos    // see findShore
}

// areas are the cities of a board, or the cells of its paths.
type areas struct {
	cells [][]Pos            // by id
	at    engine.Grid[int32] // for every cell, the area that it is in, or -1
}

func newBoard(size int) *board {
	b := &board{
		terrain: engine.NewGrid[Terrain](size, size),
		cities:  areas{at: engine.NewGrid[int32](size, size)},
		paths:   areas{at: engine.NewGrid[int32](size, size)},
	}
	b.cities.at.Fill(-1)
	b.paths.at.Fill(-1)
	return b
}

func (b *board) size() int { return b.terrain.Rows() }

// isBorder reports whether a cell is at the edge of the board.
func (b *board) isBorder(p Pos) bool {
	last := b.size() - 1
	return p.Row == 0 || p.Col == 0 || p.Row == last || p.Col == last
}

// land returns the number of cells that an ork can stand on.
func (b *board) land() int {
	n := 0
	for _, t := range b.terrain.Cells() {
		if t != Water {
			n++
		}
	}
	return n
}

// isOpen reports whether orks can enter a cell: it is on the board and not water.
func (b *board) isOpen(p Pos) bool { return b.terrain.Has(p) && b.terrain.At(p) != Water }

func (b *board) addCity(cells []Pos) { b.cities.add(cells) }

func (b *board) addPath(from, to int, cells []Pos) {
	b.paths.add(cells)
	b.ends = append(b.ends, [2]int{from, to})
}

func (a *areas) add(cells []Pos) {
	for _, p := range cells {
		a.at.Set(p, int32(len(a.cells)))
	}
	a.cells = append(a.cells, cells)
}

// fault is something that a board must not have.
type fault struct{ found, want string }

func (f *fault) Error() string { return fmt.Sprintf("found %s, expected %s", f.found, f.want) }

// checkCell returns the fault of a cell's terrain. Rules 2, 3.
func (b *board) checkCell(p Pos) *fault {
	t := b.terrain.At(p)
	if !t.valid() {
		return &fault{fmt.Sprintf("%q", []byte{byte(t)}), "W, ., F, S, C or P"}
	}
	if b.isBorder(p) && t != Water {
		return &fault{fmt.Sprintf("%q", []byte{byte(t)}), "W, as the border is water"}
	}
	return nil
}

// checkArea returns the fault of a cell that should be part of a city or path,
// which are of terrain t.
func (b *board) checkArea(a *areas, t Terrain, p Pos) *fault {
	if got := b.terrain.At(p); got != t {
		return &fault{fmt.Sprintf("cell %v, which is %v", p, got), fmt.Sprintf("a cell of type %c", t)}
	}
	if id := a.at.At(p); id >= 0 {
		return &fault{fmt.Sprintf("cell %v, which is in %v %d already", p, t, id), "each cell once"}
	}
	return nil
}

// checkOutside returns the fault of a cell that has been left out.
func (b *board) checkOutside(p Pos) *fault {
	t := b.terrain.At(p)
	if t == City && b.cities.at.At(p) < 0 || t == Path && b.paths.at.At(p) < 0 {
		return &fault{fmt.Sprintf("%c in no %v", t, t), fmt.Sprintf("each %c in one", t)}
	}
	return nil
}

// findShore lists where orks are born: for every row its first and its last cell
// that is not water, once if they are the same. Rules 5.
func (b *board) findShore() {
	b.shore = nil
	for row := range b.size() {
		cells := b.terrain.Cells()[row*b.size() : (row+1)*b.size()]
		first := slices.IndexFunc(cells, func(t Terrain) bool { return t != Water })
		if first < 0 {
			continue
		}
		last := len(cells) - 1
		for cells[last] == Water {
			last--
		}
		b.shore = append(b.shore, Pos{Row: row, Col: first})
		if last != first {
			b.shore = append(b.shore, Pos{Row: row, Col: last})
		}
	}
}

// equal reports whether two boards are the same.
func (b *board) equal(other *board) bool {
	same := slices.Equal[[]Pos]
	return slices.Equal(b.terrain.Cells(), other.terrain.Cells()) &&
		slices.EqualFunc(b.cities.cells, other.cities.cells, same) &&
		slices.EqualFunc(b.paths.cells, other.paths.cells, same) &&
		slices.Equal(b.ends, other.ends)
}
