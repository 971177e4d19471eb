package engine

import "math/bits"

// Distances holds the cost of the cheapest path from some cells of a board, the
// sources, to every other cell. Among paths of equal cost, the one with the fewest
// steps wins.
type Distances struct{ lengths Grid[length] }

// length packs a cost and a number of steps, to be compared and added as one.
type length int64

const (
	stepBits         = 24
	unreached length = 1<<63 - 1
)

func (l length) cost() int  { return int(l >> stepBits) }
func (l length) steps() int { return int(l & (1<<stepBits - 1)) }

// Search finds the distances of all cells from the nearest source. edges must call
// visit for every cell that is one step away from the given cell, with the cost of that
// step, which must not be negative.
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

// Cost returns the cost of the cheapest path to a cell; ok is false if there is none.
func (d Distances) Cost(p Pos) (cost int, ok bool) {
	l := d.length(p)
	if l == unreached {
		return 0, false
	}
	return l.cost(), true
}

// Steps returns how many steps the cheapest path to a cell has; ok is false if there
// is none.
func (d Distances) Steps(p Pos) (steps int, ok bool) {
	l := d.length(p)
	if l == unreached {
		return 0, false
	}
	return l.steps(), true
}

// length returns the length of the path to a cell, or unreached if the cell is not on
// the board.
func (d Distances) length(p Pos) length {
	if !d.lengths.Has(p) {
		return unreached
	}
	return d.lengths.At(p)
}

// Nearest returns the cell of a set that has the cheapest path, or the first of those
// that are equal; ok is false if none can be reached.
func (d Distances) Nearest(set []Pos) (nearest Pos, ok bool) {
	best := unreached
	for _, p := range set {
		if l := d.length(p); l < best {
			best, nearest, ok = l, p, true
		}
	}
	return nearest, ok
}

// Leads reports whether a step of the given cost from one cell to another begins a
// cheapest path to the sources. The search must have taken every step backwards.
func (d Distances) Leads(from, to Pos, cost int) bool {
	here, there := d.length(from), d.length(to)
	return here != unreached && there != unreached && there+length(cost)<<stepBits+1 == here
}

type reached struct {
	length length
	index  int32 // of the cell
	next   int32 // of the list that it is in
}

// frontier is a queue of cells, the nearest first. It is a radix heap: a cell waits
// in the list for the highest bit in which its length differs from that of the cell
// taken last. That works because lengths never decrease, and takes half the time of a
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

// pop takes one of the nearest cells; ok is false if the queue is empty.
func (f *frontier) pop() (l length, index int, ok bool) {
	if f.lists[0] == 0 && !f.sort() {
		return 0, 0, false
	}
	at := f.lists[0]
	r := &f.cells[at]
	f.lists[0], r.next, f.unused = r.next, f.unused, at
	return r.length, int(r.index), true
}

// sort moves the cells that come next to the first list, and reports whether there
// are any.
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
