package league

import (
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/worker"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/leagues"
	"github.com/botarena/arena/internal/cli/shell/program"
)

// Main runs arena-league for the given games on the arguments of the process, and exits. The linked bots are those that
// come with it.
func Main(games engine.Games, linked []executable.Linked) {
	program.Main(games, linked, asArena(os.Args[1:]), newRoot)
}

func newRoot(s *shell.Shell) *cobra.Command {
	leagues.TellOther(s)
	root := &cobra.Command{Use: "arena", Short: "Hold leagues of programming-game bots"}
	root.AddCommand(leagues.NewGroup(Commands(s)...), shell.NewVersion(s),
		program.NewWork(s, map[string]worker.Task{series.TaskName: series.Task(s.Games)}))
	program.Dress(root, s)
	return root
}

// asArena returns the words of the arena for those of arena-league: "arena league add" for
// "arena-league add".
func asArena(args []string) []string {
	const group = "league"
	if len(args) > 0 {
		switch args[0] {
		case "version", "--version", shell.WorkerArgs[0]:
			return args
		case "help", cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd:
			return slices.Insert(slices.Clone(args), 1, group)
		}
	}
	return append([]string{group}, args...)
}
