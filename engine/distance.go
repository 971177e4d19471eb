package engine

import "math/bits"

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
	open := newFrontier(len(sources) + rows + cols)
	for _, p := range sources {
		if lengths.At(p) != 0 {
			lengths.Set(p, 0)
			open.push(0, lengths.Index(p))
		}
	}
	var here length
	visit := func(to Pos, cost int) {
		i := lengths.Index(to)
		if l := here + length(cost)<<stepBits + 1; l < lengths.cells[i] {
			lengths.cells[i] = l
			open.push(l, i)
		}
	}
	for {
		l, i, ok := open.pop()
		if !ok {
			return Distances{lengths}
		}
		if here = l; l == lengths.cells[i] {
			edges(lengths.Pos(i), visit)
		}
	}
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
	index  int32 // of the cell
	next   int32 // of the list that it is in
}

// frontier is a queue of cells, the nearest first. It is a radix heap: cells wait
// in a list for the highest bit in which their length differs from that of the last
// one taken. That works as lengths never decrease, and takes half the time of a
// heap that compares.
type frontier struct {
	last   length
	lists  [65]int32 // the first of each list
	unused int32
	cells  []reached // in no order; the one with index 0 ends all lists
}

func newFrontier(room int) *frontier {
	return &frontier{cells: make([]reached, 1, 1+room)}
}

func (f *frontier) push(l length, index int) {
	at := f.unused
	if at == 0 {
		at = int32(len(f.cells))
		f.cells = append(f.cells, reached{})
	}
	f.unused = f.cells[at].next
	f.cells[at].length, f.cells[at].index = l, int32(index)
	f.wait(at)
}

// wait puts a cell into its list.
func (f *frontier) wait(at int32) {
	r := &f.cells[at]
	list := &f.lists[bits.Len64(uint64(r.length^f.last))]
	r.next, *list = *list, at
}

// pop takes one of the nearest cells; ok is false if there is none.
func (f *frontier) pop() (l length, index int, ok bool) {
	if f.lists[0] == 0 && !f.sort() {
		return 0, 0, false
	}
	at := f.lists[0]
	r := &f.cells[at]
	f.lists[0], r.next, f.unused = r.next, f.unused, at
	return r.length, int(r.index), true
}

// sort moves the cells that are next to the first list, and says whether there are
// any.
func (f *frontier) sort() bool {
	k := 1
	for k < len(f.lists) && f.lists[k] == 0 {
		k++
	}
	if k == len(f.lists) {
		return false
	}
	first := f.lists[k]
	f.lists[k] = 0
	f.last = f.cells[first].length
	for at := f.cells[first].next; at != 0; at = f.cells[at].next {
		f.last = min(f.last, f.cells[at].length)
	}
	for at := first; at != 0; {
		next := f.cells[at].next
		f.wait(at)
		at = next
	}
	return true
}
