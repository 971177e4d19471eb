package dummy

import "github.com/botarena/arena/engine/games/battleroyale"

// tiles is the board, which does not change in a match. Tiles are numbered row by
// row.
type tiles struct {
	cols   int
	beside [][4]int // by tile: the next tile in each direction; none if that is a wall

	// By tile: the last search that reached it, after how many steps, and the
	// direction of the first of them.
	search  int
	reached []int
	steps   []int
	first   []battleroyale.Dir
	queue   []int
}

// nearby is a tile and its distance in steps.
type nearby struct{ tile, steps int }

func newTiles(s *battleroyale.State) *tiles {
	n := s.Rows() * s.Cols()
	t := &tiles{
		cols:    s.Cols(),
		beside:  make([][4]int, n),
		reached: make([]int, n),
		steps:   make([]int, n),
		first:   make([]battleroyale.Dir, n),
	}
	for tile := range t.beside {
		for d, p := range s.Neighbours(t.pos(tile)) {
			t.beside[tile][d-battleroyale.North] = none
			if s.IsOpen(p) {
				t.beside[tile][d-battleroyale.North] = t.index(p)
			}
		}
	}
	return t
}

func (t *tiles) index(p battleroyale.Pos) int { return p.Row*t.cols + p.Col }

func (t *tiles) pos(tile int) battleroyale.Pos {
	return battleroyale.Pos{Row: tile / t.cols, Col: tile % t.cols}
}

// around returns the tiles within a number of steps, walking round walls.
func (t *tiles) around(tile, steps int) []nearby {
	var all []nearby
	t.walk(tile, func(int) bool { return true }, func(at, after int) bool {
		if after <= steps {
			all = append(all, nearby{at, after})
		}
		return after <= steps
	})
	return all
}

// walk visits tiles from the nearest to the farthest until visit returns false. The
// first step goes only where start allows it. Afterwards, first holds the direction of
// the first step to every visited tile.
func (t *tiles) walk(from int, start func(tile int) bool, visit func(tile, steps int) bool) {
	t.search++
	t.queue = append(t.queue[:0], from)
	t.reached[from], t.steps[from], t.first[from] = t.search, 0, battleroyale.None
	for i := 0; i < len(t.queue); i++ {
		at := t.queue[i]
		if !visit(at, t.steps[at]) {
			return
		}
		for k, to := range t.beside[at] {
			if to == none || t.reached[to] == t.search || i == 0 && !start(to) {
				continue
			}
			t.reached[to], t.steps[to], t.first[to] = t.search, t.steps[at]+1, t.first[at]
			if i == 0 {
				t.first[to] = battleroyale.North + battleroyale.Dir(k)
			}
			t.queue = append(t.queue, to)
		}
	}
}
