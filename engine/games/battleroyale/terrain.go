package battleroyale

import (
	"cmp"

	"github.com/botarena/arena/engine"
)

// Pos is a tile of the board: row from the top and column from the left, from 0.
type Pos = engine.Pos

// Terrain is the kind of a tile. It never changes during a match.
type Terrain byte

// The kinds of terrain. Their values are the characters of board files.
const (
	NoTerrain Terrain = 0 // off the board
	Empty     Terrain = '.'
	Wall      Terrain = 'X'
)

// String returns the name of the terrain, such as "wall".
func (t Terrain) String() string { return cmp.Or(terrainNames[t], "nothing") }

var terrainNames = [256]string{Empty: "empty", Wall: "wall"}
