package starships

import (
	"errors"
	"fmt"
	"iter"
	"math"

	"github.com/botarena/arena/engine"
)

// Command is what one starship is told: a move, or a shot.
type Command struct {
	Unit  int
	Shoot bool
	Dir   Dir // of a shot: Default, as the starship goes there after it
}

// Commands are what a player tells its starships in one round, in the order given.
type Commands struct {
	state *State // nil when read from the wire
	given []Command
	told  []bool // by unit: whether a command in given counts for it
}

// What [Commands.Move] and [Commands.Shoot] find wrong.
var (
	ErrLimit      = errors.New("too many commands")
	ErrUnknown    = errors.New("no such starship")
	ErrNotYours   = errors.New("not your starship")
	ErrDirection  = errors.New("no such direction")
	ErrRepeated   = errors.New("commanded already this round")
	ErrDead       = errors.New("the starship is dead")
	ErrWindow     = errors.New("the move leaves the window")
	ErrNoMissiles = errors.New("the starship has no missiles")
)

func newCommands(s *State) *Commands {
	return &Commands{
		state: s,
		given: make([]Command, 0, s.universe.settings.Starships),
		told:  make([]bool, len(s.universe.units)),
	}
}

// Move tells a starship to go somewhere. An error says that it will not.
//
// With some errors, the command is as if it had not been given: the number is of no
// starship ([ErrUnknown]) or of another player's ([ErrNotYours]), there is no such
// direction ([ErrDirection]), or the starship has been told something else before
// ([ErrRepeated]). With others, it has used up the starship's one command of the
// round: the starship is dead ([ErrDead]), or the move leaves the window
// ([ErrWindow]), and the starship goes one column ahead in its place. A command
// with an error is sent all the same, for the arena is the judge, and it counts:
// one that exceeds [engine.MaxCommands] ([ErrLimit]) gets the player frozen.
//
// No error does not mean that the starship gets there: it may be killed before its
// turn, or on its way.
func (c *Commands) Move(unit int, d Dir) error {
	return c.give(Command{Unit: unit, Dir: d})
}

// Shoot tells a starship to shoot straight ahead, and then go one column ahead. The
// errors are those of [Commands.Move], but instead of [ErrWindow] it has
// [ErrNoMissiles]: then the starship just goes one column ahead.
func (c *Commands) Shoot(unit int) error {
	return c.give(Command{Unit: unit, Shoot: true, Dir: Default})
}

func (c *Commands) give(command Command) error {
	err := c.check(command)
	c.given = append(c.given, command)
	if err != nil || c.state == nil {
		return err
	}
	c.told[command.Unit] = true
	if err := c.refused(command); err != nil {
		return fmt.Errorf("starship %d: %w", command.Unit, err)
	}
	return nil
}

// check says why a command does not count.
func (c *Commands) check(command Command) error {
	unit := command.Unit
	switch {
	case len(c.given) >= engine.MaxCommands:
		return fmt.Errorf("command %d: %w: the limit is %d", len(c.given)+1, ErrLimit, engine.MaxCommands)
	case c.state == nil:
		return nil
	case unit < 0 || unit >= len(c.told):
		return fmt.Errorf("starship %d: %w", unit, ErrUnknown)
	case c.state.Unit(unit).Owner != c.state.Me():
		return fmt.Errorf("starship %d: %w: it is of player %d", unit, ErrNotYours, c.state.Unit(unit).Owner)
	case !command.Dir.Valid():
		return fmt.Errorf("starship %d: %w: %d", unit, ErrDirection, command.Dir)
	case c.told[unit]:
		return fmt.Errorf("starship %d: %w", unit, ErrRepeated)
	}
	return nil
}

// refused says why a command that counts has no effect.
func (c *Commands) refused(command Command) error {
	ship := c.state.Unit(command.Unit)
	switch {
	case !ship.Alive:
		return ErrDead
	case command.Shoot && ship.Missiles == 0:
		return ErrNoMissiles
	case !command.Shoot && c.state.Refused(ship.Pos, command.Dir):
		return ErrWindow
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

// Told says whether a starship has been told something this round that counts.
func (c *Commands) Told(unit int) bool {
	return c != nil && unit >= 0 && unit < len(c.told) && c.told[unit]
}

// All yields the commands in the order given.
func (c *Commands) All() iter.Seq[Command] {
	return func(yield func(Command) bool) {
		for i := range c.Len() {
			if !yield(c.given[i]) {
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
