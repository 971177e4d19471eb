package moria

import (
	"cmp"

	"github.com/botarena/arena/engine"
)

// Pos is a cell of the board: row from the top and column from the left, from 0.
type Pos = engine.Pos

// Terrain is the type of a cell. Only rock changes: it becomes a cave or an abyss.
type Terrain byte

// The types of cells. Their values are the characters of board files.
const (
	NoTerrain Terrain = 0   // off the board
	Outside   Terrain = 'O' // the frame around the mountain
	Cave      Terrain = 'C'
	Abyss     Terrain = 'A'
	Granite   Terrain = 'G'
	Rock      Terrain = 'R'
)

// String returns the name of the terrain, such as "cave".
func (t Terrain) String() string { return cmp.Or(terrainNames[t], "nothing") }

var terrainNames = [256]string{Outside: "outside", Cave: "cave", Abyss: "abyss", Granite: "granite", Rock: "rock"}
