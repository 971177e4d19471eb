package duel

import (
	"fmt"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// setup is what is settled before a match. Copies share the board, which
// therefore never changes.
type setup struct {
	players, rounds, army int
	board                 []string // rows of '.' (open) and '#' (wall)
}

func (rules) Default() setup {
	return setup{players: 2, rounds: 50, army: 3, board: []string{
		"........",
		".#....#.",
		"...##...",
		"........",
		"........",
		"...##...",
		".#....#.",
		"........",
	}}
}

func (rules) Seats(s setup) int  { return s.players }
func (rules) Rounds(s setup) int { return s.rounds }

// Settings has bounds that keep a match short and its numbers small.
func (rules) Settings(s *setup) []engine.Setting {
	return []engine.Setting{
		{Name: "nb_players", Doc: "players", Value: &s.players, Min: 2, Max: 4},
		{Name: "nb_rounds", Doc: "rounds of the match", Value: &s.rounds, Min: 1, Max: 10000},
		{Name: "nb_units", Doc: "units of each player", Value: &s.army, Min: 1, Max: 30},
	}
}

// Check finds what no setting shows by itself. A setup that passes can be played.
func (rules) Check(s setup) error {
	open := strings.Count(strings.Join(s.board, ""), ".")
	if units := s.players * s.army; open < units {
		return fmt.Errorf("%d open cells for %d units", open, units)
	}
	return nil
}

// ReadSetup reads the settings and the rows of the board. The reader keeps the
// first error and its place in the file, so that we ask for it only once.
func (rules) ReadSetup(text []byte) (s setup, err error) {
	r := cnf.NewReader(text)
	r.Expect("Duel")
	r.Settings(rules{}.Settings(&s))
	for r.Err() == nil && !r.AtEnd() {
		s.board = append(s.board, r.Word("a row"))
		if !areRows(s.board) {
			r.Reject("a row of . and #, as long as the first")
		}
	}
	if err := (rules{}).Check(s); err != nil {
		r.RejectAt(r.Place(), err.Error(), "one for each")
	}
	return s, r.Err()
}

// areRows says whether the rows are of one length and have no wrong cells.
func areRows(board []string) bool {
	for _, row := range board {
		if len(row) != len(board[0]) || strings.Trim(row, ".#") != "" {
			return false
		}
	}
	return true
}

// WriteSetup leaves nothing out: replays keep the setup as this text.
func (rules) WriteSetup(s setup) []byte {
	text := cnf.AppendSettings([]byte("Duel\n"), rules{}.Settings(&s))
	return fmt.Appendf(text, "\n%s\n", strings.Join(s.board, "\n"))
}
