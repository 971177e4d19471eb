package moria

// carvePath walks at random, preferably away from where it starts, until it is in a
// cave or outside, and turns the cells of its way into caves. It may get stuck, and
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
// there, and prefers one direction to the others.
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
		to[k] = d.from(from)
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
	left := g.rand.Draw(1, sum)
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
	shuffle(layer, g.rand)
	for _, p := range layer {
		if g.carvePath(p) {
			return true
		}
	}
	return false
}

// openings lists the cells of the rim that are not rock.
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
			if q := to.d.from(p); to.is && !isFrame(q) && !g.visited.At(q) {
				g.visited.Set(q, true)
				next = append(next, q)
			}
		}
	}
	return next
}
