// Command dummy is the opponent to beat: a bot that knows its games.
package main

import (
	"github.com/botarena/arena/engine/games/battleroyale"
	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/games/starships"
	"github.com/botarena/arena/sdk"
)

func main() {
	sdk.Serve(
		sdk.Remember(battleroyale.Bot, (*battleRoyale).play),
		sdk.Remember(moria.Bot, (*moriaClan).play),
		sdk.Remember(orkisland.Bot, (*orkIsland).play),
		sdk.Remember(starships.Bot, (*starShips).play),
	)
}
