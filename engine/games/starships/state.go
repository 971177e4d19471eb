package starships

import (
	"iter"
	"slices"
	"sync/atomic"

	"github.com/botarena/arena/engine"
)

// State is the match as a player sees it before a round: all of it. It never
// changes; every round brings a new one. Only those of a [Sim] change with it. What
// its methods return is the caller's own.
//
// Players, starships and missiles have numbers from 0. Columns of cells may be any
// number, as the universe is a ring. Questions about what doesn't exist get neutral
// answers: -1, no cells, [NoKind].
//
// Me, Name, Names, Seed, Rand, Budget and Debug are those of its [engine.Seat].
type State struct {
	seat
	match  *match
	flight *flight
}

type seat = engine.Seat

// flight is a match as it is when its missiles have flown.
type flight struct {
	then atomic.Pointer[match] // made when it is asked for
	room *match                // of a Sim: what then is made of
}

// Pos is a cell of the universe: row from the top and column, from 0. Columns are
// modulo the number of columns: the methods of [State] take any, even negative
// ones, and return the one from 0 to Cols()-1.
type Pos = engine.Pos

// Kind is what a cell holds.
type Kind byte

// The kinds of things in a cell.
const (
	NoKind       Kind = iota // above the first row and below the last
	Empty                    // nothing
	Asteroid                 // kills what flies into it, and is gone
	PointBonus               // points for the player of the starship that takes it
	MissileBonus             // missiles for the starship that takes it
	Starship
	Missile
)

// String returns the name of the kind, such as "point bonus".
func (k Kind) String() string { return engine.LookUp(kinds[:], int(k), "nothing") }

var kinds = [...]string{
	NoKind: "nothing", Empty: "empty", Asteroid: "asteroid", PointBonus: "point bonus", MissileBonus: "missile bonus",
	Starship: "starship", Missile: "missile",
}

// Cell describes a cell and its contents.
type Cell struct {
	Kind    Kind   // NoKind outside the universe
	Unit    UnitID // the starship in it, or -1
	Missile ShotID // the missile in it, or -1
}

// Unit is a starship.
type Unit struct {
	ID        UnitID
	Owner     int // player
	Pos       Pos // where it stands; when dead, where it stood last
	Missiles  int // that it has left
	Alive     bool
	Countdown int // of a dead one: rounds before the one in which it comes back, if there is room
}

// UnitID is the number of a starship, from 0; -1 stands for no starship.
type UnitID = engine.UnitID

// Shot is a missile in flight.
type Shot struct {
	ID    ShotID
	Unit  UnitID // the starship that shot it
	Owner int    // the player of that starship
	Pos   Pos
}

// ShotID is the number of a missile, from 0 by when it was shot; -1 stands for no
// missile.
type ShotID int

// View hides nothing.
func (m *match) View(s engine.Seat) *State {
	made := new(struct {
		State
		flight
	})
	made.State = State{s, m, &made.flight}
	return &made.State
}

// Settings returns the parameters of the match.
func (s *State) Settings() Settings { return s.match.setup.settings }

// Round counts the rounds played before this one: it is 0 in the first.
func (s *State) Round() int { return s.match.round }

// Rounds returns how many rounds the match lasts.
func (s *State) Rounds() int { return s.match.setup.settings.Rounds }

// Players returns the number of players.
func (s *State) Players() int { return players }

// Score returns the points of a player so far, or -1 if there is no such player.
func (s *State) Score(player int) int { return engine.LookUp(s.match.scores[:], player, -1) }

// Status returns the part of the CPU budget that a player used in the last round,
// from 0 to 1. It is -1 when the player is frozen and may give no more commands, and
// -2 if there is no such player.
func (s *State) Status(player int) float64 {
	return engine.LookUp(s.match.status[:], player, 2*engine.Frozen).Fraction()
}

// Rows returns the number of rows of the universe, and of the window.
func (s *State) Rows() int { return s.match.setup.settings.Rows }

// Cols returns the number of columns of the universe. The window has fewer: see
// [Settings].
func (s *State) Cols() int { return s.match.setup.settings.Cols }

// Has reports whether a cell is in the universe: only its row counts.
func (s *State) Has(p Pos) bool { return s.match.setup.has(p) }

// InWindow reports whether a cell is in the window of a round: that of this one begins
// in the column Round(). Where a move ends must be in the window of the next round;
// see [State.CanMove].
func (s *State) InWindow(p Pos, round int) bool { return s.match.setup.inWindow(p, round) }

// Cell returns the contents of a cell. Above the first row and below the last, there
// is nothing.
func (s *State) Cell(p Pos) Cell {
	if !s.Has(p) {
		return Cell{NoKind, -1, -1}
	}
	c := s.match.at(p)
	return Cell{c.kind(), c.starship(), c.missile()}
}

// Find returns the cells that hold something of these kinds, row by row.
func (s *State) Find(kinds ...Kind) []Pos {
	var found []Pos
	for i, c := range s.match.cells.Cells() {
		if slices.Contains(kinds, c.kind()) {
			found = append(found, s.match.cells.Pos(i))
		}
	}
	return found
}

// NumUnits returns the number of starships of all players. It never changes.
func (s *State) NumUnits() int { return len(s.match.units) }

// Unit returns the starship with this number, dead or alive. If there is none, it has
// the number -1 and the owner -1, is dead and outside the universe.
func (s *State) Unit(id UnitID) Unit {
	return engine.LookUp(s.match.units, int(id), Unit{ID: -1, Owner: -1, Pos: nowhere})
}

// UnitAt returns the starship in a cell; ok is false if there is none.
func (s *State) UnitAt(p Pos) (u Unit, ok bool) {
	u = s.Unit(s.Cell(p).Unit)
	return u, u.ID >= 0
}

// Units yields the starships of all players, dead or alive, by number.
func (s *State) Units() iter.Seq[Unit] { return slices.Values(s.match.units) }

// UnitsOf yields the starships of a player, dead or alive, by number.
func (s *State) UnitsOf(player int) iter.Seq[Unit] {
	return engine.Where(s.match.units, func(u *Unit) bool { return u.Owner == player })
}

// Starships yields the starships of a player that are alive, by number.
func (s *State) Starships(player int) iter.Seq[Unit] {
	return engine.Where(s.match.units, func(u *Unit) bool { return u.Owner == player && u.Alive })
}

// Missiles yields all missiles in flight, by number.
func (s *State) Missiles() iter.Seq[Shot] { return slices.Values(s.match.shots) }
