// Package arena is the arena as a library of one function. A program that calls
// [Main] is the whole arena, for the games that it names: it plays matches and
// series, checks bots, shows, replays and verifies.
//
// The arena that comes with the repository is cmd/arena:
//
//	func main() { arena.Main(games.All()...) }
//
// Somebody with a game of their own, in a module of their own, builds an arena
// for it in the same way; docs/adding-a-game.md tells how to write one:
//
//	func main() { arena.Main(tron.Game) }
//	func main() { arena.Main(append(games.All(), tron.Game)...) }
package arena

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/cli"
)

// Main runs the arena's command line on the arguments of the process and does not
// return. The exit code is 0 for success, 1 for failure and 2 for wrong usage.
//
// It panics if two games have the same name. It must be called first thing in
// main: the arena starts its own executable again for series and benchmarks.
func Main(games ...engine.Game) { cli.Main(engine.NewGames(games...)) }
