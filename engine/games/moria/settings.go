package moria

import (
	"fmt"

	"github.com/botarena/arena/engine"
)

// Settings are the parameters of a match. The comments give the names that they
// have in board files.
type Settings struct {
	Players        int // nb_players: always 4
	Rounds         int // nb_rounds: how long the match lasts
	Dwarves        int // nb_dwarves: of each clan at the start
	Wizards        int // nb_wizards: of each clan at the start
	Orcs           int // max_nb_orcs: the most that there can be at once
	Trolls         int // nb_trolls: all of them are always there
	TreasureValue  int // treasure_value: points of a treasure
	RockResistance int // rock_resistance: hits that open a fresh cell of rock
}

// What no setting changes. Damage is drawn uniformly, both bounds included.
const (
	Size = 60 // rows of the board, and columns

	DwarfHealth  = 100 // of a dwarf at the start, when reborn and when healed
	WizardHealth = 50  // of a wizard
	OrcHealth    = 75  // of an orc when it comes
	TrollHealth  = 500 // of a troll at the start and when reborn

	MinDwarfDamage = 20 // health lost by who is hit by a dwarf, at least
	MaxDwarfDamage = 40 // and at most
	MinOrcDamage   = 15 // by an orc
	MaxOrcDamage   = 30
	MinTrollDamage = 50 // by a troll
	MaxTrollDamage = 150
)

const (
	clans      = 4
	iniHoard   = 80 // treasures on a generated board
	abyssOdds  = 25 // one opened rock in so many is an abyss
	orcOdds    = 50 // an abyss brings an orc in one round of so many
	maxRounds  = 1000000
	maxValue   = 1000000 // keeps all points far inside 64 bits
	maxDwarves = 500
	maxOrcs    = 400 // so that there is always a cell to be reborn on
	maxTrolls  = 100
	maxHits    = 27 // as rock that was hit is a letter, from a to z
)

func defaultSettings() Settings {
	return Settings{
		Players: clans, Rounds: 200, Dwarves: 20, Wizards: 5, Orcs: 20, Trolls: 4,
		TreasureValue: 10, RockResistance: 5,
	}
}

// clan is the number of units that each clan starts with, units that of all units.
func (s *Settings) clan() int  { return s.Dwarves + s.Wizards }
func (s *Settings) units() int { return s.firstTroll() + s.Trolls + 1 }

// firstOrc is the number of the first orc: the units before are dwarves and
// wizards. Rules 7.
func (s *Settings) firstOrc() int   { return s.Players * s.clan() }
func (s *Settings) firstTroll() int { return s.firstOrc() + s.Orcs }
func (s *Settings) balrog() int     { return s.firstTroll() + s.Trolls }

// kind is the type of the unit with this number. It never changes. Rules 7.
func (s *Settings) kind(id int) Kind {
	switch {
	case id >= s.balrog():
		return Balrog
	case id >= s.firstTroll():
		return Troll
	case id >= s.firstOrc():
		return Orc
	case id%s.clan() >= s.Dwarves:
		return Wizard
	}
	return Dwarf
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
	rows, cols := Size, Size
	return []engine.Setting{
		{Name: "nb_players", Doc: "clans", Value: &of.Players, Min: clans, Max: clans},
		{Name: "nb_rounds", Doc: "rounds of the match", Value: &of.Rounds, Min: 1, Max: maxRounds},
		{Name: "nb_dwarves", Doc: "dwarves of each clan at the start", Value: &of.Dwarves, Min: 1, Max: maxDwarves},
		{Name: "nb_wizards", Doc: "wizards of each clan at the start", Value: &of.Wizards, Min: 1, Max: maxDwarves},
		{Name: "max_nb_orcs", Doc: "the most orcs at once", Value: &of.Orcs, Min: 1, Max: maxOrcs},
		{Name: "nb_trolls", Doc: "trolls, always all there", Value: &of.Trolls, Min: 1, Max: maxTrolls},
		{Name: "treasure_value", Doc: "points of a treasure", Value: &of.TreasureValue, Min: 1, Max: maxValue},
		{Name: "rock_resistance", Doc: "hits that open a fresh cell of rock", Value: &of.RockResistance, Min: 1, Max: maxHits},
		{Name: "rows", Doc: "rows of the board", Value: &rows, Min: Size, Max: Size},
		{Name: "cols", Doc: "columns of the board", Value: &cols, Min: Size, Max: Size},
	}
}

// check says what is wrong with settings that are each within their bounds.
func (s *setup) check() error {
	if s.board != nil {
		if f := s.board.check(&s.settings); f != nil {
			return fmt.Errorf("board: %w", f)
		}
	}
	if f := s.crowded(); f != nil {
		return f
	}
	return nil
}

// crowded says whether the caves have room for everybody at the start. A fixed
// board may still turn out to be too crowded, as the Balrog and the trolls keep
// the others off. Rules 7.
func (s *setup) crowded() *fault {
	of := &s.settings
	need := of.firstOrc() + of.Trolls
	if s.board != nil {
		if caves := s.board.caves(); caves < need {
			return &fault{fmt.Sprintf("%d caves without a treasure", caves), fmt.Sprintf("at least %d, one for each unit", need)}
		}
		return nil
	}
	// Each troll keeps 9 cells for itself, and the Balrog 49.
	if need += 8*of.Trolls + 49; need > minCaves {
		return &fault{
			fmt.Sprintf("%d dwarves, %d wizards and %d trolls", of.Players*of.Dwarves, of.Players*of.Wizards, of.Trolls),
			fmt.Sprintf("fewer: they need %d caves, and a generated board may have no more than %d", need, minCaves),
		}
	}
	return nil
}
