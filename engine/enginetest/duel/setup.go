package duel

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// setup holds the facts of a match that are settled before it. It doesn't change once it is made.
type setup struct {
	players, rounds, army, rows, cols int
	board                             string // of a file, row by row: '.' (open) and '#' (wall); "": the usual one
}

// usual is the board; larger ones repeat it.
var usual = [8]string{
	"........",
	".#....#.",
	"...##...",
	"........",
	"........",
	"...##...",
	".#....#.",
	"........",
}

func (rules) Default() *setup { return engine.SetDefaults(new(setup)) }

// cells returns the board.
func (s *setup) cells() engine.Grid[byte] {
	cells := engine.NewGrid[byte](s.rows, s.cols)
	if copy(cells.Cells(), s.board) == 0 {
		for i := range cells.Cells() {
			p := cells.Pos(i)
			cells.Set(p, usual[p.Row%len(usual)][p.Col%len(usual)])
		}
	}
	return cells
}

// Clone returns a copy, whose settings can be changed.
func (s *setup) Clone() *setup { return new(*s) }

func (s *setup) Seats() int  { return s.players }
func (s *setup) Rounds() int { return s.rounds }

// Settings lists the settings. Their bounds keep a match short and its numbers small. The
// board of a file keeps its size.
func (s *setup) Settings() []engine.Setting {
	rows, cols := [2]int{1, 2000}, [2]int{1, 2000}
	if s.board != "" {
		rows, cols = [2]int{s.rows, s.rows}, [2]int{s.cols, s.cols}
	}
	return []engine.Setting{
		{Name: "nb_players", Doc: "players", Value: &s.players, Default: 2, Min: 2, Max: 4},
		{Name: "nb_rounds", Doc: "rounds of the match", Value: &s.rounds, Default: 50, Min: 1, Max: 10000},
		{Name: "nb_units", Doc: "units of each player", Value: &s.army, Default: 3, Min: 1, Max: 30},
		{Name: "rows", Doc: "rows of the board", Value: &s.rows, Default: 8, Min: rows[0], Max: rows[1]},
		{Name: "cols", Doc: "columns of the board", Value: &s.cols, Default: 8, Min: cols[0], Max: cols[1]},
	}
}

// Check finds errors that no setting shows by itself. A setup that passes can be played.
func (s *setup) Check() error {
	open := bytes.Count(s.cells().Cells(), []byte{'.'})
	if units := s.players * s.army; open < units {
		return fmt.Errorf("%d open cells for %d units", open, units)
	}
	return nil
}

// ReadSetup reads the settings and the rows of the board. The reader keeps the
// first error and its place in the file, so that we ask for it only once.
func (rules) ReadSetup(text []byte) (*setup, error) {
	s := new(setup)
	r := cnf.NewReader(text)
	r.Expect("Duel")
	r.Settings(s)
	board := ""
	for range s.rows {
		row := r.Word("a row")
		if board += row; len(row) != s.cols || strings.Trim(row, ".#") != "" {
			r.Reject(fmt.Sprintf("a row of %d cells, . or #", s.cols))
			return s, r.Err()
		}
	}
	if s.board = board; !r.AtEnd() {
		r.Word("")
		r.Reject("the end of the file")
	}
	if err := s.Check(); err != nil {
		r.RejectAt(r.Place(), err.Error(), "one for each")
	}
	return s, r.Err()
}

// Text must be complete: replays keep the setup as this text.
func (s *setup) Text() []byte {
	text := append(cnf.AppendSettings([]byte("Duel\n"), s), '\n')
	for cells := s.cells().Cells(); len(cells) > 0; cells = cells[s.cols:] {
		text = append(append(text, cells[:s.cols]...), '\n')
	}
	return text
}
