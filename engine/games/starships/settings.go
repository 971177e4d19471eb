package starships

import (
	"fmt"

	"github.com/botarena/arena/engine"
)

// Settings are the parameters of a match. The comments give the names that they
// have in board files.
type Settings struct {
	Players    int // nb_players: always 4
	Rounds     int // nb_rnds: how long the match lasts
	Rows       int // nb_rows: of the universe and of the window
	Cols       int // nb_uni_cols: columns of the universe
	WindowCols int // nb_win_cols: columns of the window
	Starships  int // nb_ships_x_player: starships of each player

	RoundsToRegenerate int // nb_rnds_regen: rounds that a dead starship is away, at least
	MissileBonuses     int // nb_miss_bonuses: that there are again after every round, if there is room
	PointBonuses       int // nb_point_bonuses: that there are again after every round, if there is room
	BonusMissiles      int // bonus_miss: missiles for a missile bonus
	BonusPoints        int // bonus_pnts: points for a point bonus
	KillPoints         int // kill_pnts: points for another's starship that one's missile kills
}

const (
	players          = 4
	minSize, maxSize = 10, 500
	maxStarships     = 100
	// maxRounds and maxValue keep all sums far inside 64 bits and all numbers
	// of missiles inside 32.
	maxRounds  = 1000000
	maxValue   = 1000000
	maxMissile = 1000000000
	maxSum     = 1 << 40 // of scores and missiles in board files
)

// setup is what is settled before a match: the settings, and where everything is
// at the start. Players at the far end of a wire do not know the latter.
type setup struct {
	settings Settings
	board    *space
}

// list has the parameters in the order of board files. Rules 1.
func (s *setup) list() []engine.Setting {
	of := &s.settings
	rows, cols, ships := [2]int{minSize, maxSize}, [2]int{minSize, maxSize}, [2]int{1, maxStarships}
	if b := s.board; b != nil {
		// All is placed by the board file, so that it settles these.
		rows = [2]int{b.cells.Rows(), b.cells.Rows()}
		cols = [2]int{b.cells.Cols(), b.cells.Cols()}
		ships = [2]int{len(b.units) / players, len(b.units) / players}
	}
	return []engine.Setting{
		{Name: "nb_players", Doc: "players", Value: &of.Players, Min: players, Max: players},
		{Name: "nb_rnds", Doc: "rounds of the match", Value: &of.Rounds, Min: 1, Max: maxRounds},
		{Name: "nb_rows", Doc: "rows of the universe", Value: &of.Rows, Min: rows[0], Max: rows[1]},
		{Name: "nb_uni_cols", Doc: "columns of the universe", Value: &of.Cols, Min: cols[0], Max: cols[1]},
		{Name: "nb_win_cols", Doc: "columns of the window", Value: &of.WindowCols, Min: minSize, Max: max(minSize, of.Cols)},
		{Name: "nb_ships_x_player", Doc: "starships of each player", Value: &of.Starships, Min: ships[0], Max: ships[1]},
		{Name: "nb_rnds_regen", Doc: "rounds that a dead starship is away", Value: &of.RoundsToRegenerate, Min: 1, Max: maxValue},
		{Name: "nb_miss_bonuses", Doc: "missile bonuses that there are again after every round", Value: &of.MissileBonuses, Min: 0, Max: maxValue},
		{Name: "nb_point_bonuses", Doc: "point bonuses that there are again after every round", Value: &of.PointBonuses, Min: 0, Max: maxValue},
		{Name: "bonus_miss", Doc: "missiles for a missile bonus", Value: &of.BonusMissiles, Min: 0, Max: maxValue},
		{Name: "bonus_pnts", Doc: "points for a point bonus", Value: &of.BonusPoints, Min: 0, Max: maxValue},
		{Name: "kill_pnts", Doc: "points for an enemy starship killed by a missile", Value: &of.KillPoints, Min: 0, Max: maxValue},
	}
}

// check says what is wrong with settings that are each within their bounds.
func (s *setup) check() error {
	if s.board == nil {
		return nil
	}
	for _, ship := range s.board.units {
		if ship.Alive && !s.settings.inWindow(ship.Pos, 0) {
			return fmt.Errorf("nb_win_cols: %d, but starship %d is in column %d", s.settings.WindowCols, ship.ID, ship.Pos.Col)
		}
	}
	return nil
}

// units is the number of starships in the match.
func (s *Settings) units() int { return players * s.Starships }

// wrap reduces the column of a cell. Rules 1.
func (s *Settings) wrap(p Pos) Pos {
	if uint(p.Col) >= uint(s.Cols) { // a negative number is a large one without its sign
		p.Col = mod(p.Col, s.Cols)
	}
	return p
}

// has says whether a cell is in the universe.
func (s *Settings) has(p Pos) bool { return p.Row >= 0 && p.Row < s.Rows }

// inWindow says whether a cell is in the window of a round. Rules 1.
func (s *Settings) inWindow(p Pos, round int) bool {
	return s.has(p) && mod(p.Col-round, s.Cols) < s.WindowCols
}

// mod is the remainder that is never negative.
func mod(n, of int) int {
	if n %= of; n < 0 {
		n += of
	}
	return n
}
