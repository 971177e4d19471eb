package engine

// SearchGrid is [Search] on a board where entering a cell costs the same from all
// sides: it takes less than half the time. costs has what it costs to enter each cell,
// or a negative number if nothing can; sources of that kind are left out. steps are the
// offsets of the cells that are one step away, such as {Row: -1}. No step may lead off
// the board, so the cells at its edge must be closed; SearchGrid panics otherwise.
//
// The distances are those from the sources, or, backwards, those to them, as
// [Distances.Leads] wants them. SearchGrid doesn't keep or change what it is given.
func SearchGrid(costs Grid[int32], steps, sources []Pos, backwards bool) Distances {
	requireClosedEdge(costs)
	offsets := make([]int, len(steps))
	for k, step := range steps {
		offsets[k] = costs.Index(step)
	}
	lengths := NewGrid[length](costs.rows, costs.cols)
	lengths.Fill(unreached)
	enter, reached := costs.cells, lengths.cells
	open := newFrontier(len(sources) + costs.rows + costs.cols)
	for _, p := range sources {
		if !costs.Has(p) {
			continue
		}
		if i := costs.Index(p); enter[i] >= 0 && reached[i] != 0 {
			reached[i] = 0
			open.push(0, i)
		}
	}
	for {
		here, i, ok := open.pop()
		if !ok {
			return Distances{lengths}
		}
		if here != reached[i] {
			continue
		}
		there := here + length(enter[i])<<stepBits + 1 // backwards, every step enters this cell
		for _, offset := range offsets {
			to := i + offset
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

func requireClosedEdge(costs Grid[int32]) {
	for row := range costs.rows {
		between := max(1, costs.cols-1)
		if row == 0 || row == costs.rows-1 {
			between = 1
		}
		for col := 0; col < costs.cols; col += between {
			if p := (Pos{row, col}); costs.At(p) >= 0 {
				panic("engine: SearchGrid on a board that is open at " + p.String())
			}
		}
	}
}
