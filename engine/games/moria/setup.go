package moria

import (
	"fmt"
	"iter"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
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
	Rows, Cols     int // rows, cols: always Size
	OriginalFaults int // original_faults: 1 plays two faults of the original program (rules 17), 0 does not
}

// What no setting changes. Damage is drawn uniformly, both bounds included.
const (
	Size = 60 // rows of the board, and columns

	DwarfHealth  = 100 // of a dwarf at the start, when reborn and when healed
	WizardHealth = 50  // of a wizard
	OrcHealth    = 75  // of an orc when it comes
	TrollHealth  = 500 // of a troll at the start and when reborn

	MinDwarfDamage = 20 // health lost by a unit that a dwarf hits, at least
	MaxDwarfDamage = 40 // and at most
	MinOrcDamage   = 15 // by an orc
	MaxOrcDamage   = 30
	MinTrollDamage = 50 // by a troll
	MaxTrollDamage = 150
)

const (
	clans      = 4
	iniHoard   = 80 // treasures on a generated board
	abyssOdds  = 25 // one opened rock in 25 is an abyss
	orcOdds    = 50 // an abyss brings an orc in one round of 50
	maxRounds  = 1000000
	maxValue   = 1000000 // keeps all points far inside 64 bits
	maxDwarves = 500
	maxOrcs    = 400 // a cell to be reborn on is always left
	maxTrolls  = 100
	maxHits    = 27 // as rock that was hit is a letter, from a to z
)

// clan returns the number of units that each clan starts with, units that of all
// units.
func (v *Settings) clan() int  { return v.Dwarves + v.Wizards }
func (v *Settings) units() int { return int(v.balrog()) + 1 }

// firstOrc returns the number of the first orc: the units before it are dwarves and
// wizards. Rules 7.
func (v *Settings) firstOrc() UnitID   { return UnitID(v.Players * v.clan()) }
func (v *Settings) firstTroll() UnitID { return v.firstOrc() + UnitID(v.Orcs) }
func (v *Settings) balrog() UnitID     { return v.firstTroll() + UnitID(v.Trolls) }

// kind returns the type of the unit with this number. It never changes. Rules 7.
func (v *Settings) kind(id UnitID) Kind {
	switch {
	case id >= v.balrog():
		return Balrog
	case id >= v.firstTroll():
		return Troll
	case id >= v.firstOrc():
		return Orc
	case int(id)%v.clan() >= v.Dwarves:
		return Wizard
	}
	return Dwarf
}

// wizards yields the numbers of the wizards. Rules 7.
func (v *Settings) wizards() iter.Seq[UnitID] {
	return func(yield func(UnitID) bool) {
		for first := UnitID(v.Dwarves); first < v.firstOrc(); first += UnitID(v.clan()) {
			for id := first; id < first+UnitID(v.Wizards); id++ {
				if !yield(id) {
					return
				}
			}
		}
	}
}

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
	return []engine.Setting{
		{Name: "nb_players", Doc: "clans", Value: &v.Players, Default: clans, Min: clans, Max: clans},
		{Name: "nb_rounds", Doc: "rounds of the match", Value: &v.Rounds, Default: 200, Min: 1, Max: maxRounds},
		{
			Name: "nb_dwarves", Doc: "dwarves of each clan at the start", Value: &v.Dwarves, Default: 20, Min: 1,
			Max: maxDwarves,
		},
		{
			Name: "nb_wizards", Doc: "wizards of each clan at the start", Value: &v.Wizards, Default: 5, Min: 1,
			Max: maxDwarves,
		},
		{Name: "max_nb_orcs", Doc: "the most orcs at once", Value: &v.Orcs, Default: 20, Min: 1, Max: maxOrcs},
		{Name: "nb_trolls", Doc: "trolls, always all there", Value: &v.Trolls, Default: 4, Min: 1, Max: maxTrolls},
		{Name: "treasure_value", Doc: "points of a treasure", Value: &v.TreasureValue, Default: 10, Min: 1, Max: maxValue},
		{
			Name: "rock_resistance", Doc: "hits that open a fresh cell of rock", Value: &v.RockResistance, Default: 5, Min: 1,
			Max: maxHits,
		},
		{Name: "rows", Doc: "rows of the board", Value: &v.Rows, Default: Size, Min: Size, Max: Size},
		{Name: "cols", Doc: "columns of the board", Value: &v.Cols, Default: Size, Min: Size, Max: Size},
		{
			Name: "original_faults", Doc: "1 plays two faults of the original program, as docs/rules says", Optional: true,
			Value: &v.OriginalFaults, Max: 1,
		},
	}
}

// Check reports the faults of settings that are each within their bounds.
func (s *setup) Check() error {
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

// crowded returns a fault if the caves don't have room for everybody at the start. A
// fixed board may still turn out to be too crowded, as the Balrog and the trolls keep
// the others off. Rules 7.
func (s *setup) crowded() *fault {
	v := &s.settings
	need := int(v.firstOrc()) + v.Trolls
	if s.board != nil {
		if caves := s.board.caves(); caves < need {
			return &fault{fmt.Sprintf("%d caves without a treasure", caves), fmt.Sprintf("at least %d, one for each unit", need)}
		}
		return nil
	}
	// Each troll keeps 9 cells for itself, and the Balrog 49.
	if need += 8*v.Trolls + 49; need > minCaves {
		return &fault{
			fmt.Sprintf("%d dwarves, %d wizards and %d trolls", v.Players*v.Dwarves, v.Players*v.Wizards, v.Trolls),
			fmt.Sprintf("fewer: they need %d caves, and a generated board may have no more than %d", need, minCaves),
		}
	}
	return nil
}

// ReadSetup reads a board file. Rules 4.
func (rules) ReadSetup(text []byte) (*setup, error) {
	r := cnf.NewReader(text)
	s := new(setup)
	readSettings(r, s)
	form := r.Word("GENERATOR or FIXED")
	at := r.Place()
	switch form {
	case "GENERATOR":
	case "FIXED":
		s.board = newBoard()
		at = readCells(r, s.board.cells, &s.settings)
	default:
		r.Reject("GENERATOR or FIXED")
	}
	if r.Err() == nil {
		if f := s.crowded(); f != nil {
			r.RejectAt(at, f.found, f.want)
		}
	}
	if r.End(); r.Err() != nil {
		return nil, r.Err()
	}
	return s, nil
}

func readSettings(r *cnf.Reader, s *setup) {
	r.Expect("Moria")
	r.Expect("1.1")
	r.Settings(s)
}

// Text writes a board file, laid out like the original's. Rules 4.
func (s *setup) Text() []byte {
	text := []byte("Moria 1.1\n")
	for _, one := range s.Settings() {
		if one.IsTold() {
			text = fmt.Appendf(text, "%s%*d\n", one.Name, 22-len(one.Name), *one.Value)
		}
	}
	if s.board == nil {
		return append(text, "\nGENERATOR\n"...)
	}
	return appendCells(append(text, "\nFIXED\n"...), s.board.cells)
}
