package moria

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
)

// Dir is a direction that a unit can be told to go. The zero value is not a direction;
// a command with it is ignored.
type Dir int32

// The directions, in the circular order of the rules. Rules 2.
const (
	South     Dir = 1 + iota // to the row below
	SouthEast                // to the row below and the next column
	East                     // to the next column
	NorthEast                // to the row above and the next column
	North                    // to the row above
	NorthWest                // to the row above and the column before
	West                     // to the column before
	SouthWest                // to the row below and the column before
	None                     // nowhere: the unit stays
)

var offsets = [...]Pos{
	South:     {Row: 1},
	SouthEast: {Row: 1, Col: 1},
	East:      {Col: 1},
	NorthEast: {Row: -1, Col: 1},
	North:     {Row: -1},
	NorthWest: {Row: -1, Col: -1},
	West:      {Col: -1},
	SouthWest: {Row: 1, Col: -1},
	None:      {},
}

var dirNames = [...]string{
	"no direction", South: "south", SouthEast: "southeast", East: "east", NorthEast: "northeast",
	North: "north", NorthWest: "northwest", West: "west", SouthWest: "southwest", None: "none",
}

// Dirs returns the eight directions other than None, in circular order from South.
func Dirs() [8]Dir {
	return [...]Dir{South, SouthEast, East, NorthEast, North, NorthWest, West, SouthWest}
}

// Straight returns the four directions that wizards can go: South, East, North and
// West.
func Straight() [4]Dir { return [...]Dir{South, East, North, West} }

// Dirs returns the directions that a unit of this type can be told: eight for
// dwarves, the straight ones for wizards, none for Sauron's.
func (k Kind) Dirs() []Dir {
	switch k {
	case Dwarf:
		dirs := Dirs()
		return dirs[:]
	case Wizard:
		dirs := Straight()
		return dirs[:]
	}
	return nil
}

// String returns the name of the direction, such as "southeast".
func (d Dir) String() string { return engine.LookUp(dirNames[:], int(d), dirNames[0]) }

// valid reports whether d is one of the nine directions.
func (d Dir) valid() bool { return d >= South && d <= None }

// isDiagonal reports whether d changes row and column.
func (d Dir) isDiagonal() bool { return d >= South && d < None && d%2 == 0 }

// from returns the cell that lies in this direction from a cell, on the board or
// not. It is p itself for None and if d is not a direction.
func (d Dir) from(p Pos) Pos { return p.Add(engine.LookUp(offsets[:], int(d), Pos{})) }

// Command is one instruction to one unit.
type Command struct {
	Unit UnitID
	Dir  Dir
}

// Commands are what a player tells its units in one round, in the order given.
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
	return &Commands{commands.New[Command](v.units(), 2*v.clan(), notes), s}
}

// Move tells a dwarf or wizard to go in a direction, or to hit the unit there.
//
// The command is refused if the number is not that of one of the player's units, if
// the unit has been told something before in this round, if there is no such
// direction, and if a wizard is to go diagonally: see [Commands.Refused]. The viewer
// shows refused commands as notes. A refused command counts towards
// [engine.MaxCommands], too: a player that gives more than that is frozen.
//
// A command that isn't refused may still come to nothing: see docs/rules/moria.md,
// section 10.
func (c *Commands) Move(unit UnitID, d Dir) {
	move := Command{unit, d}
	// A number that isn't a direction doesn't use up the unit's one command.
	commands.Add(&c.list, move, unit, d.valid(), d, c.state.refusal(move, c.Has(unit)))
}

// Why a command is refused, beyond the reasons that all games have.
const (
	sauronsUnit  = "one of Sauron's units"
	notForWizard = "wizards do not go diagonally"
)

// refusal returns why the player's own command is refused, or "" if it is not.
func (s *State) refusal(c Command, told bool) string {
	if s == nil {
		return "" // nothing is known about the match
	}
	return s.match.refusal(s.Me(), c, told)
}

// refusal returns why a player's command is refused, or "" if it is not. told is
// whether the unit has been told something before. Rules 9.
func (m *match) refusal(player int, c Command, told bool) string {
	unit := m.unit(c.Unit)
	switch {
	case unit == nil:
		return commands.NoSuchUnit
	case unit.Kind.isSauron():
		return sauronsUnit
	case unit.Owner != player:
		return commands.NotYours
	case told:
		return commands.ToldBefore
	case !c.Dir.valid():
		return commands.NoDirection
	case unit.Kind == Wizard && c.Dir.isDiagonal():
		return notForWizard
	}
	return ""
}
