package battleroyale

import (
	"slices"

	"github.com/botarena/arena/engine"
)

// board is the tiles of a match and the colours that they begin with. It never
// changes.
type board struct {
	tiles   engine.Grid[Terrain]
	colours engine.Grid[int8] // -1: nobody's
}

// newBoard returns a board without walls and colours.
func newBoard(rows, cols int) *board {
	b := &board{engine.NewGrid[Terrain](rows, cols), engine.NewGrid[int8](rows, cols)}
	b.tiles.Fill(Empty)
	b.colours.Fill(-1)
	return b
}

// openBoard is the board of matches that are given no other. A wall runs along the
// last row and the last column, with gates beside the middle of each area; behind
// them the board goes on at its other side. Two walls as wide as the gates stand
// between the middles of neighbouring areas. On a board of odd size all is fair:
// mirrored at its middle it is the same, with each area in the place of another.
func openBoard(rows, cols int) *board {
	b := newBoard(rows, cols)
	for row := range rows {
		b.build(isGate(row, rows), Pos{Row: row, Col: cols - 1}, Pos{Row: row, Col: cols/2 - 1}, Pos{Row: row, Col: cols / 2})
	}
	for col := range cols {
		b.build(isGate(col, cols), Pos{Row: rows - 1, Col: col}, Pos{Row: rows/2 - 1, Col: col}, Pos{Row: rows / 2, Col: col})
	}
	return b
}

// build makes walls of the two tiles inside, or, if it is not in line with a gate,
// of that at the border.
func (b *board) build(gate bool, border, inside, beside Pos) {
	if !gate {
		b.tiles.Set(border, Wall)
		return
	}
	b.tiles.Set(inside, Wall)
	b.tiles.Set(beside, Wall)
}

// isGate says whether a line is in the middle third of an area.
func isGate(line, lines int) bool {
	for _, a := range [...]span{upper(lines), lower(lines)} {
		if third := a.high - a.low + 1; 3*(line-a.low) >= third && 3*(a.high-line) >= third {
			return true
		}
	}
	return false
}

// span is lines from low to high, both included.
type span struct{ low, high int }

// upper and lower are the lines of the areas where players begin. The lower ones
// are one fewer when the number of lines is even. Rules 4.
func upper(lines int) span { return span{1, lines/2 - 2} }
func lower(lines int) span { return span{lines/2 + 1, lines - 3} }

// area is a rectangle of tiles.
type area struct{ rows, cols span }

// spawn is the area where a player begins. Rules 4.
func (b *board) spawn(player int) area {
	rows, cols := b.tiles.Rows(), b.tiles.Cols()
	switch player {
	case 0:
		return area{upper(rows), upper(cols)}
	case 1:
		return area{lower(rows), lower(cols)}
	case 2:
		return area{upper(rows), lower(cols)}
	}
	return area{lower(rows), upper(cols)}
}

// whole is all of the board.
func (b *board) whole() area {
	return area{span{0, b.tiles.Rows() - 1}, span{0, b.tiles.Cols() - 1}}
}

// open is the number of tiles that are not walls.
func (b *board) open() int {
	n := 0
	for _, t := range b.tiles.Cells() {
		if t != Wall {
			n++
		}
	}
	return n
}

// isOpen says whether units can enter a tile: it is on the board and no wall.
func (b *board) isOpen(p Pos) bool { return b.tiles.Has(p) && b.tiles.At(p) != Wall }

// dest is the tile beside a tile of the board. Who leaves the board enters it on
// the opposite side. Rules 8.
func (b *board) dest(p Pos, d Dir) Pos {
	rows, cols := b.tiles.Rows(), b.tiles.Cols()
	switch p = d.From(p); {
	case p.Row < 0:
		p.Row = rows - 1
	case p.Row == rows:
		p.Row = 0
	case p.Col < 0:
		p.Col = cols - 1
	case p.Col == cols:
		p.Col = 0
	}
	return p
}

// sameWalls says whether two boards have the same walls.
func (b *board) sameWalls(other *board) bool {
	return slices.Equal(b.tiles.Cells(), other.tiles.Cells())
}
