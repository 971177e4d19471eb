package orkisland

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
)

// Dir is a direction that an ork can be told to go. The zero value is not a direction,
// and wastes the ork's command.
type Dir int32

// The directions.
const (
	North Dir = 1 + iota // to the row above
	South                // to the row below
	East                 // to the next column
	West                 // to the column before
	None                 // nowhere: the ork stays
)

// Dirs returns North, South, East and West.
func Dirs() [4]Dir { return [...]Dir{North, South, East, West} }

var dirNames = [...]string{"no direction", North: "north", South: "south", East: "east", West: "west", None: "none"}

// String returns the name of the direction, such as "north".
func (d Dir) String() string { return engine.LookUp(dirNames[:], int(d), dirNames[0]) }

// valid reports whether d is one of the five directions.
func (d Dir) valid() bool { return d >= North && d <= None }

// offsets are the steps in each direction, no step for a value that is no direction.
var offsets = [...]Pos{North: {Row: -1}, South: {Row: 1}, East: {Col: 1}, West: {Col: -1}, None: {}}

// from returns the cell that lies in this direction from a cell, on the board or
// not. It is p itself for None and if d is not a direction.
func (d Dir) from(p Pos) Pos { return p.Add(engine.LookUp(offsets[:], int(d), Pos{})) }

// Command is one instruction to one ork.
type Command struct {
	Unit UnitID
	Dir  Dir
}

// Commands are what a player tells its orks in one round, in the order given.
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
	return &Commands{commands.New[Command](len(s.match.units), s.match.setup.settings.Orks, notes), s}
}

// Move tells an ork to go one cell.
//
// The command is refused if the number is not that of one of the player's orks, if the
// ork has been told something before in this round, and if there is no such direction:
// see [Commands.Refused]. The viewer shows refused commands as notes. A refused
// command counts towards [engine.MaxCommands], too: a player that gives more than that
// is frozen.
//
// A command that isn't refused may still come to nothing: see docs/rules/orkisland.md,
// section 8.
func (c *Commands) Move(unit UnitID, d Dir) {
	move := Command{unit, d}
	commands.Add(&c.list, move, unit, true, d, c.state.refusal(move, c.Has(unit)))
}

// refusal returns why the player's own command is refused, or "" if it is not.
func (s *State) refusal(c Command, told bool) string {
	if s == nil {
		return "" // nothing is known about the match
	}
	return s.match.refusal(s.Me(), c, told)
}

// refusal returns why a player's command is refused, or "" if it is not. told is
// whether the ork has been told something before. Rules 6.
func (m *match) refusal(player int, c Command, told bool) string {
	ork := m.unit(c.Unit)
	switch {
	case ork == nil:
		return commands.NoSuchUnit
	case ork.Owner != player:
		return commands.NotYours
	case told:
		return commands.ToldBefore
	case !c.Dir.valid():
		return commands.NoDirection
	}
	return ""
}
