package engine

// gridSearch is a board where entering a cell costs the same from all sides. Cells at its edge
// are closed, and so are those of a border around what sources count from.
type gridSearch struct {
	costs  Grid[int32] // negative: closed
	over   []int32     // by index: the cell that a closed one stands for, or -1; nil if there is none
	steps  []int       // as differences of indices; taken backwards, if the search is
	border int
}

// sources returns the indices of those of some cells that are open, each once, and
// distances of which only they are reached. There is room for some indices more.
func (s *gridSearch) sources(cells []Pos, room int) (Distances, []int32) {
	lengths := NewGrid[length](s.costs.rows, s.costs.cols)
	lengths.Fill(unreached)
	sources := make([]int32, 0, room)
	for _, p := range cells {
		if p = p.Add(Pos{s.border, s.border}); !s.costs.Has(p) {
			continue
		}
		if i := s.costs.Index(p); s.costs.cells[i] >= 0 && lengths.cells[i] != 0 {
			lengths.cells[i] = 0
			sources = append(sources, int32(i))
		}
	}
	return Distances{lengths}, sources
}

func (s *gridSearch) run(cells []Pos, backwards bool) Distances {
	found, sources := s.sources(cells, len(cells))
	open := newFrontier(len(sources) + s.costs.rows + s.costs.cols)
	for _, i := range sources {
		open.push(0, int(i))
	}
	enter, reached, steps := s.costs.cells, found.lengths.cells, s.steps
	for {
		here, i, ok := open.pop()
		if !ok {
			return found
		}
		if here != reached[i] {
			continue
		}
		there := here + length(enter[i])<<stepBits + 1 // backwards, every step enters this cell
		for _, step := range steps {
			to := i + step
			cost := enter[to]
			if cost < 0 {
				continue
			}
			if !backwards {
				there = here + length(cost)<<stepBits + 1
			}
			if there < reached[to] {
				reached[to] = there
				open.push(there, to)
			}
		}
	}
}

// around is run for a board that wraps.
func (s *gridSearch) around(cells []Pos, backwards bool) Distances {
	_, indices := s.sources(cells, len(cells))
	sources := make([]Pos, len(indices))
	for k, i := range indices {
		sources[k] = s.costs.Pos(int(i))
	}
	return Search(s.costs.rows, s.costs.cols, sources, func(from Pos, visit func(Pos, int)) {
		for _, step := range s.steps {
			to := s.costs.Pos(s.beyond(s.costs.Index(from) + step))
			switch cost := s.costs.At(to); {
			case cost < 0:
			case backwards:
				visit(to, int(s.costs.At(from)))
			default:
				visit(to, int(cost))
			}
		}
	})
}

// beyond returns the cell for which a closed one stands, or what it is given.
func (s *gridSearch) beyond(index int) int {
	if s.over == nil || s.over[index] < 0 {
		return index
	}
	return int(s.over[index])
}

// uniform reports whether all cells cost the same that aren't closed.
func (s *gridSearch) uniform() (cost int32, same bool) {
	cost = -1
	for _, c := range s.costs.cells {
		if c >= 0 && c != cost {
			if cost >= 0 {
				return 0, false
			}
			cost = c
		}
	}
	return cost, true
}

// flood is run for a uniform board: the nearest come first without being sorted.
func (s *gridSearch) flood(cells []Pos, cost int32) Distances {
	found, queue := s.sources(cells, len(s.costs.cells))
	enter, reached := s.costs.cells, found.lengths.cells
	for k := 0; k < len(queue); k++ { // the queue grows
		i := int(queue[k])
		there := reached[i] + length(cost)<<stepBits + 1
		for _, step := range s.steps {
			to := s.beyond(i + step)
			if enter[to] >= 0 && reached[to] == unreached {
				reached[to] = there
				queue = append(queue, int32(to))
			}
		}
	}
	return found
}
