package orkisland

import "github.com/botarena/arena/engine"

// Pos is a cell of the board: row from the top and column from the left, from 0.
type Pos = engine.Pos

// Terrain is what a cell is of. It never changes during a match.
type Terrain byte

// The kinds of terrain. Their values are the characters of board files.
const (
	NoTerrain Terrain = 0 // of cells off the board
	Water     Terrain = 'W'
	Grass     Terrain = '.'
	Forest    Terrain = 'F'
	Sand      Terrain = 'S'
	City      Terrain = 'C'
	Path      Terrain = 'P'
)

// Impassable is what [State.Cost] says of water: more than any health.
const Impassable = 1 << 30

// String returns the name of the terrain, such as "water".
func (t Terrain) String() string {
	switch t {
	case Water:
		return "water"
	case Grass:
		return "grass"
	case Forest:
		return "forest"
	case Sand:
		return "sand"
	case City:
		return "city"
	case Path:
		return "path"
	}
	return "nothing"
}

func (t Terrain) valid() bool { return t.String() != "nothing" }

// isWild says whether orks are born on cells of this terrain. Rules 2.
func (t Terrain) isWild() bool { return t == Grass || t == Forest || t == Sand }

// Dir is a direction that an ork can be told to go. The zero value is none of
// them, and wastes the ork's command.
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

// Valid says whether d is one of the five directions.
func (d Dir) Valid() bool { return d >= North && d <= None }

// From returns the cell that lies in this direction from a cell, on the board or
// not. It is p itself for None and for what is no direction.
func (d Dir) From(p Pos) Pos { return p.Add(d.offset()) }

func (d Dir) offset() Pos {
	switch d {
	case North:
		return Pos{Row: -1}
	case South:
		return Pos{Row: 1}
	case East:
		return Pos{Col: 1}
	case West:
		return Pos{Col: -1}
	}
	return Pos{}
}

// Between returns the direction of a step between two cells: None if they are
// the same, 0 if they are no neighbours.
func Between(from, to Pos) Dir {
	for d := North; d <= None; d++ {
		if d.From(from) == to {
			return d
		}
	}
	return 0
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
