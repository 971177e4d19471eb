package moria

import (
	"iter"

	"github.com/botarena/arena/engine"
)

// State is the match as a player sees it before a round: all of it. It never
// changes; every round brings a new one. Only those of a [Sim] change with it. What
// its methods return is the caller's own.
//
// Players are clans; they and the units have numbers from 0. Questions about what
// doesn't exist get neutral answers: -1, no cells, no owner.
//
// Me, Name, Names, Seed, Rand, Budget and Debug are those of its [engine.Seat].
type State struct {
	seat
	match *match
}

type seat = engine.Seat

// Kind is the type of a unit. It never changes.
type Kind int

// The types of units. The last three are Sauron's.
const (
	Dwarf Kind = iota
	Wizard
	Orc
	Troll
	Balrog
)

var kinds = [...]string{Dwarf: "dwarf", Wizard: "wizard", Orc: "orc", Troll: "troll", Balrog: "balrog"}

// String returns the name of the type, such as "dwarf".
func (k Kind) String() string { return engine.LookUp(kinds[:], int(k), "nobody") }

// isSauron reports whether units of this type are Sauron's.
func (k Kind) isSauron() bool { return k >= Orc && k <= Balrog }

// Unit is a dwarf, a wizard or one of Sauron's.
type Unit struct {
	ID     UnitID
	Owner  int // the clan, -1 for Sauron's units
	Kind   Kind
	Pos    Pos
	Health int // 0 for the Balrog, who has no health
}

// UnitID is the number of a unit, from 0; -1 stands for no unit.
type UnitID = engine.UnitID

// Cell describes a cell and its contents.
type Cell struct {
	Terrain  Terrain // NoTerrain off the board
	Owner    int     // the clan that owns it, or -1
	Unit     UnitID  // the unit on it, or -1
	Hits     int     // that open it if it is rock, otherwise 0
	Treasure bool    // whether a treasure lies there
}

// View hides nothing.
func (m *match) View(s engine.Seat) *State { return &State{s, m} }

// Settings returns the parameters of the match.
func (s *State) Settings() Settings { return s.match.setup.settings }

// Round counts the rounds played before this one: it is 0 in the first.
func (s *State) Round() int { return s.match.round }

// Rounds returns how many rounds the match lasts.
func (s *State) Rounds() int { return s.match.setup.settings.Rounds }

// Players returns the number of players, which are clans.
func (s *State) Players() int { return s.match.setup.settings.Players }

// Score returns the points of a player so far, for cells that it owns now and for
// treasures that it took; -1 if there is no such player.
func (s *State) Score(player int) int {
	if player < 0 || player >= s.Players() {
		return -1
	}
	return s.match.score(player)
}

// NumCells returns the number of cells that a player owns, or -1 if there is no such
// player.
func (s *State) NumCells(player int) int { return engine.LookUp(s.match.owned, player, -1) }

// NumTreasures returns the number of treasures that a player has taken, or -1 if there
// is no such player.
func (s *State) NumTreasures(player int) int { return engine.LookUp(s.match.treasures, player, -1) }

// Status returns the part of the CPU budget that a player used in the last round,
// from 0 to 1. It is -1 when the player is frozen and may give no more commands, and
// -2 if there is no such player.
func (s *State) Status(player int) float64 {
	return engine.LookUp(s.match.status, player, 2*engine.Frozen).Fraction()
}

// Rows returns the number of rows of the board: [Size].
func (s *State) Rows() int { return Size }

// Cols returns the number of columns of the board: [Size].
func (s *State) Cols() int { return Size }

// Has reports whether a cell is on the board.
func (s *State) Has(p Pos) bool { return s.match.at.Has(p) }

// IsOpen reports whether dwarves and wizards can stand on a cell: it is a cave or
// outside. There may be a unit on it, or the Balrog beside it.
func (s *State) IsOpen(p Pos) bool { return s.Has(p) && s.match.cells.At(p).isOpen() }

// Cell returns the contents of a cell. Off the board, there is nothing.
func (s *State) Cell(p Pos) Cell {
	if !s.Has(p) {
		return Cell{Owner: -1, Unit: -1}
	}
	m := s.match
	c := m.cells.At(p)
	return Cell{c.terrain(), c.owner(), m.unitAt(p), c.hits(m.setup.settings.RockResistance), c == treasure}
}

// Cells yields all cells of the board with their contents, row by row.
func (s *State) Cells() iter.Seq2[Pos, Cell] {
	return func(yield func(Pos, Cell) bool) {
		for i := range Size * Size {
			p := s.match.cells.Pos(i)
			if !yield(p, s.Cell(p)) {
				return
			}
		}
	}
}

// Treasures returns the cells where treasures lie, row by row.
func (s *State) Treasures() []Pos {
	return s.find(func(c cell) bool { return c == treasure })
}

// Paintable returns the caves that a player doesn't own, with or without a treasure,
// row by row.
func (s *State) Paintable(player int) []Pos {
	return s.find(func(c cell) bool { return c.isCave() && c.owner() != player })
}

// Owned returns the cells that a player owns, row by row.
func (s *State) Owned(player int) []Pos {
	return s.find(func(c cell) bool { return c.isOwned() && c.owner() == player })
}

func (s *State) find(fits func(cell) bool) []Pos {
	var found []Pos
	for i, c := range s.match.cells.Cells() {
		if fits(c) {
			found = append(found, s.match.cells.Pos(i))
		}
	}
	return found
}

// NumUnits returns how many numbers of units there are, including those of orcs that
// are not alive. It never changes.
func (s *State) NumUnits() int { return len(s.match.units) }

// Unit returns the unit with this number. If there is none, or if it is an orc that
// is not alive, it has the number -1 and the owner -1, and is off the board.
func (s *State) Unit(id UnitID) Unit {
	if u := s.match.unit(id); u != nil {
		return *u
	}
	return Unit{ID: -1, Owner: -1, Pos: nowhere}
}

// UnitAt returns the unit on a cell; ok is false if there is none.
func (s *State) UnitAt(p Pos) (u Unit, ok bool) {
	if s.Has(p) {
		u = s.Unit(s.match.unitAt(p))
		return u, u.ID >= 0
	}
	return s.Unit(-1), false
}

// Units yields all units that are alive, by number.
func (s *State) Units() iter.Seq[Unit] {
	return engine.Where(s.match.units, (*Unit).alive)
}

// UnitsOf yields the units of a player, by number.
func (s *State) UnitsOf(player int) iter.Seq[Unit] {
	return engine.Where(s.match.units, func(u *Unit) bool { return u.alive() && u.Owner == player })
}

// Dwarves yields the dwarves of a player, by number.
func (s *State) Dwarves(player int) iter.Seq[Unit] { return s.members(Dwarf, player) }

// Wizards yields the wizards of a player, by number.
func (s *State) Wizards(player int) iter.Seq[Unit] { return s.members(Wizard, player) }

// Orcs yields the orcs that are alive, by number.
func (s *State) Orcs() iter.Seq[Unit] { return s.members(Orc, -1) }

// Trolls yields the trolls, by number.
func (s *State) Trolls() iter.Seq[Unit] { return s.members(Troll, -1) }

// Balrog returns the Balrog.
func (s *State) Balrog() Unit { return *s.match.balrog() }

func (s *State) members(k Kind, owner int) iter.Seq[Unit] {
	return engine.Where(s.match.units, func(u *Unit) bool { return u.alive() && u.Kind == k && u.Owner == owner })
}

// alive is false for orcs whose number waits for another.
func (u *Unit) alive() bool { return u.Pos != nowhere }

// MaxHealth returns the health of a new unit of this type. It is 0 for the Balrog, who
// has no health, and if there is no such type.
func (s *State) MaxHealth(k Kind) int {
	if k < Dwarf || k > Balrog {
		return 0
	}
	return fullHealth(k)
}
