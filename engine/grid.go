package engine

import "fmt"

// Pos is a cell of a board: row from the top and column from the left, from 0.
type Pos struct{ Row, Col int }

// String writes the cell as (row, column).
func (p Pos) String() string { return fmt.Sprintf("(%d, %d)", p.Row, p.Col) }

// Add returns the cell that lies an offset away.
func (p Pos) Add(offset Pos) Pos { return Pos{p.Row + offset.Row, p.Col + offset.Col} }

// Sub returns the offset from q to p.
func (p Pos) Sub(q Pos) Pos { return Pos{p.Row - q.Row, p.Col - q.Col} }

// Grid holds a value for every cell of a board.
type Grid[T any] struct {
	rows, cols int
	cells      []T
}

// NewGrid returns a grid of zero values.
func NewGrid[T any](rows, cols int) Grid[T] {
	return Grid[T]{rows, cols, make([]T, rows*cols)}
}

// Rows returns the number of rows.
func (g Grid[T]) Rows() int { return g.rows }

// Cols returns the number of columns.
func (g Grid[T]) Cols() int { return g.cols }

// Has reports whether a cell is on the board.
func (g Grid[T]) Has(p Pos) bool {
	// A negative number is a large one without its sign.
	return uint(p.Row) < uint(g.rows) && uint(p.Col) < uint(g.cols)
}

// At returns the value of a cell, which must be on the board.
func (g Grid[T]) At(p Pos) T { return g.cells[p.Row*g.cols+p.Col] }

// Set changes the value of a cell, which must be on the board.
func (g Grid[T]) Set(p Pos, v T) { g.cells[p.Row*g.cols+p.Col] = v }

// Index returns the number of a cell: cells are numbered row by row, from 0.
func (g Grid[T]) Index(p Pos) int { return p.Row*g.cols + p.Col }

// Pos returns the cell with this number.
func (g Grid[T]) Pos(index int) Pos { return Pos{index / g.cols, index % g.cols} }

// Fill sets every cell.
func (g Grid[T]) Fill(v T) {
	for i := range g.cells {
		g.cells[i] = v
	}
}

// Cells returns the values row by row. The slice is the grid's own.
func (g Grid[T]) Cells() []T { return g.cells }

// Clone returns a copy.
func (g Grid[T]) Clone() Grid[T] {
	return Grid[T]{g.rows, g.cols, append([]T(nil), g.cells...)}
}

// CopyFrom makes g a copy of another grid. It allocates only if g has fewer cells.
func (g *Grid[T]) CopyFrom(other Grid[T]) {
	*g = Grid[T]{other.rows, other.cols, append(g.cells[:0], other.cells...)}
}
