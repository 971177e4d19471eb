package battleroyale

import (
	"fmt"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
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

// setup holds the facts of a match that are settled before it. It doesn't change once it is made.
type setup struct {
	settings Settings
	board    *board // nil: the open board of this size
	units    []Unit // where they begin; nil: they are placed at random
	first    int    // the number of the starting position
}

func (rules) Default() *setup { return engine.SetDefaults(new(setup)) }

// Clone shares the board and the units, which never change.
func (s *setup) Clone() *setup { return new(*s) }

func (s *setup) Seats() int  { return s.settings.Players }
func (s *setup) Rounds() int { return s.settings.Rounds }

// Settings has the parameters in the order of board files. The defaults are the
// values of the published boards. Rules 1.
func (s *setup) Settings() []engine.Setting {
	v := &s.settings
	rowsMin, rowsMax, colsMin, colsMax := minSize, maxSize, minSize, maxSize
	if s.board != nil {
		rowsMin, rowsMax = s.board.tiles.Rows(), s.board.tiles.Rows()
		colsMin, colsMax = s.board.tiles.Cols(), s.board.tiles.Cols()
	}
	return []engine.Setting{
		{Name: "nb_players", Doc: "players: 2 or 4", Value: &v.Players, Default: 4, Min: 2, Max: 4},
		{Name: "nb_rounds", Doc: "rounds of the match", Value: &v.Rounds, Default: 100, Min: 1, Max: maxRounds},
		{
			Name: "nb_farmers", Doc: "farmers of each player at the start", Value: &v.Farmers, Default: 15, Min: 0,
			Max: maxUnits,
		},
		{
			Name: "nb_knights", Doc: "knights of each player at the start", Value: &v.Knights, Default: 15, Min: 0,
			Max: maxUnits,
		},
		{
			Name: "farmers_health", Doc: "health of a farmer at the start, and the most", Value: &v.FarmersHealth, Default: 60,
			Min: 1, Max: maxValue,
		},
		{
			Name: "knights_health", Doc: "health of a knight at the start, and the most", Value: &v.KnightsHealth, Default: 120,
			Min: 1, Max: maxValue,
		},
		{
			Name: "farmers_regen", Doc: "health that a resting farmer gains per round", Value: &v.FarmersRegen, Default: 0,
			Min: 0, Max: maxValue,
		},
		{
			Name: "knights_regen", Doc: "health that a resting knight gains per round", Value: &v.KnightsRegen, Default: 15,
			Min: 0, Max: maxValue,
		},
		{
			Name: "damage_min", Doc: "least health that an attack takes", Value: &v.DamageMin, Default: 50, Min: 0,
			Max: maxValue,
		},
		{
			Name: "damage_max", Doc: "most health that an attack takes", Value: &v.DamageMax, Default: 70, Min: v.DamageMin,
			Max: maxValue,
		},
		{Name: "rows", Doc: "rows of the board", Value: &v.Rows, Default: 35, Min: rowsMin, Max: rowsMax},
		{Name: "cols", Doc: "columns of the board", Value: &v.Cols, Default: 35, Min: colsMin, Max: colsMax},
	}
}

// Check reports the faults of settings that are each within their bounds.
// Rules 1, 2.
func (s *setup) Check() error {
	v := &s.settings
	switch {
	case v.Players == 3:
		return fmt.Errorf("nb_players: 3, but it is 2 or 4")
	case v.DamageMin > v.DamageMax:
		return fmt.Errorf("damage_min: %d, but damage_max is %d", v.DamageMin, v.DamageMax)
	case s.first >= v.Rounds:
		return fmt.Errorf("nb_rounds: %d, but the match begins at round %d", v.Rounds, s.first)
	}
	if open := s.land().open(); open < v.units() {
		return fmt.Errorf("the board has %d open tiles for %d units", open, v.units())
	}
	if err := s.checkColours(); err != nil {
		return err
	}
	return s.checkUnits()
}

// checkColours reports a tile of a fixed board that belongs to a player that doesn't
// take part.
func (s *setup) checkColours() error {
	if s.board == nil {
		return nil
	}
	for index, owner := range s.board.colours.Cells() {
		if int(owner) >= s.settings.Players {
			return fmt.Errorf("tile %v belongs to player %d, but there are %d players", s.board.tiles.Pos(index), owner,
				s.settings.Players)
		}
	}
	return nil
}

// checkUnits reports the faults of fixed units.
func (s *setup) checkUnits() error {
	if s.units == nil {
		return nil
	}
	v := &s.settings
	if len(s.units) != v.units() {
		return fmt.Errorf("the board has %d units, but there must be %d", len(s.units), v.units())
	}
	for _, u := range s.units {
		if u.Owner >= v.Players {
			return fmt.Errorf("unit %d belongs to player %d, but there are %d players", u.ID, u.Owner, v.Players)
		}
		if most := v.maxHealth(u.Kind); u.Health > most {
			return fmt.Errorf("unit %d has health %d, but the most is %d", u.ID, u.Health, most)
		}
	}
	return nil
}

// land returns the board that the match is played on.
func (s *setup) land() *board {
	if s.board == nil {
		return openBoard(s.settings.Rows, s.settings.Cols)
	}
	return s.board
}

// units returns the number of units in the match. It never changes. Rules 1.
func (v *Settings) units() int { return v.Players * (v.Farmers + v.Knights) }

// maxHealth returns the health of an unhurt unit.
func (v *Settings) maxHealth(k Kind) int {
	if k == Farmer {
		return v.FarmersHealth
	}
	return v.KnightsHealth
}

// regen returns the health that a resting unit gains.
func (v *Settings) regen(k Kind) int {
	if k == Farmer {
		return v.FarmersRegen
	}
	return v.KnightsRegen
}

// ReadSetup reads a board file. Text after the units is ignored, so that a record is
// a board file, too. Rules 2.
func (rules) ReadSetup(text []byte) (*setup, error) {
	r := newReader(text)
	r.readSettings()
	r.Names(r.setup.settings.Players)
	p := r.readPosition(0, r.setup.settings.Rounds-1)
	if r.Err() == nil && !r.AtEnd() {
		r.readUnits(p)
		r.setup.units = p.units
	}
	if r.Err() != nil {
		return nil, r.Err()
	}
	r.setup.board, r.setup.first = p.board, p.number
	return r.setup, nil
}

// Text writes a board file. Rules 2.
func (s *setup) Text() []byte {
	text := cnf.AppendSettings([]byte("battleroyale v1\n"), s)
	text = append(text, "names"...)
	text = append(text, strings.Repeat(" ?", s.settings.Players)...)
	text = fmt.Appendf(text, "\n\nround %d\n", s.first)
	b := s.land()
	text = b.append(text)
	scores := make([]int, s.settings.Players)
	count(b.colours, scores)
	text = cnf.AppendInts(append(text, "score"...), scores)
	text = append(text, "status"...)
	text = append(text, strings.Repeat(" 0", s.settings.Players)...)
	return appendUnits(append(text, '\n'), s.units)
}
