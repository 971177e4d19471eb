package battleroyale

import (
	"slices"

	"github.com/botarena/arena/engine"
)

// board is the tiles of a match and the colours that they begin with. It never
// changes.
type board struct {
	tiles   engine.Grid[Terrain]
	colours engine.Grid[int8] // by tile, the player that owns it, or -1
}

// newBoard returns a board without walls and colours.
func newBoard(rows, cols int) *board {
	b := &board{engine.NewGrid[Terrain](rows, cols), engine.NewGrid[int8](rows, cols)}
	b.tiles.Fill(Empty)
	b.colours.Fill(-1)
	return b
}

// span is lines from low to high, both included.
type span struct{ low, high int }

// upper and lower return the lines of the areas where players begin. The lower ones
// are one fewer when the number of lines is even. Rules 4.
func upper(lines int) span { return span{1, lines/2 - 2} }
func lower(lines int) span { return span{lines/2 + 1, lines - 3} }

// area is a rectangle of tiles.
type area struct{ rows, cols span }

// spawn returns the area where a player begins. Rules 4.
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

// whole returns the area that has all tiles of the board.
func (b *board) whole() area {
	return area{span{0, b.tiles.Rows() - 1}, span{0, b.tiles.Cols() - 1}}
}

// open returns the number of tiles that are not walls.
func (b *board) open() int {
	n := 0
	for _, t := range b.tiles.Cells() {
		if t != Wall {
			n++
		}
	}
	return n
}

// isOpen reports whether units can enter a tile: it is on the board and not a wall.
func (b *board) isOpen(p Pos) bool { return b.tiles.Has(p) && b.tiles.At(p) != Wall }

// dest returns the tile beside a tile of the board. A unit that leaves the board
// enters it on the opposite side. Rules 8.
func (b *board) dest(p Pos, d Dir) Pos {
	p = d.from(p)
	if b.tiles.Has(p) { // nearly always
		return p
	}
	rows, cols := b.tiles.Rows(), b.tiles.Cols()
	return Pos{Row: (p.Row + rows) % rows, Col: (p.Col + cols) % cols}
}

// layout is what follows from the walls of a board. Moves, searches, random players and
// messages need it in every round, so it is worked out beforehand.
type layout struct {
	exits []exits            // by tile: the directions in which no wall is
	walls []int              // the indices of the walls
	empty engine.Grid[int16] // match.at without any units
	land  *engine.Land[Dir]
}

func (b *board) layout() *layout {
	l := &layout{
		make([]exits, len(b.tiles.Cells())), nil, engine.NewGrid[int16](b.tiles.Rows(), b.tiles.Cols()),
		engine.NewLand(compass, b.tiles, &[256]int32{Empty: 1, Wall: -1}),
	}
	l.empty.Fill(-1)
	for index, t := range b.tiles.Cells() {
		if t == Wall {
			l.walls = append(l.walls, index)
		}
		p := b.tiles.Pos(index)
		for _, d := range Dirs() {
			if b.isOpen(b.dest(p, d)) {
				l.exits[index] |= 1 << d
			}
		}
	}
	return l
}

// exits is a set of directions from a tile: bit d for a direction d.
type exits uint8

// has reports whether a direction is one of the set.
func (e exits) has(d Dir) bool { return e>>d&1 != 0 }

// dirsOf has the directions of every set in their order.
var dirsOf = func() (dirs [1 << None][]Dir) {
	for set := range dirs {
		for _, d := range Dirs() {
			if exits(set).has(d) {
				dirs[set] = append(dirs[set], d)
			}
		}
	}
	return dirs
}()

// sameWalls reports whether two boards have the same walls.
func (b *board) sameWalls(other *board) bool {
	return slices.Equal(b.tiles.Cells(), other.tiles.Cells())
}

// count makes the score of each player the number of its tiles. Rules 11.
func count(colours engine.Grid[int8], scores []int) {
	clear(scores)
	for _, owner := range colours.Cells() {
		if owner >= 0 {
			scores[owner]++
		}
	}
}
