// Package games lists the games that the arena comes with.
package games

import (
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/battleroyale"
	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/games/starships"
)

var all = engine.NewGames(
	battleroyale.Game,
	moria.Game,
	orkisland.Game,
	starships.Game,
)

// All returns the games, sorted by name. The list is the caller's own.
func All() engine.Games { return slices.Clone(all) }
