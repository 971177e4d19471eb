package shell

import (
	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
)

// WantArgs checks the number of arguments of a command; a negative most means no
// limit.
func WantArgs(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		help := c.CommandPath() + " --help"
		switch {
		case len(args) < least:
			return Misused(help, "%s: too few arguments; usage: %s", c.CommandPath(), c.UseLine())
		case most >= 0 && len(args) > most:
			return Misused(help, "%s: one argument too many; usage: %s", args[most], c.UseLine())
		}
		return nil
	}
}

// FindGame finds the game that the user named.
func (s *Shell) FindGame(name string) (engine.Game, error) {
	game, err := s.Games.Find(safe.Name(name))
	if err != nil {
		return nil, Misused("arena games", "%w", err)
	}
	return game, nil
}

// WorkerArgs are the arguments that make the arena a worker.
var WorkerArgs = []string{"work"}

// ExampleGame is the game that the examples of all commands are written for.
const ExampleGame = "orkisland"
