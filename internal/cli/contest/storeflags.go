package contest

import (
	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/contest/series"

	"github.com/botarena/arena/internal/cli/shell"
)

const storeHelp = `Every match is kept in a store, an SQLite file named after the game. A match that is
in it is not played again. So the same command goes on where it was stopped, by Ctrl-C
or otherwise, and with a greater number it plays the missing matches; arena results shows
the others. Without -s, a command goes on with the seed that it had before.`

// storeFlags are the flags for the store of a command that plays many matches.
type storeFlags struct {
	path string
	keep series.Keep
}

// noStore is the name of a file with which nothing is kept.
const noStore = "none"

func (f *storeFlags) Register(c *cobra.Command) {
	c.Flags().StringVar(&f.path, "store", "", "`FILE` that keeps the matches (default: GAME.db); \"none\" keeps none")
	shell.RegisterKeep(c, &f.keep)
}

// file returns the file of the store, or "" if there is none.
func (f *storeFlags) file(game string) string {
	switch f.path {
	case "":
		return game + ".db"
	case noStore:
		return ""
	}
	return f.path
}
