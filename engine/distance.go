package engine

// Distances says what it costs to get from some cells of a board to every other.
// Of paths that cost the same, the one with the fewest steps counts.
type Distances struct{ lengths Grid[length] }

// length packs a cost and a number of steps, to be compared and added as one.
type length int64

const (
	stepBits         = 24
	unreached length = 1<<63 - 1
)

func (l length) cost() int  { return int(l >> stepBits) }
func (l length) steps() int { return int(l & (1<<stepBits - 1)) }

// Search finds the distances from the nearest of the sources. edges calls visit
// for every cell that is one step from a cell, with the cost of that step, which
// must not be negative.
func Search(rows, cols int, sources []Pos, edges func(from Pos, visit func(to Pos, cost int))) Distances {
	lengths := NewGrid[length](rows, cols)
	lengths.Fill(unreached)
	open := make(frontier, 0, len(sources)+rows+cols)
	for _, p := range sources {
		if lengths.At(p) != 0 {
			lengths.Set(p, 0)
			open = append(open, reached{0, p})
		}
	}
	var here reached
	visit := func(to Pos, cost int) {
		if l := here.length + length(cost)<<stepBits + 1; l < lengths.At(to) {
			lengths.Set(to, l)
			open.push(reached{l, to})
		}
	}
	for len(open) > 0 {
		here = open.pop()
		if here.length == lengths.At(here.pos) {
			edges(here.pos, visit)
		}
	}
	return Distances{lengths}
}

// Reaches says whether there is any way to the cell.
func (d Distances) Reaches(p Pos) bool {
	return d.lengths.Has(p) && d.lengths.At(p) != unreached
}

// Cost is what the cheapest way to the cell costs; -1 if there is none.
func (d Distances) Cost(p Pos) int {
	if !d.Reaches(p) {
		return -1
	}
	return d.lengths.At(p).cost()
}

// Steps is how many steps the cheapest way to the cell has; -1 if there is none.
func (d Distances) Steps(p Pos) int {
	if !d.Reaches(p) {
		return -1
	}
	return d.lengths.At(p).steps()
}

// Nearest returns the cell of a set that is cheapest to reach, the first of
// equals; ok is false if none can be reached.
func (d Distances) Nearest(set []Pos) (nearest Pos, ok bool) {
	best := unreached
	for _, p := range set {
		if d.Reaches(p) && d.lengths.At(p) < best {
			best, nearest, ok = d.lengths.At(p), p, true
		}
	}
	return nearest, ok
}

// Leads says whether a step from one cell to another, which costs so much, is
// the first of a cheapest way. The distances must be those to where the way
// leads: searched from there, with every step taken backwards.
func (d Distances) Leads(from, to Pos, cost int) bool {
	return d.Reaches(from) && d.Reaches(to) &&
		d.lengths.At(to)+length(cost)<<stepBits+1 == d.lengths.At(from)
}

type reached struct {
	length length
	pos    Pos
}

// frontier is a heap of cells, the nearest first. It is container/heap without
// the interfaces, which take most of the time of a search.
type frontier []reached

func (f *frontier) push(r reached) {
	*f = append(*f, r)
	h := *f
	at := len(h) - 1
	for at > 0 && r.length < h[(at-1)/2].length {
		h[at] = h[(at-1)/2]
		at = (at - 1) / 2
	}
	h[at] = r
}

func (f *frontier) pop() reached {
	h := *f
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*f = h
	at := 0
	for {
		child := 2*at + 1
		if child+1 < len(h) && h[child+1].length < h[child].length {
			child++
		}
		if child >= len(h) || last.length <= h[child].length {
			break
		}
		h[at] = h[child]
		at = child
	}
	if len(h) > 0 {
		h[at] = last
	}
	return top
}
