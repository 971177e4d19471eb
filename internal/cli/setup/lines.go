package setup

import (
	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/docgen/linesdoc"

	"github.com/botarena/arena/internal/cli/shell"
)

// NewLines returns the command arena lines.
func NewLines(s *shell.Shell) *cobra.Command {
	return &cobra.Command{
		Use:   "lines [GAME]",
		Short: "Print the protocol of bots in any language, or all lines of a game",
		Long: `Print the line protocol, by which a bot can be any program that reads lines of words
from standard input and writes lines of words to standard output.

With a game, print all lines that a bot is sent in it and the commands that it may
answer, with an example of each and what it means.`,
		Example: `  arena lines
  arena lines orkisland`,
		Args:              shell.WantArgs(0, 1),
		ValidArgsFunction: s.CompleteGame(nil),
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := linesdoc.Protocol()
			if len(args) == 1 {
				game, unknown := s.FindGame(args[0])
				if unknown != nil {
					return unknown
				}
				text, err = linesdoc.Of(game)
			}
			if err != nil {
				return err
			}
			_, err = s.Out.Write(text)
			return err
		},
	}
}
