package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"

	"github.com/botarena/arena/internal/cli/bot"
	"github.com/botarena/arena/internal/cli/contest"
	"github.com/botarena/arena/internal/cli/league"
	"github.com/botarena/arena/internal/cli/match"
	"github.com/botarena/arena/internal/cli/setup"
	"github.com/botarena/arena/internal/cli/shell"
)

// Commands returns the commands of an arena with their flags and helps, to document them.
// They print to nowhere.
func Commands(games engine.Games) *cobra.Command {
	root := newRoot(&shell.Shell{Games: games, Out: &shell.Output{To: io.Discard}, Err: shell.NewScreen(io.Discard)})
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	return root
}

func newRoot(s *shell.Shell) *cobra.Command {
	list, from := false, &shell.BotFlags{}
	root := &cobra.Command{
		Use:   "arena",
		Short: "Play matches of programming-game bots",
		Long: `arena plays matches of programming-game bots. It starts every bot as a process of
its own, asks it for commands round by round, and records the match.`,
		Example:       "  arena play orkisland demo demo null null",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
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
			return noSuchCommand(c, args[0])
		},
	}
	root.Flags().BoolVar(&list, "list", false, "list the bots in the bots folder, as arena bot list does")
	from.RegisterDir(root)
	root.Version = shell.ArenaVersion() // adds the flag
	root.SetVersionTemplate(s.Versions())
	root.InitDefaultVersionFlag() // so that help lists it
	root.SetHelpCommand(newHelp(root))
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	root.SetUsageFunc(usage)
	root.SetFlagErrorFunc(shell.FlagError)
	root.AddCommand(
		match.NewPlay(s), match.NewTalk(s), contest.NewSeries(s), contest.NewCompare(s), s.Reader(contest.NewResults(s)),
		league.NewLeague(s), league.NewWorker(s), contest.NewDev(s), contest.NewTune(s), bot.NewCheck(s), bot.NewBench(s),
		bot.NewProfile(s), match.NewRerun(s), match.NewBranch(s),
		s.Reader(match.NewView(s)), s.Reader(match.NewExport(s)), match.NewSite(s), s.Reader(match.NewReplay(s)),
		s.Reader(match.NewTranscript(s)), s.Reader(match.NewVerify(s)),
		bot.NewNew(s), setup.NewDoctor(s), setup.NewGames(s), setup.NewLines(s), s.Reader(setup.NewBoard(s)),
		bot.NewBot(s), shell.NewVersion(s), newWork(s), shell.RenamedCommand("bots", "bot", "list"),
	)
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		shell.Group(completion) // cobra's own shows its help for a shell that it has nothing for
	}
	fitExamples(root, s.Games)
	shell.Strict(root)
	return root
}

func noSuchCommand(root *cobra.Command, typed string) error {
	if meant := alsoTyped[typed]; meant != "" {
		return shell.Misused("arena "+meant, "%s: no such command", typed)
	}
	return shell.NoSuchCommand(root, typed)
}
