package battleroyale

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
)

// Dir is a direction that a unit can be told to go. The zero value is not a direction;
// a command with it is refused.
type Dir int32

// The directions.
const (
	North Dir = 1 + iota // to the row above
	South                // to the row below
	East                 // to the next column
	West                 // to the column before
	None                 // nowhere: the unit rests
)

// Dirs returns North, South, East and West.
func Dirs() [4]Dir { return [...]Dir{North, South, East, West} }

var dirNames = [...]string{"no direction", North: "north", South: "south", East: "east", West: "west", None: "none"}

// String returns the name of the direction, such as "north".
func (d Dir) String() string { return engine.LookUp(dirNames[:], int(d), dirNames[0]) }

// valid reports whether d is one of the five directions.
func (d Dir) valid() bool { return d >= North && d <= None }

// from returns the tile that lies in this direction from a tile, on the board or
// not; [State.Dest] stays on the board. It is p itself for None and if d is not a
// direction.
func (d Dir) from(p Pos) Pos { return p.Add(engine.LookUp(offsets[:], int(d), Pos{})) }

var offsets = [...]Pos{North: {Row: -1}, South: {Row: 1}, East: {Col: 1}, West: {Col: -1}, None: {}}

// Command is one instruction to one unit.
type Command struct {
	Unit UnitID
	Dir  Dir
}

// Commands are what a player tells its units in one round, in the order given, which
// is the order in which they are carried out.
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
	v := &s.match.setup.settings
	return &Commands{commands.New[Command](len(s.match.units), v.Farmers+v.Knights, notes), s}
}

// Move tells a unit to go one tile, or to attack the enemy that stands there.
//
// The command is refused if the number is not that of one of the player's units, if
// the unit has a command already that was not refused, and if there is no such
// direction: see [Commands.Refused]. The viewer shows refused commands as notes. A
// refused command changes nothing, and the unit can still be given another one. But it
// counts towards [engine.MaxCommands]: a player that gives more than that is frozen.
//
// A command that isn't refused may still come to nothing: see
// docs/rules/battleroyale.md, section 8.
func (c *Commands) Move(unit UnitID, d Dir) {
	move := Command{unit, d}
	why := c.state.refusal(move, c.Has(unit))
	commands.Add(&c.list, move, unit, why == "", d, why)
}

// refusal returns why the player's own command is refused, or "" if it is not.
func (s *State) refusal(c Command, told bool) string {
	if s == nil {
		return "" // nothing is known about the match
	}
	return s.match.refusal(s.Me(), c, told)
}

// refusal returns why a player's command is refused, or "" if it is not. told is
// whether the unit has a command that was not refused. Rules 7.
func (m *match) refusal(player int, c Command, told bool) string {
	unit := m.unit(c.Unit)
	switch {
	case unit == nil:
		return commands.NoSuchUnit
	case unit.Owner != player:
		return commands.NotYours
	case told:
		return commands.ToldBefore
	case !c.Dir.valid():
		return commands.NoDirection
	}
	return ""
}
