// Package league is the program that holds leagues, as a library of one function. It has the server, the pages and the
// figures of a league, which no arena needs that only plays: there, arena league starts this program.
//
// The one that comes with the repository is cmd/arena-league. An arena for games of your own needs one for these, too,
// by the name arena-league in the same folder:
//
//	func main() { league.Main(tron.Game) }
package league

import (
	_ "github.com/botarena/arena" // which carries what a bot in Go is built with
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/bot/find/linked"
	"github.com/botarena/arena/internal/cli/league"
)

// Main runs arena-league on the arguments of the process and does not return. The exit code is 0 for success, 1 for
// failure and 2 for wrong usage.
//
// It panics if two games have the same name. Call it first in main: to play matches it starts its own executable
// again, and everything before Main runs again too.
func Main(games ...engine.Game) { league.Main(engine.NewGames(games...), linked.Bots()) }
