package battleroyale

import (
	"fmt"

	"github.com/botarena/arena/engine"
)

// Settings are the parameters of a match. The comments give the names that they
// have in board files.
type Settings struct {
	Players       int // nb_players: 2 or 4
	Rounds        int // nb_rounds: how long the match lasts
	Farmers       int // nb_farmers: of each player at the start
	Knights       int // nb_knights: of each player at the start
	FarmersHealth int // farmers_health: at the start, and the most there can be
	KnightsHealth int // knights_health
	FarmersRegen  int // farmers_regen: health that a resting farmer gains in a round
	KnightsRegen  int // knights_regen
	DamageMin     int // damage_min: least health that an attack takes
	DamageMax     int // damage_max: most health that an attack takes
	Rows, Cols    int // rows, cols: of the board
}

const (
	// minSize is the least size with which everybody has an area to begin in.
	minSize, maxSize = 7, 500
	// maxUnits is the most that a player can command in a round.
	maxUnits = engine.MaxCommands
	// maxRounds and maxValue keep all numbers on the wire inside 32 bits.
	maxRounds = 1000000
	maxValue  = 1000000
)

// defaultSettings are the values of the published boards. Rules 1.
func defaultSettings() Settings {
	return Settings{
		Players: 4, Rounds: 100, Farmers: 15, Knights: 15,
		FarmersHealth: 60, KnightsHealth: 120, FarmersRegen: 0, KnightsRegen: 15,
		DamageMin: 50, DamageMax: 70, Rows: 35, Cols: 35,
	}
}

// units is the number of units in the match. It never changes. Rules 1.
func (s *Settings) units() int { return s.Players * (s.Farmers + s.Knights) }

// maxHealth is the health of an unhurt unit.
func (s *Settings) maxHealth(k Kind) int {
	if k == Farmer {
		return s.FarmersHealth
	}
	return s.KnightsHealth
}

// regen is the health that a resting unit gains.
func (s *Settings) regen(k Kind) int {
	if k == Farmer {
		return s.FarmersRegen
	}
	return s.KnightsRegen
}

// setup is what is settled before a match.
type setup struct {
	settings Settings
	board    *board // nil: the open board of this size
	units    []Unit // where they begin; none: they are placed at random
	first    int    // the number of the starting position
}

// list has the parameters in the order of board files. Rules 1.
func (s *setup) list() []engine.Setting {
	of := &s.settings
	rowsMin, rowsMax, colsMin, colsMax := minSize, maxSize, minSize, maxSize
	if s.board != nil {
		rowsMin, rowsMax = s.board.tiles.Rows(), s.board.tiles.Rows()
		colsMin, colsMax = s.board.tiles.Cols(), s.board.tiles.Cols()
	}
	return []engine.Setting{
		{Name: "nb_players", Doc: "players: 2 or 4", Value: &of.Players, Min: 2, Max: 4},
		{Name: "nb_rounds", Doc: "rounds of the match", Value: &of.Rounds, Min: 1, Max: maxRounds},
		{Name: "nb_farmers", Doc: "farmers of each player at the start", Value: &of.Farmers, Min: 0, Max: maxUnits},
		{Name: "nb_knights", Doc: "knights of each player at the start", Value: &of.Knights, Min: 0, Max: maxUnits},
		{Name: "farmers_health", Doc: "health of a farmer at the start, and the most", Value: &of.FarmersHealth, Min: 1, Max: maxValue},
		{Name: "knights_health", Doc: "health of a knight at the start, and the most", Value: &of.KnightsHealth, Min: 1, Max: maxValue},
		{Name: "farmers_regen", Doc: "health that a resting farmer gains per round", Value: &of.FarmersRegen, Min: 0, Max: maxValue},
		{Name: "knights_regen", Doc: "health that a resting knight gains per round", Value: &of.KnightsRegen, Min: 0, Max: maxValue},
		{Name: "damage_min", Doc: "least health that an attack takes", Value: &of.DamageMin, Min: 0, Max: maxValue},
		{Name: "damage_max", Doc: "most health that an attack takes", Value: &of.DamageMax, Min: 0, Max: maxValue},
		{Name: "rows", Doc: "rows of the board", Value: &of.Rows, Min: rowsMin, Max: rowsMax},
		{Name: "cols", Doc: "columns of the board", Value: &of.Cols, Min: colsMin, Max: colsMax},
	}
}

// check says what is wrong with settings that are each within their bounds.
// Rules 1, 2.
func (s *setup) check() error {
	of := &s.settings
	switch {
	case of.Players == 3:
		return fmt.Errorf("nb_players: 3, but it is 2 or 4")
	case of.DamageMin > of.DamageMax:
		return fmt.Errorf("damage_min: %d, but damage_max is %d", of.DamageMin, of.DamageMax)
	case s.first >= of.Rounds:
		return fmt.Errorf("nb_rounds: %d, but the match begins at round %d", of.Rounds, s.first)
	}
	if open := s.land().open(); open < of.units() {
		return fmt.Errorf("the board has %d open tiles for %d units", open, of.units())
	}
	return s.checkFixed()
}

// checkFixed says what of a fixed board and fixed units does not fit the settings.
func (s *setup) checkFixed() error {
	of := &s.settings
	if s.board != nil {
		for index, owner := range s.board.colours.Cells() {
			if int(owner) >= of.Players {
				return fmt.Errorf("tile %v is of player %d, but there are %d players", s.board.tiles.Pos(index), owner, of.Players)
			}
		}
	}
	if s.units == nil {
		return nil
	}
	if len(s.units) != of.units() {
		return fmt.Errorf("the board has %d units, but there must be %d", len(s.units), of.units())
	}
	for _, u := range s.units {
		if u.Owner >= of.Players {
			return fmt.Errorf("unit %d is of player %d, but there are %d players", u.ID, u.Owner, of.Players)
		}
		if most := of.maxHealth(u.Kind); u.Health > most {
			return fmt.Errorf("unit %d has health %d, but the most is %d", u.ID, u.Health, most)
		}
	}
	return nil
}

// land is the board that the match is played on.
func (s *setup) land() *board {
	if s.board == nil {
		return openBoard(s.settings.Rows, s.settings.Cols)
	}
	return s.board
}
