package cli

import (
	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/contest/bench"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/process/worker"
)

// newWork returns the hidden command with which the arena starts itself, to do a
// part of its work in another process.
func newWork(s *program) *cobra.Command {
	return &cobra.Command{
		Use:    "work",
		Short:  "Do a part of a series or a benchmark; started by the arena",
		Hidden: true,
		Args:   wantArgs(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			tasks := map[string]worker.Task{series.TaskName: series.Task(s.games), bench.TaskName: bench.Task(s.games)}
			if !worker.Serve(c.Context(), c.InOrStdin(), s.out.to, tasks) {
				return errTold
			}
			return nil
		},
	}
}
