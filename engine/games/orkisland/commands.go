package orkisland

import (
	"errors"
	"fmt"
	"iter"
	"math"

	"github.com/botarena/arena/engine"
)

// Commands are what a player tells its orks in one round, in the order given.
type Commands struct {
	state *State // nil when read from the wire
	given []Move
	told  []bool // by unit: whether it is in given
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
	return &Commands{
		state: s,
		given: make([]Move, 0, s.island.settings.Orks),
		told:  make([]bool, len(s.island.units)),
	}
}

// Move tells an ork to go one cell. An error says that it will not: the number
// is of no ork ([ErrUnknown]) or of another player's ([ErrNotYours]), the ork has
// been told something else before ([ErrRepeated]), or there is no such direction
// ([ErrDirection]). A command with an error is sent all the same, for the arena
// is the judge, and it counts: one that exceeds [engine.MaxCommands]
// ([ErrLimit]) gets the player frozen.
//
// No error does not mean that the ork gets there: see rules 8.
func (c *Commands) Move(unit int, d Dir) error {
	err := c.check(unit, d)
	c.given = append(c.given, Move{unit, d})
	if unit >= 0 && unit < len(c.told) {
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

// Told says whether an ork has been told something this round.
func (c *Commands) Told(unit int) bool {
	return c != nil && unit >= 0 && unit < len(c.told) && c.told[unit]
}

// All yields the commands in the order given, as orks and directions.
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
