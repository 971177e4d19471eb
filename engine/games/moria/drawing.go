package moria

import "iter"

// carvePath walks at random, rather away from where it starts, until it is in a
// cave or outside, and makes caves of where it has been. It may get stuck, and
// then changes nothing. Rules 6, path.
func (g *generator) carvePath(start Pos) bool {
	g.visited.Fill(false)
	g.path = g.path[:0]
	home := homeOf(start)
	for at := start; !g.cells.At(at).isOpen(); {
		g.visited.Set(at, true)
		g.path = append(g.path, at)
		next, ok := g.walk(at, home)
		if !ok {
			return false
		}
		at = next
	}
	for _, p := range g.path {
		g.cells.Set(p, cave)
	}
	return true
}

// home is a side of the mountain where a path starts. The path does not leave
// there, and rather turns in one direction than in the others.
type home struct {
	isOut  func(Pos) bool
	weight func(Pos) int // the farther from home, the likelier
	turn   Dir
}

func homeOf(start Pos) home {
	switch {
	case start.Row == inner:
		return home{func(p Pos) bool { return p.Row < inner }, func(p Pos) int { return p.Row - inner }, South}
	case start.Row == outer:
		return home{func(p Pos) bool { return p.Row > outer }, func(p Pos) int { return outer - p.Row }, East}
	case start.Col == inner:
		return home{func(p Pos) bool { return p.Col < inner }, func(p Pos) int { return p.Col - inner }, North}
	}
	return home{func(p Pos) bool { return p.Col > outer }, func(p Pos) int { return outer - p.Col }, West}
}

// walk draws the next cell of a path.
func (g *generator) walk(from Pos, h home) (next Pos, ok bool) {
	var to [4]Pos
	var weights [4]int
	sum := 0
	for k, d := range Straight() {
		to[k] = d.From(from)
		if g.visited.At(to[k]) || h.isOut(to[k]) {
			continue
		}
		weights[k] = h.weight(to[k])
		if d == h.turn {
			weights[k] *= 2
		}
		sum += weights[k]
	}
	if sum == 0 {
		return from, false
	}
	left := g.r.Draw(1, sum)
	k := 0
	for left -= weights[0]; left > 0; left -= weights[k] {
		k++
	}
	return to[k], true
}

// carveTunnel carves a path from one of the cells of the rim that are farthest
// from all openings, along the rim. Rules 6, tunnel.
func (g *generator) carveTunnel() bool {
	layer := g.openings()
	if len(layer) == 0 {
		return false
	}
	g.visited.Fill(false)
	for _, p := range layer {
		g.visited.Set(p, true)
	}
	for {
		next := g.nextLayer(layer)
		if len(next) == 0 {
			break
		}
		layer = next
	}
	shuffle(layer, g.r)
	for _, p := range layer {
		if g.carvePath(p) {
			return true
		}
	}
	return false
}

// openings lists the cells of the rim that are no rock.
func (g *generator) openings() []Pos {
	var open []Pos
	add := func(p Pos) {
		if g.cells.At(p) != rock {
			open = append(open, p)
		}
	}
	for row := inner; row <= outer; row++ {
		add(Pos{Row: row, Col: inner})
		add(Pos{Row: row, Col: outer})
	}
	for col := inner + 1; col < outer; col++ {
		add(Pos{Row: inner, Col: col})
		add(Pos{Row: outer, Col: col})
	}
	return open
}

// nextLayer lists the unvisited cells of the rim beside a layer.
func (g *generator) nextLayer(layer []Pos) []Pos {
	var next []Pos
	for _, p := range layer {
		for _, to := range [...]struct {
			is bool
			d  Dir
		}{
			{p.Row == inner || p.Row == outer, West},
			{p.Row == inner || p.Row == outer, East},
			{p.Col == inner || p.Col == outer, North},
			{p.Col == inner || p.Col == outer, South},
		} {
			if q := to.d.From(p); to.is && !isFrame(q) && !g.visited.At(q) {
				g.visited.Set(q, true)
				next = append(next, q)
			}
		}
	}
	return next
}

// rectangle is a part of the board, with its last row and column.
type rectangle struct{ top, left, bottom, right int }

// inside is the rectangle without so many rows and columns on each side. There
// may be nothing left.
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

// room finds the largest rectangle of cells that have only rock on and around
// them, within bounds. It takes the rectangle and what is around it out of the
// free cells. Rules 6, room.
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

// isSolid says whether a cell and all around it are rock.
func (g *generator) isSolid(p Pos) bool {
	for _, d := range Dirs() {
		if g.cells.At(d.From(p)) != rock {
			return false
		}
	}
	return g.cells.At(p) == rock
}

// standing yields the rectangles that stand on a row and reach up to these
// heights, each as wide as it can be, from left to right by their ends.
func standing(row int, heights []int) iter.Seq[rectangle] {
	type start struct{ col, height int }
	return func(yield func(rectangle) bool) {
		var open []start
		for col, height := range heights {
			from := col
			for len(open) > 0 && open[len(open)-1].height > height {
				s := open[len(open)-1]
				open = open[:len(open)-1]
				if !yield(rectangle{row - s.height + 1, s.col, row, col - 1}) {
					return
				}
				from = s.col
			}
			if height > 0 && (len(open) == 0 || open[len(open)-1].height < height) {
				open = append(open, start{from, height})
			}
		}
	}
}
