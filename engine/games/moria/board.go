package moria

import (
	"fmt"
	"strings"

	"github.com/botarena/arena/engine"
)

// cell is the terrain of a cell or the thing on it, as one of the characters of
// boards and records; units are kept elsewhere. Rules 3.
type cell byte

const (
	outside  cell = 'O'
	cave     cell = 'C' // that nobody owns
	treasure cell = 'T' // a cave with one; nobody owns it
	abyss    cell = 'A'
	granite  cell = 'G'
	rock     cell = 'R' // that nobody has hit
)

func ownedBy(clan int) cell { return '0' + cell(clan) }

// rockLeft returns rock that opens after the given number of hits, of those that fresh
// rock takes.
func rockLeft(hits, fresh int) cell {
	if hits == fresh {
		return rock
	}
	return 'a' + cell(hits-1)
}

func (c cell) terrain() Terrain {
	switch {
	case c.isCave():
		return Cave
	case c.isRock():
		return Rock
	}
	return Terrain(c)
}

func (c cell) isCave() bool { return c == cave || c == treasure || c.isOwned() }
func (c cell) isRock() bool { return c == rock || c >= 'a' && c <= 'z' }

// isOpen reports whether a clan's unit can stand there.
func (c cell) isOpen() bool { return c.isCave() || c == outside }

// isRoom reports whether units can be placed there in the mountain: in a cave
// without a treasure.
func (c cell) isRoom() bool   { return c == cave || c.isOwned() }
func (c cell) isOwned() bool  { return c >= '0' && c < '0'+clans }
func (c cell) isStatic() bool { return c == outside || c == granite }

// owner returns the clan that owns the cell, or -1.
func (c cell) owner() int {
	if c.isOwned() {
		return int(c - '0')
	}
	return -1
}

// hits returns how many hits open the cell, or 0 if it isn't rock.
func (c cell) hits(fresh int) int {
	switch {
	case c == rock:
		return fresh
	case c.isRock():
		return int(c-'a') + 1
	}
	return 0
}

// isInside reports whether a cell inside the frame can be like this. Rules 3.
func (c cell) isInside(fresh int) bool {
	switch {
	case c == granite, c == abyss, c == rock, c.isCave():
		return true
	}
	return c.isRock() && c.hits(fresh) < fresh
}

// board is the mountain before the first unit was placed. It never changes.
type board struct{ cells engine.Grid[cell] }

func newBoard() *board { return &board{engine.NewGrid[cell](Size, Size)} }

// isFrame reports whether a cell is part of the frame, which is two cells wide.
// Rules 3.
func isFrame(p Pos) bool {
	return p.Row < 2 || p.Col < 2 || p.Row >= Size-2 || p.Col >= Size-2
}

// chebyshev returns the distance in steps that may be diagonal, manhattan that in
// straight steps, if nothing is in the way. Rules 2.
func chebyshev(p, q Pos) int {
	d := p.Sub(q)
	return max(d.Row, -d.Row, d.Col, -d.Col)
}

func manhattan(p, q Pos) int {
	d := p.Sub(q)
	return max(d.Row, -d.Row) + max(d.Col, -d.Col)
}

// changing is the part of a board that changes in a match. States are written and
// read by it in every round of every player, so it is worked out beforehand.
type changing struct {
	cells   []int16            // their indices
	unfit   [256]uint8         // 1 for a character that these cells can't have
	dwarves area               // the cells that dwarves can enter or dig, and abysses
	nobody  engine.Grid[int16] // match.at as long as no unit is placed
}

func (b *board) changing(s *Settings) *changing {
	c := &changing{nobody: engine.NewGrid[int16](Size, Size)}
	c.nobody.Fill(-1)
	for i, is := range b.cells.Cells() {
		if !is.isStatic() {
			c.cells = append(c.cells, int16(i))
		}
		if is != granite {
			c.dwarves.add(b.cells.Pos(i))
		}
	}
	for is := range c.unfit {
		if !cell(is).isInside(s.RockResistance) {
			c.unfit[is] = 1
		}
	}
	return c
}

// caves returns the number of caves without a treasure.
func (b *board) caves() int {
	n := 0
	for _, c := range b.cells.Cells() {
		if c.isRoom() {
			n++
		}
	}
	return n
}

// fault is something that a setup must not have.
type fault struct{ found, want string }

func (f *fault) Error() string { return fmt.Sprintf("found %s, expected %s", f.found, f.want) }

// check returns the first fault in the cells of the board.
func (b *board) check(s *Settings) *fault {
	for i := range b.cells.Cells() {
		if f := b.checkCell(b.cells.Pos(i), s); f != nil {
			f.found = fmt.Sprintf("%s at %v", f.found, b.cells.Pos(i))
			return f
		}
	}
	return nil
}

// checkCell returns the fault of a cell. Rules 3.
func (b *board) checkCell(p Pos, s *Settings) *fault {
	c := b.cells.At(p)
	var want string
	switch {
	case isFrame(p) && c != outside:
		want = "O, as the frame of two cells is outside"
	case !isFrame(p) && c == outside:
		want = "no O, as the frame is just two cells wide"
	case c == outside || c.isInside(s.RockResistance):
		return nil
	default:
		want = "O, C, 0, 1, 2, 3, T, A, G or R" + hitRock(s.RockResistance)
	}
	return &fault{fmt.Sprintf("%q", []byte{byte(c)}), want}
}

// hitRock lists the letters of rock that was hit, for an error.
func hitRock(fresh int) string {
	if fresh < 2 {
		return ""
	}
	letters := "abcdefghijklmnopqrstuvwxyz"[:fresh-1]
	return ", or " + strings.Join(strings.Split(letters, ""), ", ") + " for rock that was hit"
}
