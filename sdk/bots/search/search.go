// Package search has a bot that looks ahead by trial: it makes up many plans for the
// next rounds, plays each of them on a Sim, and follows the best. It knows little
// about the games; what it knows is in the guess of what the others do, and in the
// worth of a match. It beats demo and loses to dummy.
//
// The number of plans that it tries is fixed, and they fit into half of the usual CPU
// time, so it plays the same match again. Only if CPU time runs short does it try
// fewer, which depends on the machine: it never draws on its bank.
//
// Each game has a file of its own. The program examples/search serves the bot.
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
