package orkisland

import (
	"fmt"

	"github.com/botarena/arena/engine"
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

func defaultSettings() Settings {
	return Settings{
		Players: 4, Size: 70, Rounds: 200, InitialHealth: 100, Orks: 15,
		CostGrass: 1, CostForest: 2, CostSand: 3, CostCity: 0, CostPath: 0,
		BonusPerCityCell: 1, BonusPerPathCell: 1, FactorConnectedComponent: 2,
	}
}

// cost is the health lost by entering a cell, Impassable for water.
func (s *Settings) cost(t Terrain) int {
	switch t {
	case Grass:
		return s.CostGrass
	case Forest:
		return s.CostForest
	case Sand:
		return s.CostSand
	case City:
		return s.CostCity
	case Path:
		return s.CostPath
	}
	return Impassable
}

// setup is what is settled before a match: the settings and, when it is not to
// be generated, the board.
type setup struct {
	settings Settings
	board    *board
}

// list has the parameters in the order of board files. Rules 1.
func (s *setup) list() []engine.Setting {
	of := &s.settings
	sizeMin, sizeMax := minSize, maxSize
	if s.board != nil {
		sizeMin, sizeMax = s.board.size(), s.board.size()
	}
	return []engine.Setting{
		{Name: "nb_players", Doc: "players", Value: &of.Players, Min: 4, Max: 4},
		{Name: "rows", Doc: "rows of the board, which is square", Value: &of.Size, Min: sizeMin, Max: sizeMax},
		{Name: "cols", Doc: "columns of the board; the same as rows", Value: &of.Size, Min: sizeMin, Max: sizeMax},
		{Name: "nb_rounds", Doc: "rounds of the match", Value: &of.Rounds, Min: 1, Max: maxRounds},
		{Name: "initial_health", Doc: "health of an ork at the start and when reborn", Value: &of.InitialHealth, Min: 1, Max: maxValue},
		{Name: "nb_orks", Doc: "orks of each player at the start", Value: &of.Orks, Min: 1, Max: of.maxOrks()},
		{Name: "cost_grass", Doc: "health lost by entering grass", Value: &of.CostGrass, Min: 0, Max: maxValue},
		{Name: "cost_forest", Doc: "health lost by entering forest", Value: &of.CostForest, Min: 0, Max: maxValue},
		{Name: "cost_sand", Doc: "health lost by entering sand", Value: &of.CostSand, Min: 0, Max: maxValue},
		{Name: "cost_city", Doc: "health lost by entering a city", Value: &of.CostCity, Min: 0, Max: maxValue},
		{Name: "cost_path", Doc: "health lost by entering a path", Value: &of.CostPath, Min: 0, Max: maxValue},
		{Name: "bonus_per_city_cell", Doc: "points for each cell of an own city, per round", Value: &of.BonusPerCityCell, Min: 1, Max: maxValue},
		{Name: "bonus_per_path_cell", Doc: "points for each cell of an own path, per round", Value: &of.BonusPerPathCell, Min: 1, Max: maxValue},
		{Name: "factor_connected_component", Doc: "multiplies the points for connected cities", Value: &of.FactorConnectedComponent, Min: 1, Max: maxValue},
	}
}

// maxOrks is how many orks each player may have on a board of this size.
func (s *Settings) maxOrks() int {
	return s.Size * s.Size / (cellsPerOrk * max(s.Players, 1))
}

// check says what is wrong with settings that are each within their bounds.
func (s *setup) check() error {
	if of := &s.settings; of.Orks > of.maxOrks() {
		return fmt.Errorf("nb_orks: %d, but the most on %d rows and columns is %d", of.Orks, of.Size, of.maxOrks())
	}
	if s.board != nil && s.board.land() < s.units() {
		return fmt.Errorf("the board has %d cells of land for %d orks", s.board.land(), s.units())
	}
	return nil
}

// units is the number of orks in the match. It never changes.
func (s *setup) units() int { return s.settings.Players * s.settings.Orks }
