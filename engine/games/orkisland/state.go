package orkisland

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
// Players, orks, cities and paths have numbers from 0. Questions about what doesn't
// exist get neutral answers: -1, no cells, no owner.
//
// Me, Name, Names, Seed, Rand, Budget and Debug are those of its [engine.Seat].
type State struct {
	seat
	match *match
	crowd atomic.Pointer[crowd] // made when it is asked for
}

type seat = engine.Seat

// Unit is an ork.
type Unit struct {
	ID     UnitID
	Owner  int // player
	Pos    Pos
	Health int
}

// UnitID is the number of an ork, from 0; -1 stands for no ork.
type UnitID = engine.UnitID

// Area is a city or a path: cells that pay their owner.
type Area struct {
	ID    int    // among the cities, or among the paths
	Owner int    // player, or -1
	Ends  [2]int // of a path: the cities at its first and last cell; of a city -1
	cells []Pos
}

// Cells returns the cells of the area, those of a path in order.
func (a Area) Cells() []Pos { return slices.Clone(a.cells) }

// Cell describes a cell and its contents.
type Cell struct {
	Terrain Terrain // NoTerrain off the board
	Unit    UnitID  // the ork on it, or -1
	City    int     // the city that it is part of, or -1
	Path    int     // the path that it is part of, or -1
}

// View hides nothing.
func (m *match) View(s engine.Seat) *State { return &State{seat: s, match: m} }

// Settings returns the parameters of the match.
func (s *State) Settings() Settings { return s.match.setup.settings }

// Round counts the rounds played before this one: it is 0 in the first.
func (s *State) Round() int { return s.match.round }

// Rounds returns how many rounds the match lasts.
func (s *State) Rounds() int { return s.match.setup.settings.Rounds }

// Players returns the number of players.
func (s *State) Players() int { return s.match.setup.settings.Players }

// Score returns the points of a player so far, or -1 if there is no such player.
func (s *State) Score(player int) int { return engine.LookUp(s.match.scores, player, -1) }

// Status returns the part of the CPU budget that a player used in the last round,
// from 0 to 1. It is -1 when the player is frozen and may give no more commands, and
// -2 if there is no such player.
func (s *State) Status(player int) float64 {
	return engine.LookUp(s.match.status, player, 2*engine.Frozen).Fraction()
}

// Rows returns the number of rows of the board.
func (s *State) Rows() int { return s.match.board.size() }

// Cols returns the number of columns of the board.
func (s *State) Cols() int { return s.match.board.size() }

// Has reports whether a cell is on the board.
func (s *State) Has(p Pos) bool { return s.match.board.terrain.Has(p) }

// IsOpen reports whether orks can enter a cell: it is on the board and not water.
// There may be an ork on it.
func (s *State) IsOpen(p Pos) bool { return s.match.board.isOpen(p) }

// Cell returns the contents of a cell. Off the board, there is nothing.
func (s *State) Cell(p Pos) Cell {
	if !s.Has(p) {
		return Cell{NoTerrain, -1, -1, -1}
	}
	b := s.match.board
	return Cell{b.terrain.At(p), s.unitAt(p), int(b.cities.at.At(p)), int(b.paths.at.At(p))}
}

// Cost returns the health that an ork loses when it enters a cell; ok is false if
// orks can't enter it.
func (s *State) Cost(p Pos) (cost int, ok bool) { return s.match.entering(p) }

// NumUnits returns the number of orks of all players. It never changes.
func (s *State) NumUnits() int { return len(s.match.units) }

// Unit returns the ork with this number. If there is none, it has the number -1 and
// the owner -1, and is off the board.
func (s *State) Unit(id UnitID) Unit {
	return engine.LookUp(s.match.units, int(id), Unit{ID: -1, Owner: -1, Pos: nowhere})
}

// UnitAt returns the ork on a cell; ok is false if there is none.
func (s *State) UnitAt(p Pos) (u Unit, ok bool) {
	if s.Has(p) {
		u = s.Unit(s.unitAt(p))
		return u, u.ID >= 0
	}
	return s.Unit(-1), false
}

// unitAt is for cells on the board.
func (s *State) unitAt(p Pos) UnitID {
	c := s.crowd.Load()
	if c == nil {
		made := newCrowd(s.match)
		c = &made
		s.crowd.Store(c)
	}
	return c.unitAt(p)
}

// Units yields the orks of all players, by number.
func (s *State) Units() iter.Seq[Unit] { return slices.Values(s.match.units) }

// Orks yields the orks of a player, by number.
func (s *State) Orks(player int) iter.Seq[Unit] { return s.UnitsOf(player) }

// UnitsOf yields the units of a player, by number.
func (s *State) UnitsOf(player int) iter.Seq[Unit] {
	return engine.Where(s.match.units, func(u *Unit) bool { return u.Owner == player })
}

// NumCities returns the number of cities.
func (s *State) NumCities() int { return len(s.match.cityOwners) }

// City returns a city. If there is none with this number, it has the number -1, the
// owner -1 and no cells.
func (s *State) City(id int) Area {
	if id < 0 || id >= s.NumCities() {
		return Area{ID: -1, Owner: -1, Ends: noEnds}
	}
	return Area{id, s.match.cityOwners[id], noEnds, s.match.board.cities.cells[id]}
}

// Cities yields all cities, by number.
func (s *State) Cities() iter.Seq[Area] { return each(s.NumCities(), s.City) }

// NumPaths returns the number of paths.
func (s *State) NumPaths() int { return len(s.match.pathOwners) }

// Path returns a path. If there is none with this number, it has the number -1, the
// owner -1 and no cells.
func (s *State) Path(id int) Area {
	if id < 0 || id >= s.NumPaths() {
		return Area{ID: -1, Owner: -1, Ends: noEnds}
	}
	return Area{id, s.match.pathOwners[id], s.match.board.ends[id], s.match.board.paths.cells[id]}
}

// Paths yields all paths, by number.
func (s *State) Paths() iter.Seq[Area] { return each(s.NumPaths(), s.Path) }

var noEnds = [2]int{-1, -1}

// each yields the things with the numbers from 0 to n-1.
func each[T any](n int, get func(id int) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for id := range n {
			if !yield(get(id)) {
				return
			}
		}
	}
}
