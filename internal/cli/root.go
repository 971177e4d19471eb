// Package cli is the arena's command line: it reads what people type and prints answers, nothing else. The commands are
// in folders by subject, and share package shell.
package cli

import (
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/sdks"
	"github.com/botarena/arena/internal/contest/bench"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/worker"

	"github.com/botarena/arena/internal/cli/bot"
	"github.com/botarena/arena/internal/cli/contest"
	"github.com/botarena/arena/internal/cli/join"
	"github.com/botarena/arena/internal/cli/match"
	"github.com/botarena/arena/internal/cli/setup"
	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/program"
)

// Commands returns the commands of an arena with their flags and helps, to document them. They print to nowhere. Of
// arena league it has those that ofLeague returns; if that is nil, those that start arena-league.
func Commands(games engine.Games, ofLeague func(*shell.Shell) []*cobra.Command) *cobra.Command {
	s := &shell.Shell{Games: games, Out: &shell.Output{To: io.Discard}, Err: shell.NewScreen(io.Discard)}
	root := newRoot(s, ofLeague)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	return root
}

func newRoot(s *shell.Shell, ofLeague func(*shell.Shell) []*cobra.Command) *cobra.Command {
	list, from := false, &shell.BotFlags{}
	root := &cobra.Command{
		Use:   "arena",
		Short: "Play matches of programming-game bots",
		Long: `arena plays matches of programming-game bots. It starts every bot as a process of
its own, asks it for commands round by round, and records the match.`,
		Example: "  arena play orkisland demo demo null null",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case list && len(args) <= 1:
				return bot.ListBots(c.Context(), s, from, args, false)
			case c.Flags().Changed("bots"):
				return shell.Misused("arena --list --bots "+safe.Shell(from.Dir), "--bots: has no effect without --list")
			case len(args) == 0 && shell.IsTerminal(s.Out.To):
				fmt.Fprint(s.Out, firstSteps(s.Games))
				return nil
			case len(args) == 0:
				return c.Help()
			}
			return program.NoSuchCommand(c, args[0])
		},
	}
	root.Flags().BoolVar(&list, "list", false, "list the bots in the bots folder, as arena bot list does")
	from.RegisterDir(root)
	root.AddCommand(
		match.NewPlay(s), match.NewTalk(s), contest.NewSeries(s), contest.NewCompare(s), s.Reader(contest.NewResults(s)),
		join.NewLeague(s, ofLeague), join.NewWorker(s), contest.NewDev(s), contest.NewTune(s), bot.NewCheck(s),
		bot.NewBench(s), bot.NewProfile(s), match.NewRerun(s), match.NewBranch(s),
		s.Reader(match.NewView(s)), s.Reader(match.NewExport(s)), match.NewSite(s), s.Reader(match.NewReplay(s)),
		s.Reader(match.NewTranscript(s)), s.Reader(match.NewVerify(s)),
		bot.NewNew(s), bot.NewNewGame(s), setup.NewDoctor(s), setup.NewGames(s), setup.NewLines(s),
		s.Reader(setup.NewBoard(s)), bot.NewBot(s), shell.NewVersion(s), program.NewWork(s, map[string]worker.Task{
			series.TaskName: series.Task(s.Games), bench.TaskName: bench.Task(s.Games),
		}), shell.RenamedCommand("bots", "bot", "list"),
	)
	program.Dress(root, s)
	return root
}

// firstSteps is what somebody reads who types arena alone: what to type next, in the order in which it is needed.
func firstSteps(games engine.Games) string {
	return program.Fitted(games).Replace(`arena plays matches of programming-game bots. What next?

  arena play orkisland demo demo null null          play a match
  arena play orkisland demo demo null null --view   watch one in the browser
  arena new mine                                    begin a bot of your own
  arena compare orkisland demo mine                 is yours better than demo?
  arena --help                                      all commands
`)
}

// Main runs the command line for the given games on the arguments of the process,
// and exits. The linked bots are those that come with this arena, and sources the files of its module that a bot in Go
// needs.
func Main(games engine.Games, linked []executable.Linked, sources fs.FS) {
	sdks.Sources = sources
	program.Main(games, linked, os.Args[1:], func(s *shell.Shell) *cobra.Command { return newRoot(s, nil) })
}
