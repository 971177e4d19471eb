package orkisland

import (
	"cmp"

	"github.com/botarena/arena/engine"
)

// Pos is a cell of the board: row from the top and column from the left, from 0.
type Pos = engine.Pos

// Terrain is the kind of a cell. It never changes during a match.
type Terrain byte

// The kinds of terrain. Their values are the characters of board files.
const (
	NoTerrain Terrain = 0 // off the board
	Water     Terrain = 'W'
	Grass     Terrain = '.'
	Forest    Terrain = 'F'
	Sand      Terrain = 'S'
	City      Terrain = 'C'
	Path      Terrain = 'P'
)

// String returns the name of the terrain, such as "water".
func (t Terrain) String() string { return cmp.Or(terrainNames[t], "nothing") }

var terrainNames = [256]string{
	Water: "water", Grass: "grass", Forest: "forest", Sand: "sand", City: "city", Path: "path",
}

func (t Terrain) valid() bool { return terrainNames[t] != "" }

// isWild reports whether orks are born on cells of this terrain. Rules 2.
func (t Terrain) isWild() bool { return t == Grass || t == Forest || t == Sand }
