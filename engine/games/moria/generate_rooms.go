package moria

import "iter"

// rectangle is a part of the board, with its last row and column.
type rectangle struct{ top, left, bottom, right int }

// inside returns the rectangle without the given number of rows and columns on each
// side. There may be nothing left.
func (r rectangle) inside(n int) rectangle {
	return rectangle{r.top + n, r.left + n, r.bottom - n, r.right - n}
}

func (r rectangle) height() int { return r.bottom - r.top + 1 }
func (r rectangle) width() int  { return r.right - r.left + 1 }
func (r rectangle) area() int   { return r.height() * r.width() }

func (r rectangle) has(p Pos) bool {
	return p.Row >= r.top && p.Row <= r.bottom && p.Col >= r.left && p.Col <= r.right
}

// all yields the cells row by row.
func (r rectangle) all() iter.Seq[Pos] {
	return func(yield func(Pos) bool) {
		for row := r.top; row <= r.bottom; row++ {
			for col := r.left; col <= r.right; col++ {
				if !yield(Pos{Row: row, Col: col}) {
					return
				}
			}
		}
	}
}

// ring yields the cells of the border row by row.
func (r rectangle) ring() iter.Seq[Pos] {
	within := r.inside(1)
	return func(yield func(Pos) bool) {
		for p := range r.all() {
			if !within.has(p) && !yield(p) {
				return
			}
		}
	}
}

// room finds the largest rectangle within bounds of cells that are rock, with only
// rock around them. It takes the rectangle and the cells around it out of the free
// cells. Rules 6, room.
func (g *generator) room(minSide, maxArea, minArea int) (best rectangle, ok bool) {
	found := 0
	var heights [Size]int // by column: cells above each other, this row the last
	for row := inner; row <= outer; row++ {
		for col := inner; col <= outer; col++ {
			if g.isSolid(Pos{Row: row, Col: col}) {
				heights[col]++
			} else {
				heights[col] = 0
			}
		}
		for r := range standing(row, heights[:]) {
			if min(r.height(), r.width()) >= minSide && r.area() <= maxArea && r.area() > found {
				best, found = r, r.area()
			}
		}
	}
	if found < minArea {
		return rectangle{}, false
	}
	for p := range best.inside(-1).all() {
		g.free.Set(p, false)
	}
	return best, true
}

// isSolid reports whether a cell and all cells around it are rock.
func (g *generator) isSolid(p Pos) bool {
	for _, d := range Dirs() {
		if g.cells.At(d.from(p)) != rock {
			return false
		}
	}
	return g.cells.At(p) == rock
}

// standing yields for each column, from left to right, the rectangle that stands on a
// row, is as high as the column, and as wide as it can be. Of equal ones the one whose
// column comes first is taken, as the original program does.
func standing(row int, heights []int) iter.Seq[rectangle] {
	return func(yield func(rectangle) bool) {
		for col, height := range heights {
			if height == 0 {
				continue
			}
			left, right := col, col
			for left > 0 && heights[left-1] >= height {
				left--
			}
			for right < len(heights)-1 && heights[right+1] >= height {
				right++
			}
			if !yield(rectangle{row - height + 1, left, row, right}) {
				return
			}
		}
	}
}
