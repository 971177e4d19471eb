package dummy

import "github.com/botarena/arena/engine/games/moria"

// moriaSearch looks for the cell that is worth most to a dwarf, from near to far.
// Lengths are small numbers, so it keeps a list of cells for each instead of a heap.
type moriaSearch struct {
	length [moriaCells]int16     // of the best way to the cell so far
	first  [moriaCells]moria.Dir // first step of that way
	seen   []int                 // cells whose length is less than moriaUnseen
	queue  [moriaLookAhead + 1][]int
}

const (
	moriaLookAhead = 60 // the longest way considered, in rounds
	moriaUnseen    = moriaLookAhead + 1
)

// moriaOffsets leads from a cell to its neighbours, in the order of moria.Dirs.
var moriaOffsets = [...]int{moriaCols, moriaCols + 1, 1, -moriaCols + 1, -moriaCols, -moriaCols - 1, -1, moriaCols - 1}

// forget prepares m for the next search.
func (m *moriaSearch) forget() {
	if m.seen == nil { // never used
		for i := range m.length {
			m.length[i] = moriaUnseen
		}
	}
	for _, i := range m.seen {
		m.length[i] = moriaUnseen
	}
	m.seen = m.seen[:0]
	for length := range m.queue {
		m.queue[length] = m.queue[length][:0]
	}
}

// find returns the cell with the highest value for its distance and the first step
// towards it, or None and moriaNobody if no cell has any value. top is the most that a
// cell can be worth. start returns the extra cost of a first step, or moriaNoWay.
func (m *moriaSearch) find(t *moriaTurn, from int, top float32, start func(to int) int,
	value func(cell, rounds int) float32,
) (moria.Dir, int) {
	m.forget()
	m.reach(from, 0, moria.None)
	for k, d := range moria.Dirs() {
		if to := from + moriaOffsets[k]; t.cost[to] != 0 {
			m.reach(to, int(t.cost[to])+start(to), d)
		}
	}
	best, dir, goal := float32(0), moria.None, moriaNobody
	for rounds := 1; rounds <= min(moriaLookAhead, t.left); rounds++ {
		for k := 0; k < len(m.queue[rounds]); k++ {
			i := m.queue[rounds][k]
			if int(m.length[i]) != rounds {
				continue
			}
			if v := value(i, rounds); v > best {
				best, dir, goal = v, m.first[i], i
			}
			for _, offset := range moriaOffsets {
				to := i + offset
				if t.enter[to] == 0 {
					continue
				}
				// Nothing that is too far away can be worth more than the best so far.
				if length := rounds + int(t.enter[to]); length < int(m.length[to]) && best*float32(length+moriaEase) <= top {
					m.reach(to, length, m.first[i])
				}
			}
		}
	}
	return dir, goal
}

// reach notes a way to a cell if it is shorter than the known one.
func (m *moriaSearch) reach(to, length int, first moria.Dir) {
	known := m.length[to]
	if length >= int(known) {
		return
	}
	if known == moriaUnseen {
		m.seen = append(m.seen, to)
	}
	m.length[to], m.first[to] = int16(length), first
	m.queue[length] = append(m.queue[length], to)
}
