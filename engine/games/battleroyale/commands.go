package battleroyale

import (
	"errors"
	"fmt"
	"iter"
	"math"

	"github.com/botarena/arena/engine"
)

// Commands are what a player tells its units in one round, in the order given,
// which is the order in which they are carried out.
type Commands struct {
	state *State // nil when read from the wire
	given []Move
	told  []bool // by unit: whether it has a command that stands
}

// What [Commands.Move] finds wrong.
var (
	ErrLimit     = errors.New("too many commands")
	ErrUnknown   = errors.New("no such unit")
	ErrNotYours  = errors.New("not your unit")
	ErrDirection = errors.New("no such direction")
	ErrRepeated  = errors.New("commanded already this round")
)

func newCommands(s *State) *Commands {
	of := &s.battle.settings
	return &Commands{
		state: s,
		given: make([]Move, 0, of.Farmers+of.Knights),
		told:  make([]bool, len(s.battle.units)),
	}
}

// Move tells a unit to go one tile, or to attack the enemy that stands there. An
// error says that the command is refused and changes nothing: the number is of no
// unit ([ErrUnknown]) or of another player's ([ErrNotYours]), the unit has been
// told something before ([ErrRepeated]), or there is no such direction
// ([ErrDirection]). A command with an error is sent all the same, for the arena is
// the judge, and it counts: one that exceeds [engine.MaxCommands] ([ErrLimit])
// gets the player frozen.
//
// No error does not mean that the unit gets there: see rules 8.
func (c *Commands) Move(unit int, d Dir) error {
	err := c.check(unit, d)
	c.given = append(c.given, Move{unit, d})
	if err == nil && c.state != nil {
		c.told[unit] = true
	}
	return err
}

func (c *Commands) check(unit int, d Dir) error {
	switch {
	case len(c.given) >= engine.MaxCommands:
		return fmt.Errorf("command %d: %w: the limit is %d", len(c.given)+1, ErrLimit, engine.MaxCommands)
	case c.state == nil:
		return nil
	case unit < 0 || unit >= c.state.NumUnits():
		return fmt.Errorf("unit %d: %w", unit, ErrUnknown)
	case c.state.Unit(unit).Owner != c.state.Me():
		return fmt.Errorf("unit %d: %w: it is of player %d", unit, ErrNotYours, c.state.Unit(unit).Owner)
	case c.told[unit]:
		return fmt.Errorf("unit %d: %w", unit, ErrRepeated)
	case !d.Valid():
		return fmt.Errorf("unit %d: %w: %d", unit, ErrDirection, d)
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

// Told says whether a unit has a command that was not refused.
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
