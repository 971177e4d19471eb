// Code generated of examples/demo by go generate ./sdk/bots; DO NOT EDIT.

// Package demo has the bots of examples/demo, to be played inside of another program. To begin a bot of
// your own, copy examples/demo.
package demo

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
		sdk.Play(battleroyale.Bot, playBattleRoyale),
		sdk.Play(moria.Bot, playMoria),
		sdk.Play(orkisland.Bot, playOrkIsland),
		sdk.Play(starships.Bot, playStarships),
	}
}
