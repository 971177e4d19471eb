package starships

import (
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
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

	RoundsToRegenerate int // nb_rnds_regen: least number of rounds that a dead starship is away
	MissileBonuses     int // nb_miss_bonuses: after every round, missing ones are replaced if there is room
	PointBonuses       int // nb_point_bonuses: after every round, missing ones are replaced if there is room
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
	maxSum     = 1 << 30 // of scores and missiles in board files
)

// setup holds the facts of a match that are settled before it: the settings and the board, with
// everything at its place. Bots' processes don't know the board. It doesn't change once it is made.
type setup struct {
	settings Settings
	board    *board
}

func (rules) Default() *setup {
	s := new(setup)
	engine.SetDefaults(s)
	s.board = defaultBoard(s)
	return s
}

// Clone shares the board, which never changes.
func (s *setup) Clone() *setup { return new(*s) }

func (s *setup) Seats() int  { return s.settings.Players }
func (s *setup) Rounds() int { return s.settings.Rounds }

// Settings has the parameters in the order of board files. Rules 1.
func (s *setup) Settings() []engine.Setting {
	v := &s.settings
	rows, cols, ships := [2]int{minSize, maxSize}, [2]int{minSize, maxSize}, [2]int{1, maxStarships}
	if b := s.board; b != nil {
		// All is placed by the board file, so that it settles these.
		rows = [2]int{b.cells.Rows(), b.cells.Rows()}
		cols = [2]int{b.cells.Cols(), b.cells.Cols()}
		ships = [2]int{len(b.units) / players, len(b.units) / players}
	}
	return []engine.Setting{
		{Name: "nb_players", Doc: "players", Value: &v.Players, Default: players, Min: players, Max: players},
		{Name: "nb_rnds", Doc: "rounds of the match", Value: &v.Rounds, Default: 300, Min: 1, Max: maxRounds},
		{Name: "nb_rows", Doc: "rows of the universe", Value: &v.Rows, Default: 15, Min: rows[0], Max: rows[1]},
		{Name: "nb_uni_cols", Doc: "columns of the universe", Value: &v.Cols, Default: 60, Min: cols[0], Max: cols[1]},
		{
			Name: "nb_win_cols", Doc: "columns of the window", Value: &v.WindowCols, Default: 31, Min: minSize,
			Max: max(minSize, v.Cols),
		},
		{
			Name: "nb_ships_x_player", Doc: "starships of each player", Value: &v.Starships, Default: 2, Min: ships[0],
			Max: ships[1],
		},
		{
			Name: "nb_rnds_regen", Doc: "rounds that a dead starship is away", Value: &v.RoundsToRegenerate, Default: 50, Min: 1,
			Max: maxValue,
		},
		{
			Name: "nb_miss_bonuses", Doc: "missile bonuses that there are again after every round", Value: &v.MissileBonuses,
			Default: 10, Min: 0, Max: maxValue,
		},
		{
			Name: "nb_point_bonuses", Doc: "point bonuses that there are again after every round", Value: &v.PointBonuses,
			Default: 10, Min: 0, Max: maxValue,
		},
		{Name: "bonus_miss", Doc: "missiles for a missile bonus", Value: &v.BonusMissiles, Default: 5, Min: 0, Max: maxValue},
		{Name: "bonus_pnts", Doc: "points for a point bonus", Value: &v.BonusPoints, Default: 10, Min: 0, Max: maxValue},
		{
			Name: "kill_pnts", Doc: "points for an enemy starship killed by a missile", Value: &v.KillPoints, Default: 30,
			Min: 0, Max: maxValue,
		},
	}
}

// Check reports the faults of settings that are each within their bounds.
func (s *setup) Check() error {
	if s.board == nil {
		return nil
	}
	for _, ship := range s.board.units {
		if ship.Alive && !s.inWindow(ship.Pos, 0) {
			return fmt.Errorf("nb_win_cols: %d, but starship %d is in column %d", s.settings.WindowCols, ship.ID, ship.Pos.Col)
		}
	}
	return nil
}

// units returns the number of starships in the match. It never changes.
func (s *setup) units() int { return players * s.settings.Starships }

// owner returns the player of a starship.
func (s *setup) owner(id UnitID) int { return int(id) / s.settings.Starships }

// ReadSetup reads a board file. Rules 7.
func (rules) ReadSetup(text []byte) (*setup, error) {
	r := cnf.NewReader(text)
	s := new(setup)
	expectAll(r, "starwar", "v1", "secgame")
	r.Word("whether the judge's program is to play")
	r.Expect("seed")
	r.Word("a seed")
	r.Settings(s)
	r.Names(players)
	if r.Err() != nil {
		return nil, r.Err()
	}
	start := readMatch(r, s, 0)
	if r.Err() != nil {
		return nil, r.Err()
	}
	s.board = &start.board
	return s, nil
}

// Text writes a board file, in the layout of records. Rules 7, 8.
func (s *setup) Text() []byte {
	text := s.appendHead(nil, "?", "?", []string{"?", "?", "?", "?"})
	return (&match{setup: s, board: *s.board}).append(text)
}

// appendHead writes what a board file and a record begin with. Rules 8.
func (s *setup) appendHead(text []byte, judged, seed string, names []string) []byte {
	text = fmt.Appendf(text, "starwar\tv1\nsecgame\t%s\nseed\t%s\n", judged, seed)
	for _, one := range s.Settings() {
		text = fmt.Appendf(text, "%s\t%d\n", one.Name, *one.Value)
	}
	return append(cnf.AppendWords(append(text, "names"...), names), '\n')
}
