package starships

import (
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
)

// Dir is a move of a starship, by how many columns it goes ahead (slow: none, fast:
// two) and whether it changes its row. The zero value is not a direction.
type Dir int32

// The directions.
const (
	Slow     Dir = 1 + iota // stay where it is; the window moves on
	SlowUp                  // to the row above
	SlowDown                // to the row below
	Default                 // one column ahead: what starships without a command do
	Up                      // one column ahead and one row up
	Down                    // one column ahead and one row down
	Fast                    // two columns ahead
	FastUp                  // two columns ahead and one row up
	FastDown                // two columns ahead and one row down
)

// Dirs returns the nine directions: Slow first, FastDown last.
func Dirs() [9]Dir {
	return [...]Dir{Slow, SlowUp, SlowDown, Default, Up, Down, Fast, FastUp, FastDown}
}

// paths has the cells that a move passes through, as offsets from where it begins. The
// order counts; the last is where the move ends. Rules 2.
var paths = [...][]Pos{
	SlowUp:   {{Row: -1}},
	SlowDown: {{Row: 1}},
	Default:  {{Col: 1}},
	Up:       {{Col: 1}, {Row: -1}, {Row: -1, Col: 1}},
	Down:     {{Col: 1}, {Row: 1}, {Row: 1, Col: 1}},
	Fast:     {{Col: 1}, {Col: 2}},
	FastUp:   {{Col: 1}, {Row: -1}, {Row: -1, Col: 1}, {Col: 2}, {Row: -1, Col: 2}},
	FastDown: {{Col: 1}, {Row: 1}, {Row: 1, Col: 1}, {Col: 2}, {Row: 1, Col: 2}},
}

// path returns the cells that a move passes through, as offsets. They must not be
// changed. There are none for Slow, and if d is not a direction.
func (d Dir) path() []Pos {
	if !d.valid() {
		return nil
	}
	return paths[d]
}

// valid reports whether d is one of the nine directions.
func (d Dir) valid() bool { return d >= Slow && d <= FastDown }

// from returns the cell to which a move leads from a cell, in the universe or not. It
// is p itself for Slow and if d is not a direction.
func (d Dir) from(p Pos) Pos {
	if path := d.path(); len(path) > 0 {
		return p.Add(path[len(path)-1])
	}
	return p
}

// dirOf returns the direction that goes the given number of rows, from -1 to 1, and
// columns, from 0 to 2; ok is false if there is none.
func dirOf(offset Pos) (d Dir, ok bool) {
	if offset.Row < -1 || offset.Row > 1 || offset.Col < 0 || offset.Col > 2 {
		return 0, false
	}
	return [...]Dir{Slow, SlowDown, SlowUp}[(offset.Row+3)%3] + Dir(3*offset.Col), true
}

// String returns the name of the direction, such as "fast up".
func (d Dir) String() string {
	if !d.valid() {
		return "no direction"
	}
	return [...]string{"slow", "slow up", "slow down", "default", "up", "down", "fast", "fast up", "fast down"}[d-Slow]
}

// Command is what one starship is told: a move, or a shot.
type Command struct {
	Unit  UnitID
	Shoot bool
	Dir   Dir // of a shot: Default, as the starship goes there after it
}

// String returns what the starship is told, such as "fast up" or "shoot".
func (c Command) String() string { return c.order().String() }

// order is the command without its starship. It is small: a command as a
// [fmt.Stringer] would be an allocation.
func (c Command) order() fmt.Stringer {
	if c.Shoot {
		return shooting{}
	}
	return c.Dir
}

type shooting struct{}

func (shooting) String() string { return "shoot" }

// Commands are what a player tells its starships in one round, in the order given.
//
// Has, Refused, All, Reset and Len are those of its [commands.List].
type Commands struct {
	list
	state *State // nil for commands from the wire
}

type list = commands.List[Command]

// Commands returns the commands for the arena. Those that it will refuse are noted.
func (rules) Commands(s *State) *Commands { return newCommands(s, s.Debug()) }

func newCommands(s *State, notes *engine.Debug) *Commands {
	return &Commands{commands.New[Command](len(s.match.units), s.match.setup.settings.Starships, notes), s}
}

// Move tells a starship to go somewhere.
//
// The command is refused if the number is not that of one of the player's starships,
// if there is no such direction, and if the starship has been told something before in
// this round. It is as if it had not been given then. It is refused, too, if the
// starship is dead, and if the move leaves the window; but then it counts, and the
// starship can be told nothing else in this round: it goes one column ahead instead.
// See [Commands.Refused]. The viewer shows refused commands as notes. All of them
// count towards [engine.MaxCommands]: a player that gives more than that is frozen.
//
// A starship whose command isn't refused may still not get there: it may be killed
// before its turn, or on its way.
func (c *Commands) Move(unit UnitID, d Dir) { c.give(Command{Unit: unit, Dir: d}) }

// Shoot tells a starship to shoot straight ahead, and then go one column ahead. It is
// refused as in [Commands.Move], but it never leaves the window. A starship without a
// missile just goes one column ahead: that, too, is a refused command that counts.
func (c *Commands) Shoot(unit UnitID) { c.give(Command{Unit: unit, Shoot: true, Dir: Default}) }

func (c *Commands) give(command Command) {
	why, counts := c.state.refusal(command, c.Has(command.Unit))
	commands.Add(&c.list, command, command.Unit, counts, command.order(), why)
}

// refusal returns why the player's own command is refused, or "" if it is not, and
// whether it counts all the same.
func (s *State) refusal(c Command, told bool) (why string, counts bool) {
	if s == nil {
		return "", true // nothing is known about the match
	}
	if why = s.match.refusal(s.Me(), c, told); why != "" {
		return why, false
	}
	return s.match.obstacle(c, s.Round()+1), true
}

// refusal returns why a player's command doesn't count, or "" if it does. told is
// whether the starship has been told something before that counts. Rules 3.2.
func (m *match) refusal(player int, c Command, told bool) string {
	ship := m.unit(c.Unit)
	switch {
	case ship == nil:
		return commands.NoSuchUnit
	case ship.Owner != player:
		return commands.NotYours
	case !c.Dir.valid():
		return commands.NoDirection
	case told:
		return commands.ToldBefore
	}
	return ""
}

// Why a command that counts is not carried out.
const (
	isDead       = "the starship is dead"
	leavesWindow = "the move leaves the window"
	noMissiles   = "the starship has no missiles"
)

// obstacle returns why a command that counts can't be carried out as the match stands,
// or "" if it can. The round is that of the window which the starship must not leave:
// the next one. Rules 3.2.
func (m *match) obstacle(c Command, round int) string {
	ship := &m.units[c.Unit]
	switch {
	case !ship.Alive:
		return isDead
	case c.Shoot && ship.Missiles == 0:
		return noMissiles
	case !c.Shoot && !m.setup.inWindow(c.Dir.from(ship.Pos), round):
		return leavesWindow
	}
	return ""
}
