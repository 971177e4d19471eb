package moria

import "github.com/botarena/arena/engine"

// Pos is a cell of the board: row from the top and column from the left, from 0.
type Pos = engine.Pos

// nowhere is where units are that are on no cell.
var nowhere = Pos{Row: -1, Col: -1}

// Terrain is the type of a cell. Only rock changes: it becomes a cave or an abyss.
type Terrain byte

// The types of cells. Their values are the characters of board files.
const (
	NoTerrain Terrain = 0   // of cells off the board
	Outside   Terrain = 'O' // the frame around the mountain
	Cave      Terrain = 'C'
	Abyss     Terrain = 'A'
	Granite   Terrain = 'G'
	Rock      Terrain = 'R'
)

// String returns the name of the terrain, such as "cave".
func (t Terrain) String() string {
	switch t {
	case Outside:
		return "outside"
	case Cave:
		return "cave"
	case Abyss:
		return "abyss"
	case Granite:
		return "granite"
	case Rock:
		return "rock"
	}
	return "nothing"
}

// Kind is the type of a unit. It never changes.
type Kind int

// The types of units. The last three are Sauron's.
const (
	Dwarf Kind = iota
	Wizard
	Orc
	Troll
	Balrog
)

var kinds = [...]string{"dwarf", "wizard", "orc", "troll", "balrog"}

// String returns the name of the type, such as "dwarf".
func (k Kind) String() string {
	if k < 0 || int(k) >= len(kinds) {
		return "nobody"
	}
	return kinds[k]
}

// IsSauron says whether units of this type are Sauron's.
func (k Kind) IsSauron() bool { return k >= Orc && k <= Balrog }

// Dir is a direction that a unit can be told to go. The zero value is none of
// them; a command with it is ignored.
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
	{},
	{Row: 1},
	{Row: 1, Col: 1},
	{Col: 1},
	{Row: -1, Col: 1},
	{Row: -1},
	{Row: -1, Col: -1},
	{Col: -1},
	{Row: 1, Col: -1},
	{},
}

var dirNames = [...]string{
	"no direction", "south", "southeast", "east", "northeast", "north", "northwest", "west", "southwest", "none",
}

// Dirs returns the eight directions but for None, in circular order from South.
func Dirs() [8]Dir {
	return [...]Dir{South, SouthEast, East, NorthEast, North, NorthWest, West, SouthWest}
}

// Straight returns the four directions that are open to wizards: South, East,
// North and West.
func Straight() [4]Dir { return [...]Dir{South, East, North, West} }

// Valid says whether d is one of the nine directions.
func (d Dir) Valid() bool { return d >= South && d <= None }

// IsDiagonal says whether d changes row and column.
func (d Dir) IsDiagonal() bool { return d >= South && d < None && d%2 == 0 }

// From returns the cell that lies in this direction from a cell, on the board or
// not. It is p itself for None and for what is no direction.
func (d Dir) From(p Pos) Pos {
	if !d.Valid() {
		return p
	}
	return p.Add(offsets[d])
}

// String returns the name of the direction, such as "southeast".
func (d Dir) String() string {
	if !d.Valid() {
		return dirNames[0]
	}
	return dirNames[d]
}

// Between returns the direction of a step between two cells: None if they are
// the same, 0 if they are no neighbours.
func Between(from, to Pos) Dir {
	for d := South; d <= None; d++ {
		if d.From(from) == to {
			return d
		}
	}
	return 0
}

// Chebyshev is the distance in steps of dwarves, if nothing is in the way: the
// larger of the differences of rows and columns.
func Chebyshev(p, q Pos) int {
	d := p.Sub(q)
	return max(d.Row, -d.Row, d.Col, -d.Col)
}

// Manhattan is the distance in straight steps, if nothing is in the way: the sum
// of the differences of rows and columns.
func Manhattan(p, q Pos) int {
	d := p.Sub(q)
	return max(d.Row, -d.Row) + max(d.Col, -d.Col)
}
