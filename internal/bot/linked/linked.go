// Package linked makes an executable that imports it a bot, if it is started as one: see [executable.Linked].
//
// The bots are those of sdk/bots. They are served while packages are initialised, before most of the arena is: that
// would cost a bot twice the time of its start.
package linked

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/bots"
)

func init() {
	if len(os.Args) > 1 && os.Args[1] == executable.LinkedWord {
		os.Exit(serve(os.Args[2:], os.Stderr))
	}
}

// serve serves a bot to the arena that has started this process. If it returns, it was started by hand.
func serve(args []string, stderr io.Writer) int {
	all := bots.All()
	if len(args) != 1 || all[args[0]] == nil || os.Getenv("ARENA_LINES") == "" {
		fmt.Fprintf(stderr, "%s: the arena starts the bots that come with it so\nhint: arena play --help\n",
			executable.LinkedWord)
		return 2
	}
	sdk.Serve(all[args[0]]...)
	return 0
}

// Bots returns the bots that come with the arena, sorted.
func Bots() []executable.Linked {
	all := bots.All()
	list := make([]executable.Linked, 0, len(all))
	for _, name := range slices.Sorted(maps.Keys(all)) {
		list = append(list, executable.Linked{Name: name, Games: gamesOf(all[name])})
	}
	return list
}

// gamesOf returns the games that bots play, nil for any.
func gamesOf(list []sdk.Bot) (games []string) {
	for _, bot := range list {
		name := bot.Info().Name
		if name == "" {
			return nil
		}
		games = append(games, name)
	}
	return games
}
