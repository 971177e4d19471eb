// Code generated of examples/search by go generate ./sdk/bots; DO NOT EDIT.

// Package search has the bots of examples/search, to be played inside of another program. To begin a bot of
// your own, copy examples/search.
package search

import (
	"github.com/botarena/arena/engine/games/starships"
	"github.com/botarena/arena/sdk"
)

// Bots returns them, one for each game.
func Bots() []sdk.Bot {
	return []sdk.Bot{
		sdk.Remember(starships.Bot, (*starShips).play),
	}
}
