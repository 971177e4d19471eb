package setup

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/cli/shell"
)

// NewBoard returns the command arena board.
func NewBoard(s *shell.Shell) *cobra.Command {
	o := &shell.SetupFlags{}
	c := &cobra.Command{
		Use:   "board GAME",
		Short: "Print the board of a match as a board file",
		Long: `Print the board of a match with the given seed, as a board file. Matches played
with -i and that file have this board for every seed.`,
		Example:           "  arena board orkisland -s 42 > board.cnf",
		Args:              shell.WantArgs(1, 1),
		ValidArgsFunction: s.CompleteGame(nil),
		RunE: func(_ *cobra.Command, args []string) error {
			game, err := s.FindGame(args[0])
			if err != nil {
				return err
			}
			setup, err := o.Setup(game)
			if err != nil {
				return err
			}
			drawn := !o.Seed.Given
			if err := o.Seed.Draw(); err != nil {
				return err
			}
			m, err := setup.New(make([]string, setup.Seats()), o.Seed.Value, o.Random)
			if err != nil {
				return err
			}
			if drawn {
				fmt.Fprintf(s.Err, "seed %d\n", o.Seed.Value)
			}
			_, _ = s.Out.Write(m.Board().Text())
			return nil
		},
	}
	o.Register(s, c, "`SEED` of the match (default: drawn at random)")
	return c
}
