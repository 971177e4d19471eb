package moria

import (
	"errors"
	"fmt"
	"iter"
	"math"

	"github.com/botarena/arena/engine"
)

// Commands are what a player tells its units in one round, in the order given.
type Commands struct {
	state *State // nil when read from the wire
	given []Move
	told  []bool // by unit: whether its one command is in given
}

// What [Commands.Move] finds wrong.
var (
	ErrLimit     = errors.New("too many commands")
	ErrUnknown   = errors.New("no such unit")
	ErrNotYours  = errors.New("not your unit")
	ErrDirection = errors.New("no such direction")
	ErrDiagonal  = errors.New("wizards do not go diagonally")
	ErrRepeated  = errors.New("commanded already this round")
)

func newCommands(s *State) *Commands {
	of := &s.mountain.settings
	return &Commands{
		state: s,
		given: make([]Move, 0, 2*of.clan()),
		told:  make([]bool, of.units()),
	}
}

// Move tells a dwarf or wizard to go in a direction, or to hit what is there. An
// error says that it will not: the number is of no unit that is alive
// ([ErrUnknown]) or of one of another clan or of Sauron ([ErrNotYours]), the unit
// has been told something else before ([ErrRepeated]), there is no such direction
// ([ErrDirection]), or it is not one for wizards ([ErrDiagonal]). A command with
// an error is sent all the same, for the arena is the judge, and it counts: one
// that exceeds [engine.MaxCommands] ([ErrLimit]) gets the player frozen.
//
// No error does not mean that the unit gets there: see rules 10.
func (c *Commands) Move(unit int, d Dir) error {
	err := c.check(unit, d)
	c.given = append(c.given, Move{unit, d})
	// What is no direction does not use up the unit's one command.
	if unit >= 0 && unit < len(c.told) && d.Valid() {
		c.told[unit] = true
	}
	return err
}

func (c *Commands) check(unit int, d Dir) error {
	if len(c.given) >= engine.MaxCommands {
		return fmt.Errorf("command %d: %w: the limit is %d", len(c.given)+1, ErrLimit, engine.MaxCommands)
	}
	if c.state == nil {
		return nil
	}
	switch u := c.state.Unit(unit); {
	case u.ID < 0:
		return fmt.Errorf("unit %d: %w", unit, ErrUnknown)
	case u.Kind.IsSauron():
		return fmt.Errorf("unit %d: %w: it is one of Sauron's", unit, ErrNotYours)
	case u.Owner != c.state.Me():
		return fmt.Errorf("unit %d: %w: it is of player %d", unit, ErrNotYours, u.Owner)
	case !d.Valid():
		return fmt.Errorf("unit %d: %w: %d", unit, ErrDirection, d)
	case c.told[unit]:
		return fmt.Errorf("unit %d: %w", unit, ErrRepeated)
	case u.Kind == Wizard && d.IsDiagonal():
		return fmt.Errorf("unit %d: %w: %v", unit, ErrDiagonal, d)
	}
	return nil
}

// Len counts all commands given so far, valid or not. It is 0 for nil.
func (c *Commands) Len() int {
	if c == nil {
		return 0
	}
	return len(c.given)
}

// Told says whether a unit has been told something this round.
func (c *Commands) Told(unit int) bool {
	return c != nil && unit >= 0 && unit < len(c.told) && c.told[unit]
}

// All yields the commands in the order given, as units and directions.
func (c *Commands) All() iter.Seq2[int, Dir] {
	return func(yield func(int, Dir) bool) {
		for i := range c.Len() {
			if m := c.given[i]; !yield(m.Unit, m.Dir) {
				return
			}
		}
	}
}

// onWire is a number as it is sent. One that does not fit is as unknown as -1.
func onWire(unit int) int32 {
	if unit < 0 || unit > math.MaxInt32 {
		return -1
	}
	return int32(unit)
}
