package program

import (
	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/process/worker"

	"github.com/botarena/arena/internal/cli/shell"
)

// NewWork returns the hidden command with which the arena starts itself, to do a
// part of its work in another process.
func NewWork(s *shell.Shell, tasks map[string]worker.Task) *cobra.Command {
	return &cobra.Command{
		Use:    "work",
		Short:  "Do a part of a series or a benchmark; started by the arena",
		Hidden: true,
		Args:   shell.WantArgs(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			if !worker.Serve(c.Context(), c.InOrStdin(), s.Out.To, tasks) {
				return shell.ErrTold
			}
			return nil
		},
	}
}
