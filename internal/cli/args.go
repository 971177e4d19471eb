package cli

import (
	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
)

// wantArgs checks the number of arguments of a command; a negative most means no
// limit.
func wantArgs(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		help := c.CommandPath() + " --help"
		switch {
		case len(args) < least:
			return misused(help, "%s: too few arguments; usage: %s", c.CommandPath(), c.UseLine())
		case most >= 0 && len(args) > most:
			return misused(help, "%s: one argument too many; usage: %s", safe.Name(args[most]), c.UseLine())
		}
		return nil
	}
}

// findGame finds the game that the user named.
func (s *program) findGame(name string) (engine.Game, error) {
	game, err := s.games.Find(safe.Name(name))
	if err != nil {
		return nil, misused("arena games", "%w", err)
	}
	return game, nil
}

// workerArgs are the arguments that make the arena a worker.
var workerArgs = []string{"work"}

// exampleGame is the game that the examples of all commands are written for.
const exampleGame = "orkisland"
