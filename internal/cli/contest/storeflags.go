package contest

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/botarena/arena/internal/contest/series"

	"github.com/botarena/arena/internal/cli/shell"
)

const storeHelp = `Every match is kept in a store, an SQLite file named after the game. A match that is
in it is not played again. So the same command goes on where it was stopped, by Ctrl-C
or otherwise, and with a greater number it plays what is missing; arena results shows
what there is. Without -s, a command goes on with the seed that it had before.`

// storeFlags are the flags for the store of a command that plays many matches.
type storeFlags struct {
	path string
	keep KeepFlag
}

// noStore is the name of a file with which nothing is kept.
const noStore = "none"

func (f *storeFlags) Register(c *cobra.Command) {
	c.Flags().StringVar(&f.path, "store", "", "`FILE` that keeps the matches (default: GAME.db); \"none\" keeps none")
	f.keep.Register(c)
}

// KeepFlag says of which matches replays are kept.
type KeepFlag series.Keep

var _ pflag.Value = (*KeepFlag)(nil)

// Type implements [pflag.Value].
func (f *KeepFlag) Type() string   { return "which" }
func (f *KeepFlag) String() string { return string(*f) }

// Set implements [pflag.Value].
func (f *KeepFlag) Set(text string) error {
	if !slices.Contains(series.Keeps, series.Keep(text)) {
		return errors.New("no such replays")
	}
	*f = KeepFlag(text)
	return nil
}

// Register registers a flag for the replays that a store keeps.
func (f *KeepFlag) Register(c *cobra.Command) {
	*f = KeepFlag(series.KeepFaults)
	c.Flags().Var(
		f, "keep", "replays that the store keeps, of `WHICH` matches: all, faults, losses (of the first bot) or none")
	names := make([]string, len(series.Keeps))
	for i, keep := range series.Keeps {
		names[i] = string(keep)
	}
	shell.Must(c.RegisterFlagCompletionFunc("keep", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)))
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
