package orkisland

import (
	"fmt"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// Settings are the parameters of a match. The comments give the names that they
// have in board files.
type Settings struct {
	Players       int // nb_players: always 4
	Size          int // rows, cols: the board is square
	Rounds        int // nb_rounds: how long the match lasts
	InitialHealth int // initial_health: of an ork at the start and when reborn
	Orks          int // nb_orks: of each player at the start

	CostGrass  int // cost_grass: health lost by entering a cell of grass
	CostForest int // cost_forest
	CostSand   int // cost_sand
	CostCity   int // cost_city
	CostPath   int // cost_path

	BonusPerCityCell         int // bonus_per_city_cell: points per round
	BonusPerPathCell         int // bonus_per_path_cell: points per round
	FactorConnectedComponent int // factor_connected_component: multiplies the points for connected cities
}

const (
	minSize, maxSize = 20, 500
	// cellsPerOrk keeps the board from getting too crowded to place the orks.
	cellsPerOrk = 25
	// maxRounds and maxValue keep all sums far inside 64 bits and all numbers
	// on the wire inside 32.
	maxRounds = 1000000
	maxValue  = 1000000
)

// setup holds the facts of a match that are settled before it: the settings and, unless it
// must be generated, the board. It doesn't change once it is made.
type setup struct {
	settings Settings
	board    *board
}

func (rules) Default() *setup { return engine.SetDefaults(new(setup)) }

// Clone shares the board, which never changes.
func (s *setup) Clone() *setup { return new(*s) }

func (s *setup) Seats() int  { return s.settings.Players }
func (s *setup) Rounds() int { return s.settings.Rounds }

// Settings has the parameters in the order of board files. Rules 1.
func (s *setup) Settings() []engine.Setting {
	v := &s.settings
	sizeMin, sizeMax := minSize, maxSize
	if s.board != nil {
		sizeMin, sizeMax = s.board.size(), s.board.size()
	}
	return []engine.Setting{
		{Name: "nb_players", Doc: "players", Value: &v.Players, Default: 4, Min: 4, Max: 4},
		{Name: "rows", Doc: "rows of the board, which is square", Value: &v.Size, Default: 70, Min: sizeMin, Max: sizeMax},
		{
			Name: "cols", Doc: "columns of the board; the same as rows", Value: &v.Size, Default: 70, Min: sizeMin,
			Max: sizeMax,
		},
		{Name: "nb_rounds", Doc: "rounds of the match", Value: &v.Rounds, Default: 200, Min: 1, Max: maxRounds},
		{
			Name: "initial_health", Doc: "health of an ork at the start and when reborn", Value: &v.InitialHealth, Default: 100,
			Min: 1, Max: maxValue,
		},
		{Name: "nb_orks", Doc: "orks of each player at the start", Value: &v.Orks, Default: 15, Min: 1, Max: v.maxOrks()},
		{Name: "cost_grass", Doc: "health lost by entering grass", Value: &v.CostGrass, Default: 1, Min: 0, Max: maxValue},
		{Name: "cost_forest", Doc: "health lost by entering forest", Value: &v.CostForest, Default: 2, Min: 0, Max: maxValue},
		{Name: "cost_sand", Doc: "health lost by entering sand", Value: &v.CostSand, Default: 3, Min: 0, Max: maxValue},
		{Name: "cost_city", Doc: "health lost by entering a city", Value: &v.CostCity, Default: 0, Min: 0, Max: maxValue},
		{Name: "cost_path", Doc: "health lost by entering a path", Value: &v.CostPath, Default: 0, Min: 0, Max: maxValue},
		{
			Name: "bonus_per_city_cell", Doc: "points for each cell of an own city, per round", Value: &v.BonusPerCityCell,
			Default: 1, Min: 1, Max: maxValue,
		},
		{
			Name: "bonus_per_path_cell", Doc: "points for each cell of an own path, per round", Value: &v.BonusPerPathCell,
			Default: 1, Min: 1, Max: maxValue,
		},
		{
			Name: "factor_connected_component", Doc: "multiplies the points for connected cities",
			Value: &v.FactorConnectedComponent, Default: 2, Min: 1, Max: maxValue,
		},
	}
}

// maxOrks returns how many orks each player may have on a board of this size.
func (v *Settings) maxOrks() int {
	return v.Size * v.Size / (cellsPerOrk * max(v.Players, 1))
}

// Check reports the faults of settings that are each within their bounds.
func (s *setup) Check() error {
	if v := &s.settings; v.Orks > v.maxOrks() {
		return fmt.Errorf("nb_orks: %d, but the most on %d rows and columns is %d", v.Orks, v.Size, v.maxOrks())
	}
	if s.board != nil && s.board.land() < s.units() {
		return fmt.Errorf("the board has %d cells of land for %d orks", s.board.land(), s.units())
	}
	return nil
}

// units returns the number of orks in the match. It never changes.
func (s *setup) units() int { return s.settings.Players * s.settings.Orks }

// cost returns the health lost by entering a cell; ok is false if orks can't enter it.
func (s *setup) cost(t Terrain) (cost int, ok bool) {
	switch t {
	case Grass:
		return s.settings.CostGrass, true
	case Forest:
		return s.settings.CostForest, true
	case Sand:
		return s.settings.CostSand, true
	case City:
		return s.settings.CostCity, true
	case Path:
		return s.settings.CostPath, true
	}
	return 0, false
}

// ReadSetup reads a board file. Rules 3.
func (rules) ReadSetup(text []byte) (*setup, error) {
	r := cnf.NewReader(text)
	s := new(setup)
	readSettings(r, s)
	switch form := r.Word("GENERATOR1 or FIXED"); form {
	case "GENERATOR1":
		if _, err := strconv.Atoi(r.Peek()); err == nil {
			r.Word("")
			r.Reject("no number, as GENERATOR1 takes none")
		}
	case "FIXED":
		s.board = readBoard(r, s)
	default:
		r.Reject("GENERATOR1 or FIXED")
	}
	if r.Err() != nil {
		return nil, r.Err()
	}
	return s, nil
}

func readSettings(r *cnf.Reader, s *setup) {
	r.Expect("OrkIsland")
	r.Expect("1.0")
	r.Settings(s)
}

// Text writes a board file. Rules 3.
func (s *setup) Text() []byte {
	text := appendSettings(nil, s)
	if s.board == nil {
		return append(text, "\nGENERATOR1\n"...)
	}
	text = append(text, "\nFIXED\n\n"...)
	return s.board.append(text)
}

func appendSettings(text []byte, s *setup) []byte {
	return cnf.AppendSettings(append(text, "OrkIsland 1.0\n"...), s)
}
