package moria

import (
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// readCells reads a board, row by row, and returns where it begins. Rules 3, 4.
func readCells(r *cnf.Reader, cells engine.Grid[cell], s *Settings) cnf.Place {
	var start cnf.Place
	b := board{cells}
	for row := range Size {
		word := r.Word(fmt.Sprintf("a row of %d cells", Size))
		at := r.Place()
		if row == 0 {
			start = at
		}
		if r.Err() == nil && len(word) != Size {
			r.RejectAt(at, fmt.Sprintf("a row of %d cells", len(word)), fmt.Sprintf("%d cells", Size))
		}
		if r.Err() != nil {
			return start
		}
		for col := range Size {
			p := Pos{Row: row, Col: col}
			cells.Set(p, cell(word[col]))
			if f := b.checkCell(p, s); f != nil {
				r.RejectAt(cnf.Place{Line: at.Line, Col: at.Col + col}, f.found, f.want)
			}
		}
	}
	return start
}

func appendCells(text []byte, cells engine.Grid[cell]) []byte {
	for row := range Size {
		for _, c := range cells.Cells()[row*Size : (row+1)*Size] {
			text = append(text, byte(c))
		}
		text = append(text, '\n')
	}
	return text
}
