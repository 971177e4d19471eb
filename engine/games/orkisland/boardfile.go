package orkisland

import (
	"fmt"

	"github.com/botarena/arena/engine/cnf"
)

// boardReader reads a board. It remembers where the rows were, for errors that are found
// only later.
type boardReader struct {
	*cnf.Reader
	board *board
	rows  []cnf.Place
}

// readBoard reads a board in the FIXED form, which is that of records, too.
func readBoard(r *cnf.Reader, s *setup) *board {
	b := &boardReader{Reader: r, board: newBoard(s.settings.Size)}
	r.Word("the tens of the column numbers")
	r.Word("the units of the column numbers")
	for row := range b.board.size() {
		r.Word("the number of a row")
		b.readRow(row)
	}
	for n := b.count("cities"); n > 0 && r.Err() == nil; n-- {
		b.readArea(&b.board.cities, City)
	}
	for n := b.count("paths"); n > 0 && r.Err() == nil; n-- {
		b.readPath()
	}
	if r.Err() != nil {
		return nil
	}
	b.checkAll(s)
	b.board.findShore()
	return b.board
}

func (b *boardReader) readRow(row int) {
	size := b.board.size()
	cells := b.Word(fmt.Sprintf("a row of %d cells", size))
	b.rows = append(b.rows, b.Place())
	if b.Err() == nil && len(cells) != size {
		b.RejectAt(b.Place(), fmt.Sprintf("a row of %d cells", len(cells)), fmt.Sprintf("%d cells", size))
	}
	if b.Err() != nil {
		return
	}
	for col := range size {
		p := Pos{Row: row, Col: col}
		b.board.terrain.Set(p, Terrain(cells[col]))
		b.rejectCell(p, b.board.checkCell(p))
	}
}

// rejectCell turns a fault of a cell into an error at the place where it was read.
func (b *boardReader) rejectCell(p Pos, f *fault) {
	if f != nil {
		at := b.rows[p.Row]
		b.RejectAt(cnf.Place{Line: at.Line, Col: at.Col + p.Col}, f.found, f.want)
	}
}

// count reads the head of a list: its name and how many there are.
func (b *boardReader) count(things string) int {
	b.Expect(things)
	return b.Int("the number of "+things, 0, b.board.size()*b.board.size())
}

func (b *boardReader) readPath() {
	last := len(b.board.cities.cells) - 1
	from := b.Int("the city where a path begins", 0, last)
	to := b.Int("the city where a path ends", 0, last)
	b.board.ends = append(b.board.ends, [2]int{from, to})
	b.readArea(&b.board.paths, Path)
}

func (b *boardReader) readArea(a *areas, t Terrain) {
	size := b.board.size()
	n := b.Int(fmt.Sprintf("the number of cells of a %v", t), 0, size*size)
	cells := []Pos{}
	for range n {
		row := b.Int("a row", 0, size-1)
		at := b.Place()
		p := Pos{Row: row, Col: b.Int("a column", 0, size-1)}
		if b.Err() != nil {
			return
		}
		if f := b.board.checkArea(a, t, p); f != nil {
			b.RejectAt(at, f.found, f.want)
		}
		cells = append(cells, p)
		a.at.Set(p, int32(len(a.cells)))
	}
	a.cells = append(a.cells, cells)
}

// checkAll finds errors that only the whole board shows.
func (b *boardReader) checkAll(s *setup) {
	for i := range b.board.terrain.Cells() {
		p := b.board.terrain.Pos(i)
		b.rejectCell(p, b.board.checkOutside(p))
	}
	if land := b.board.land(); land < s.units() {
		b.RejectAt(b.rows[0], fmt.Sprintf("a board with %d cells of land", land),
			fmt.Sprintf("at least %d, one for each ork", s.units()))
	}
}

// append writes the board in the FIXED form.
func (b *board) append(text []byte) []byte {
	text = b.appendLabels(text, 10)
	text = b.appendLabels(text, 1)
	for row := range b.size() {
		text = fmt.Appendf(text, "%02d ", row)
		for _, t := range b.terrain.Cells()[row*b.size() : (row+1)*b.size()] {
			text = append(text, byte(t))
		}
		text = append(text, '\n')
	}
	text = fmt.Appendf(text, "\ncities %d\n", len(b.cities.cells))
	for _, cells := range b.cities.cells {
		text = fmt.Appendf(text, "\n%d\n", len(cells))
		text = appendCells(text, cells)
	}
	text = fmt.Appendf(text, "\npaths %d\n", len(b.paths.cells))
	for id, cells := range b.paths.cells {
		text = fmt.Appendf(text, "\n%d %d %d\n", b.ends[id][0], b.ends[id][1], len(cells))
		text = appendCells(text, cells)
	}
	return text
}

// appendLabels writes one digit of the number of every column.
func (b *board) appendLabels(text []byte, unit int) []byte {
	text = append(text, "   "...)
	for col := range b.size() {
		text = append(text, byte('0'+col/unit%10))
	}
	return append(text, '\n')
}

func appendCells(text []byte, cells []Pos) []byte {
	for _, p := range cells {
		text = fmt.Appendf(text, "%d %d\n", p.Row, p.Col)
	}
	return text
}
