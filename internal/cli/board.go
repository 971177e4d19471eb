package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
)

func newBoard(s *program) *cobra.Command {
	o := &setupFlags{}
	c := &cobra.Command{
		Use:   "board GAME",
		Short: "Print the board of a match as a board file",
		Long: `Print the board of a match with the given seed, as a board file. Matches played
with -i and that file have this board for every seed.`,
		Example:           "  arena board orkisland -s 42 > board.cnf",
		Args:              wantArgs(1, 1),
		ValidArgsFunction: s.completeGame(nil),
		RunE: func(_ *cobra.Command, args []string) error {
			game, err := s.findGame(args[0])
			if err != nil {
				return err
			}
			setup, err := o.setup(game)
			if err != nil {
				return err
			}
			drawn := !o.seed.given
			if err := o.seed.draw(); err != nil {
				return err
			}
			m, err := setup.New(make([]string, setup.Seats()), o.seed.value, engine.Randomness(o.random))
			if err != nil {
				return err
			}
			if drawn {
				fmt.Fprintf(s.err, "seed %d\n", o.seed.value)
			}
			_, _ = s.out.Write(m.Board().Text())
			return nil
		},
	}
	o.register(s, c, "seed of the match (default: drawn at random)")
	return c
}
