package bot

import (
	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/contest/bench"
	"github.com/botarena/arena/sdk"

	"github.com/botarena/arena/internal/cli/shell"
)

// The arguments that turn the arena itself into a bot, or into a process that
// answers bare bytes, for measurements.
var (
	benchBotArgs  = []string{"bench", "bot"}
	benchEchoArgs = []string{"bench", "echo"}
)

// newBenchBot serves the bot of the benchmarks, for all games.
func newBenchBot(s *shell.Shell) *cobra.Command {
	return &cobra.Command{
		Use:    benchBotArgs[1],
		Short:  "Act as the bot of the benchmarks",
		Hidden: true,
		Args:   shell.WantArgs(0, 0),
		Run: func(*cobra.Command, []string) {
			var bots []sdk.Bot
			for _, g := range s.Games {
				bots = append(bots, sdk.Player(g.Info(), g.Random()).Named("random", ""))
			}
			sdk.Serve(bots...)
		},
	}
}

func newBenchEcho() *cobra.Command {
	return &cobra.Command{
		Use:    benchEchoArgs[1],
		Short:  "Answer bare bytes",
		Hidden: true,
		Args:   shell.WantArgs(0, 0),
		RunE:   func(*cobra.Command, []string) error { return bench.Echo() },
	}
}
