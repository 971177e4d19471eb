package arena

import (
	"os"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/web/reader"
)

// Main reads a match from standard input and writes the data of the page to standard output:
// in a browser there are no processes, so all that an arena can do there is to show matches of
// its games. The exit code is 0, or 1 with the reason on standard error.
func Main(games ...engine.Game) {
	os.Exit(reader.Run(os.Stdin, os.Stdout, os.Stderr, engine.NewGames(games...)))
}
