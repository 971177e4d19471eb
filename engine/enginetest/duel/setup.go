package duel

import (
	"fmt"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// setup holds the facts of a match that are settled before it. It doesn't change once it is made.
type setup struct {
	players, rounds, army int
	board                 []string // rows of '.' (open) and '#' (wall)
}

func (rules) Default() *setup {
	s := &setup{board: []string{
		"........",
		".#....#.",
		"...##...",
		"........",
		"........",
		"...##...",
		".#....#.",
		"........",
	}}
	engine.SetDefaults(s)
	return s
}

// Clone shares the board, which never changes.
func (s *setup) Clone() *setup {
	c := *s
	return &c
}

func (s *setup) Seats() int  { return s.players }
func (s *setup) Rounds() int { return s.rounds }

// Settings lists the settings. Their bounds keep a match short and its numbers small.
func (s *setup) Settings() []engine.Setting {
	return []engine.Setting{
		{Name: "nb_players", Doc: "players", Value: &s.players, Default: 2, Min: 2, Max: 4},
		{Name: "nb_rounds", Doc: "rounds of the match", Value: &s.rounds, Default: 50, Min: 1, Max: 10000},
		{Name: "nb_units", Doc: "units of each player", Value: &s.army, Default: 3, Min: 1, Max: 30},
	}
}

// Check finds errors that no setting shows by itself. A setup that passes can be played.
func (s *setup) Check() error {
	open := strings.Count(strings.Join(s.board, ""), ".")
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
	for r.Err() == nil && !r.AtEnd() {
		s.board = append(s.board, r.Word("a row"))
		if !areRows(s.board) {
			r.Reject("a row of . and #, as long as the first")
		}
	}
	if err := s.Check(); err != nil {
		r.RejectAt(r.Place(), err.Error(), "one for each")
	}
	return s, r.Err()
}

// areRows reports whether the rows have the same length and only known cells.
func areRows(board []string) bool {
	for _, row := range board {
		if len(row) != len(board[0]) || strings.Trim(row, ".#") != "" {
			return false
		}
	}
	return true
}

// Text must be complete: replays keep the setup as this text.
func (s *setup) Text() []byte {
	text := cnf.AppendSettings([]byte("Duel\n"), s)
	return fmt.Appendf(text, "\n%s\n", strings.Join(s.board, "\n"))
}
