// Package dummy has the opponents to beat: bots that know their games. The program examples/dummy serves them.
package dummy

import (
	"github.com/botarena/arena/engine/games/battleroyale"
	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/games/starships"
	"github.com/botarena/arena/sdk"
)

// Bots returns them, one for each game.
func Bots() []sdk.Bot {
	return []sdk.Bot{
		sdk.Remember(battleroyale.Bot, (*battleRoyale).play),
		sdk.Remember(moria.Bot, (*moriaClan).play),
		sdk.Remember(orkisland.Bot, (*orkIsland).play),
		sdk.Remember(starships.Bot, (*starShips).play),
	}
}
