package battleroyale

import "github.com/botarena/arena/engine"

// Pos is a tile of the board: row from the top and column from the left, from 0.
type Pos = engine.Pos

// nowhere is where a unit is that there is not.
var nowhere = Pos{Row: -1, Col: -1}

// Terrain is what a tile is of. It never changes during a match.
type Terrain byte

// The kinds of terrain. Their values are the characters of board files.
const (
	NoTerrain Terrain = 0 // of tiles off the board
	Empty     Terrain = '.'
	Wall      Terrain = 'X'
)

// String returns the name of the terrain, such as "wall".
func (t Terrain) String() string {
	switch t {
	case Empty:
		return "empty"
	case Wall:
		return "wall"
	}
	return "nothing"
}

// Kind is what a unit is. It never changes during a match.
type Kind byte

// The kinds of units. Their values are the characters of board files.
const (
	NoKind Kind = 0 // of units that there are not
	Farmer Kind = 'f'
	Knight Kind = 'k'
)

// String returns the name of the kind, such as "knight".
func (k Kind) String() string {
	switch k {
	case Farmer:
		return "farmer"
	case Knight:
		return "knight"
	}
	return "nothing"
}

// Dir is a direction that a unit can be told to go. The zero value is none of
// them; a command with it is refused.
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

// Valid says whether d is one of the five directions.
func (d Dir) Valid() bool { return d >= North && d <= None }

// From returns the tile that lies in this direction from a tile, on the board or
// not; [State.Dest] stays on the board. It is p itself for None and for what is no
// direction.
func (d Dir) From(p Pos) Pos {
	switch d {
	case North:
		p.Row--
	case South:
		p.Row++
	case East:
		p.Col++
	case West:
		p.Col--
	}
	return p
}

// Reverse returns the opposite direction. It is d itself for None and for what is
// no direction.
func (d Dir) Reverse() Dir {
	switch d {
	case North:
		return South
	case South:
		return North
	case East:
		return West
	case West:
		return East
	}
	return d
}

// String returns the name of the direction, such as "north".
func (d Dir) String() string {
	switch d {
	case North:
		return "north"
	case South:
		return "south"
	case East:
		return "east"
	case West:
		return "west"
	case None:
		return "none"
	}
	return "no direction"
}
