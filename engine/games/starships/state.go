package starships

import (
	"iter"
	"slices"
	"sync"

	"github.com/botarena/arena/engine"
)

// State is the match as a player sees it before a round: all of it. It never
// changes; every round brings a new one. What its methods return is the caller's
// own.
//
// Players and starships (units) have numbers from 0 upwards; so have missiles, by
// when they were shot. Columns of cells may be any number, as the universe is a
// ring. Questions about what there is not get neutral answers: -1, no cells,
// [NoKind].
type State struct {
	// Seat is the player's own place in the match: its number, the names of all
	// players, its source of random draws.
	engine.Seat
	universe *universe
	flight   *flight
}

// flight is the universe when the missiles have flown, once it was asked for.
type flight struct {
	once sync.Once
	then *universe
}

func newState(s engine.Seat, u *universe) *State { return &State{s, u, new(flight)} }

// flown is the universe as the first player will find it: the missiles have flown.
func (s *State) flown() *universe {
	s.flight.once.Do(func() {
		s.flight.then = s.universe
		if len(s.universe.shots) > 0 {
			s.flight.then = s.universe.clone()
			s.flight.then.fly()
		}
	})
	return s.flight.then
}

// Cell is what there is in a cell.
type Cell struct {
	Kind    Kind // NoKind outside the universe
	Unit    int  // the starship in it, -1: none
	Missile int  // the missile in it, -1: none
}

// Settings are the parameters of the match.
func (s *State) Settings() Settings { return s.universe.settings }

// Round counts the rounds played before this one: it is 0 in the first.
func (s *State) Round() int { return s.universe.round }

// Rounds is how many rounds the match lasts.
func (s *State) Rounds() int { return s.universe.settings.Rounds }

// Players is the number of players.
func (s *State) Players() int { return players }

// Score is the points of a player so far, -1 if there is no such player.
func (s *State) Score(player int) int { return of(s.universe.scores[:], player, -1) }

// Status is the part of the CPU budget that a player used in the last round, from
// 0 to 1. It is negative when the player is frozen and may give no more commands,
// and -2 if there is no such player.
func (s *State) Status(player int) float64 {
	const unknown = 2 * engine.Frozen
	return of(s.universe.status[:], player, unknown).Fraction()
}

// Rows is the number of rows of the universe, and of the window.
func (s *State) Rows() int { return s.universe.settings.Rows }

// Cols is the number of columns of the universe.
func (s *State) Cols() int { return s.universe.settings.Cols }

// WindowCols is the number of columns of the window.
func (s *State) WindowCols() int { return s.universe.settings.WindowCols }

// Has says whether a cell is in the universe: only its row counts.
func (s *State) Has(p Pos) bool { return s.universe.settings.has(p) }

// Wrap returns the cell with its column from 0 to Cols()-1.
func (s *State) Wrap(p Pos) Pos { return s.universe.settings.wrap(p) }

// InWindow says whether a cell is in the window of a round: that of this one begins
// in the column Round(). Where a move ends must be in the window of the next round;
// see [State.Refused].
func (s *State) InWindow(p Pos, round int) bool { return s.universe.settings.inWindow(p, round) }

// Cell says what there is in a cell. Above the first row and below the last, there
// is nothing.
func (s *State) Cell(p Pos) Cell {
	if !s.Has(p) {
		return Cell{NoKind, -1, -1}
	}
	c := s.universe.at(p)
	return Cell{c.kind(), c.starship(), c.missile()}
}

// Find returns the cells that hold something of these kinds, row by row.
func (s *State) Find(kinds ...Kind) []Pos {
	var found []Pos
	for i, c := range s.universe.cells.Cells() {
		if slices.Contains(kinds, c.kind()) {
			found = append(found, s.universe.cells.Pos(i))
		}
	}
	return found
}

// NumUnits is the number of starships of all players. It never changes.
func (s *State) NumUnits() int { return len(s.universe.units) }

// Unit is the starship with this number, dead or alive. One that there is not has
// the number -1, the owner -1, is dead and outside the universe.
func (s *State) Unit(id int) Unit {
	return of(s.universe.units, id, Unit{ID: -1, Owner: -1, Pos: nowhere})
}

// Units yields the starships of all players, by number.
func (s *State) Units() iter.Seq[Unit] { return slices.Values(s.universe.units) }

// Starships are the numbers of the starships of a player that are alive, increasing.
func (s *State) Starships(player int) []int {
	var own []int
	for _, ship := range s.universe.units {
		if ship.Owner == player && ship.Alive {
			own = append(own, ship.ID)
		}
	}
	return own
}

// Missile is the missile in flight with this number. One that there is not has the
// numbers -1, and is outside the universe.
func (s *State) Missile(id int) Shot {
	if k, ok := s.universe.findShot(id); ok {
		return s.universe.shots[k]
	}
	return Shot{-1, -1, -1, nowhere}
}

// Missiles yields all missiles in flight, by number.
func (s *State) Missiles() iter.Seq[Shot] { return slices.Values(s.universe.shots) }

// of is the value with this number, or none if there is not any.
func of[T any](values []T, id int, none T) T {
	if id < 0 || id >= len(values) {
		return none
	}
	return values[id]
}
