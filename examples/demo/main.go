// Command demo is a bot to learn from: short, with its reasons explained. It looks at
// most one round ahead and remembers nothing.
//
// Each game has a file of its own, with one function that plays a round. To start
// a bot of your own, copy main.go and the file of your game.
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
		sdk.Play(battleroyale.Bot, playBattleRoyale),
		sdk.Play(moria.Bot, playMoria),
		sdk.Play(orkisland.Bot, playOrkIsland),
		sdk.Play(starships.Bot, playStarships),
	)
}
