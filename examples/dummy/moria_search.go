package main

import "github.com/botarena/arena/engine/games/moria"

// moriaSearch looks for what is worth most to a dwarf, from near to far. Ways are
// short numbers, so there is a list of cells for each length in question.
type moriaSearch struct {
	length [moriaCells]int16
	first  [moriaCells]moria.Dir // of the way to the cell
	seen   []int                 // cells that have a length
	queue  [moriaLookAhead + 1][]int
}

const moriaLookAhead = 60 // rounds; the longest way to go

// moriaLink leads to a cell beside.
type moriaLink struct {
	dir moria.Dir
	to  int
}

// moriaLinks are those of every cell. They never change.
var moriaLinks = func() (links [moriaCells][]moriaLink) {
	for i := range links {
		from := moria.Pos{Row: i / moria.Size, Col: i % moria.Size}
		for _, d := range moria.Dirs() {
			if p := d.From(from); min(p.Row, p.Col) >= 0 && max(p.Row, p.Col) < moria.Size {
				links[i] = append(links[i], moriaLink{d, moriaIndex(p)})
			}
		}
	}
	return links
}()

// find returns the first step to the cell with the highest value for its distance,
// and the cell; None if there is nothing to do. start says what a first step
// costs more than usual, or moriaNoWay.
func (m *moriaSearch) find(t *moriaTurn, from int, start func(to int) int, value func(cell, rounds int) float32) (moria.Dir, int) {
	for _, i := range m.seen {
		m.length[i] = 0
	}
	m.seen = append(m.seen[:0], from)
	m.length[from] = 1 // one more than it is, so that 0 is none
	best, dir, goal := float32(0), moria.None, moriaNobody
	m.queue[0] = append(m.queue[0][:0], from)
	for rounds := range m.queue {
		if best*float32(rounds+moriaEase) > t.top {
			m.queue[rounds] = m.queue[rounds][:0]
			continue // nothing so far away can be worth more
		}
		for k := 0; k < len(m.queue[rounds]); k++ {
			i := m.queue[rounds][k]
			if int(m.length[i]) != rounds+1 {
				continue
			}
			if v := value(i, rounds); i != from && v > best {
				best, dir, goal = v, m.first[i], i
			}
			m.expand(t, from, i, rounds, start)
		}
		m.queue[rounds] = m.queue[rounds][:0]
	}
	return dir, goal
}

func (m *moriaSearch) expand(t *moriaTurn, from, i, rounds int, start func(to int) int) {
	for _, link := range moriaLinks[i] {
		to := link.to
		if t.cost[to] == 0 {
			continue
		}
		length := rounds + int(t.cost[to])
		if i == from {
			length += start(to)
		} else if t.fear[to] >= moriaTrollHits {
			length += 4
		}
		if length > moriaLookAhead || m.length[to] != 0 && int(m.length[to]) <= length+1 {
			continue
		}
		if m.length[to] == 0 {
			m.seen = append(m.seen, to)
		}
		m.length[to] = int16(length + 1)
		m.first[to] = link.dir
		if i != from {
			m.first[to] = m.first[i]
		}
		m.queue[length] = append(m.queue[length], to)
	}
}
