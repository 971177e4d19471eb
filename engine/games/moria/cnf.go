package moria

import (
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// readSetup reads a board file. Rules 4.
func readSetup(text []byte) (setup, error) {
	r := cnf.NewReader(text)
	var s setup
	r.Expect("Moria")
	readSettings(r, &s)
	form := r.Word("GENERATOR or FIXED")
	at := r.Place()
	switch form {
	case "GENERATOR":
	case "FIXED":
		b := newBoard()
		at = readCells(r, b.cells, &s.settings)
		s.board = b
	default:
		r.Reject("GENERATOR or FIXED")
	}
	if r.Err() == nil {
		if f := s.crowded(); f != nil {
			r.RejectAt(at, f.found, f.want)
		}
	}
	readEnd(r, "the end of the file")
	if r.Err() != nil {
		return setup{}, r.Err()
	}
	return s, nil
}

// readSettings reads what follows the name of the game.
func readSettings(r *cnf.Reader, s *setup) {
	r.Expect("1.1")
	r.Settings(s.list())
}

func readEnd(r *cnf.Reader, want string) {
	if r.Peek() != "" {
		r.Word("")
		r.Reject(want)
	}
}

// readCells reads a board, row by row, and says where it begins.
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

// text writes a board file, laid out like the original's. Rules 4.
func (s *setup) text() []byte {
	text := []byte("Moria 1.1\n")
	for _, one := range s.list() {
		text = fmt.Appendf(text, "%s%*d\n", one.Name, 22-len(one.Name), *one.Value)
	}
	if s.board == nil {
		return append(text, "\nGENERATOR\n"...)
	}
	return appendCells(append(text, "\nFIXED\n"...), s.board.cells)
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
