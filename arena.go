//go:build !wasip1

// Package arena is the arena as a library of one function. A program that calls
// [Main] is the whole arena for the games it is given: it plays matches and series,
// checks bots, and shows, replays and verifies matches.
//
// The arena that comes with the repository is cmd/arena:
//
//	func main() { arena.Main(games.All()...) }
//
// Anybody can write a game in a module of their own and build an arena for it in the
// same way; docs/adding-a-game.md explains how:
//
//	func main() { arena.Main(tron.Game) }
//	func main() { arena.Main(append(games.All(), tron.Game)...) }
//
// The bots of sdk/bots come with every arena. Of those, null plays any game.
//
// Leagues are held by a program of its own, which is made in the same way: see package league.
//
// Compiled for GOOS=wasip1 and GOARCH=wasm, the same program is the reader of matches of its
// games, for web sites; see arena site.
package arena

import (
	"embed"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/bot/find/linked"
	"github.com/botarena/arena/internal/bot/sdks"
	"github.com/botarena/arena/internal/cli"
)

// sources has all that a bot in Go needs, which `arena new` puts beside it, and a league builds it with.
//
//go:embed go.mod go.sum LICENSE sdk/*.go sdk/inside/*.go sdk/sdktest/*.go
//go:embed engine/*.go engine/*/*.go engine/games/*/*.go engine/games/*/*.md engine/games/*/sdk proto/*/v1/*.go
//go:embed internal/base/botwire engine/enginetest/duel/*.go proto/duel/v1/*.proto
var sources embed.FS

func init() { sdks.Sources = sources } // for arena-league, too, which builds what others hand in

// Main runs the arena's command line on the arguments of the process and does not
// return. The exit code is 0 for success, 1 for failure and 2 for wrong usage.
//
// It panics if two games have the same name. Call it first in main: for series and
// benchmarks the arena starts its own executable again, and everything before Main
// runs again too.
func Main(games ...engine.Game) { cli.Main(engine.NewGames(games...), linked.Bots(), sources) }
