package battleroyale

import (
	"cmp"
	"iter"
	"slices"

	"github.com/botarena/arena/engine"
)

// State is the match as a player sees it before a round: all of it. It never
// changes; every round brings a new one. Only those of a [Sim] change with it. What
// its methods return is the caller's own.
//
// Players and units have numbers from 0. Questions about what doesn't exist get
// neutral answers: -1, no units, no owner.
//
// Me, Name, Names, Seed, Rand, Budget and Debug are those of its [engine.Seat].
type State struct {
	seat
	match *match
}

type seat = engine.Seat

// Unit is a farmer or a knight.
type Unit struct {
	ID     UnitID
	Owner  int // player
	Kind   Kind
	Pos    Pos
	Health int
}

// UnitID is the number of a unit, from 0; -1 stands for no unit.
type UnitID = engine.UnitID

// Kind is what a unit is. It never changes during a match.
type Kind byte

// The kinds of units. Their values are the characters of board files.
const (
	NoKind Kind = 0 // of a unit that doesn't exist
	Farmer Kind = 'f'
	Knight Kind = 'k'
)

// String returns the name of the kind, such as "knight".
func (k Kind) String() string { return cmp.Or(kindNames[k], "nothing") }

var kindNames = [256]string{Farmer: "farmer", Knight: "knight"}

// Cell describes a tile and its contents.
type Cell struct {
	Terrain Terrain // NoTerrain off the board
	Owner   int     // the player whose colour it has, or -1
	Unit    UnitID  // the unit on it, or -1
}

// View hides nothing.
func (m *match) View(s engine.Seat) *State { return &State{s, m} }

// Settings returns the parameters of the match.
func (s *State) Settings() Settings { return s.match.setup.settings }

// Round counts the rounds played before this one: it is 0 in the first.
func (s *State) Round() int { return s.match.round }

// Rounds returns how many rounds the match lasts.
func (s *State) Rounds() int { return s.match.setup.settings.Rounds }

// Players returns the number of players, 2 or 4.
func (s *State) Players() int { return s.match.setup.settings.Players }

// Score returns the number of tiles that a player owns, or -1 if there is no such
// player.
func (s *State) Score(player int) int { return engine.LookUp(s.match.scores, player, -1) }

// Status returns the part of the CPU budget that a player used in the last round,
// from 0 to 1. It is -1 when the player is frozen and may give no more commands, and
// -2 if there is no such player.
func (s *State) Status(player int) float64 {
	return engine.LookUp(s.match.status, player, 2*engine.Frozen).Fraction()
}

// Rows returns the number of rows of the board.
func (s *State) Rows() int { return s.match.setup.settings.Rows }

// Cols returns the number of columns of the board.
func (s *State) Cols() int { return s.match.setup.settings.Cols }

// Has reports whether a tile is on the board.
func (s *State) Has(p Pos) bool { return s.match.board.tiles.Has(p) }

// IsOpen reports whether units can enter a tile: it is on the board and not a wall.
// There may be a unit on it.
func (s *State) IsOpen(p Pos) bool { return s.match.board.isOpen(p) }

// Cell returns the contents of a tile. Off the board, there is nothing.
func (s *State) Cell(p Pos) Cell {
	if !s.Has(p) {
		return Cell{NoTerrain, -1, -1}
	}
	m := s.match
	return Cell{m.board.tiles.At(p), int(m.colours.At(p)), UnitID(m.at.At(p))}
}

// Owned returns the tiles that a player owns, row by row. Player -1 stands for those
// without an owner; walls are not among them.
func (s *State) Owned(player int) []Pos {
	return s.tiles(func(owner int) bool { return owner == player })
}

// Paintable returns the tiles that a player could still paint, row by row: those that
// it does not own and that are not walls.
func (s *State) Paintable(player int) []Pos {
	return s.tiles(func(owner int) bool { return owner != player })
}

func (s *State) tiles(wanted func(owner int) bool) []Pos {
	var tiles []Pos
	for index, owner := range s.match.colours.Cells() {
		if s.match.board.tiles.Cells()[index] != Wall && wanted(int(owner)) {
			tiles = append(tiles, s.match.colours.Pos(index))
		}
	}
	return tiles
}

// NumUnits returns the number of units of all players. It never changes.
func (s *State) NumUnits() int { return len(s.match.units) }

// Unit returns the unit with this number. If there is none, it has the number -1, no
// kind and the owner -1, and is off the board.
func (s *State) Unit(id UnitID) Unit {
	return engine.LookUp(s.match.units, int(id), Unit{ID: -1, Owner: -1, Pos: nowhere})
}

// UnitAt returns the unit on a tile; ok is false if there is none.
func (s *State) UnitAt(p Pos) (u Unit, ok bool) {
	u = s.Unit(s.Cell(p).Unit)
	return u, u.ID >= 0
}

// Units yields the units of all players, by number.
func (s *State) Units() iter.Seq[Unit] { return slices.Values(s.match.units) }

// UnitsOf yields the units of a player, by number.
func (s *State) UnitsOf(player int) iter.Seq[Unit] {
	return engine.Where(s.match.units, func(u *Unit) bool { return u.Owner == player })
}

// Farmers yields the farmers that a player owns now, by number.
func (s *State) Farmers(player int) iter.Seq[Unit] {
	return engine.Where(s.match.units, func(u *Unit) bool { return u.Owner == player && u.Kind == Farmer })
}

// Knights yields the knights that a player owns now, by number.
func (s *State) Knights(player int) iter.Seq[Unit] {
	return engine.Where(s.match.units, func(u *Unit) bool { return u.Owner == player && u.Kind == Knight })
}

// Enemies yields the units of all players but this one, by number.
func (s *State) Enemies(player int) iter.Seq[Unit] {
	return engine.Where(s.match.units, func(u *Unit) bool { return u.Owner != player })
}
