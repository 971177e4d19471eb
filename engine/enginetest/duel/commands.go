package duel

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
	"github.com/botarena/arena/engine/lines"
)

// Dir is a direction. The zero value is not a direction.
type Dir int32

// The directions. Their numbers are those of the schema.
const (
	North Dir = 1 + iota // to the row above
	South                // to the row below
	East                 // to the next column
	West                 // to the column before
)

// String returns the name of the direction, such as "north".
func (d Dir) String() string {
	if !d.valid() {
		return "no direction"
	}
	return [...]string{North: "north", South: "south", East: "east", West: "west"}[d]
}

func (d Dir) valid() bool { return d >= North && d <= West }

// walk is where the directions lead, and what it costs to go there, as the schema says it.
var walk = lines.WalkOf[Dir]("duel", "")

type land = engine.Land[Dir]

// Command is one instruction to one unit.
type Command struct {
	Unit UnitID
	Dir  Dir
}

// Commands are what a player tells its units in one round.
//
// Has, Refused, All, Reset and Len are those of its [commands.List].
type Commands struct {
	list
	state *State // nil for commands from the wire
}

type list = commands.List[Command]

// Commands returns empty commands. Those that the arena will refuse are noted.
func (rules) Commands(s *State) *Commands {
	units := len(s.match.units)
	return &Commands{commands.New[Command](units, units, s.Debug()), s}
}

// Move tells a unit to go one cell. Only the first command for a unit counts.
func (c *Commands) Move(unit UnitID, d Dir) {
	move := Command{unit, d}
	why := c.state.match.refusal(c.state.Me(), move, c.Has(unit))
	commands.Add(&c.list, move, unit, true, d, why)
}

// refusal returns why a player's command is refused, or "" if it isn't. told is whether
// its unit has been given a command before.
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

// Random sends every unit of the player in a random direction.
func (rules) Random(s *State, c *Commands) {
	for u := range s.UnitsOf(s.Me()) {
		c.Move(u.ID, Dir(s.Rand().Draw(int(North), int(West))))
	}
}
