package engine

import "fmt"

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
