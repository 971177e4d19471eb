package engine

import (
	"fmt"
	"iter"
)

// UnitID is the number of a unit of a game, from 0; -1 stands for no unit. It is a
// separate type so that the number of something else, such as a player or a city, can't
// be given a command by mistake.
type UnitID int

// Refusal is a command that the arena will refuse.
type Refusal struct {
	Unit  UnitID // as given by the bot; there may be no such unit
	Order string // what the unit was told, such as "north"
	Why   string // such as "another player's unit"
}

// String returns the refusal as a line, such as "unit 7, north: told before".
func (r Refusal) String() string { return fmt.Sprintf("unit %d, %s: %s", r.Unit, r.Order, r.Why) }

// Where yields those units that fit, in their order. U is a game's Unit. It is what a State
// makes its Units, UnitsOf and the like of:
//
//	func (s *State) UnitsOf(player int) iter.Seq[Unit] {
//		return engine.Where(s.match.units, func(u *Unit) bool { return u.Owner == player })
//	}
func Where[U any](units []U, fit func(*U) bool) iter.Seq[U] {
	return func(yield func(U) bool) {
		for i := range units {
			if u := &units[i]; fit(u) && !yield(*u) {
				return
			}
		}
	}
}

// At returns where the value with this number is, or nil if there isn't any.
func At[T any](values []T, number int) *T {
	if number < 0 || number >= len(values) {
		return nil
	}
	return &values[number]
}

// LookUp returns the value with this number, or none if there isn't any.
func LookUp[T any](values []T, number int, none T) T {
	if number < 0 || number >= len(values) {
		return none
	}
	return values[number]
}
