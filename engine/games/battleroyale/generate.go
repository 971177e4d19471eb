package battleroyale

// openBoard returns the default board. A wall runs along the last row and the last
// column, with gates beside the middle of each area; behind them the board continues on
// its other side. Two walls as wide as the gates stand between the middles of
// neighbouring areas. A board of odd size is fair: its mirror image is the same board,
// with each area in the place of another.
func openBoard(rows, cols int) *board {
	b := newBoard(rows, cols)
	for row := range rows {
		b.build(isGate(row, rows), Pos{Row: row, Col: cols - 1}, Pos{Row: row, Col: cols/2 - 1}, Pos{Row: row, Col: cols / 2})
	}
	for col := range cols {
		b.build(isGate(col, cols), Pos{Row: rows - 1, Col: col}, Pos{Row: rows/2 - 1, Col: col}, Pos{Row: rows / 2, Col: col})
	}
	return b
}

// build makes the tile at the border a wall or, in line with a gate, the two tiles
// inside.
func (b *board) build(gate bool, border, inside, beside Pos) {
	if !gate {
		b.tiles.Set(border, Wall)
		return
	}
	b.tiles.Set(inside, Wall)
	b.tiles.Set(beside, Wall)
}

// isGate reports whether a line is in the middle third of an area.
func isGate(line, lines int) bool {
	for _, a := range [...]span{upper(lines), lower(lines)} {
		if third := a.high - a.low + 1; 3*(line-a.low) >= third && 3*(a.high-line) >= third {
			return true
		}
	}
	return false
}
