package cli

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
)

// Commands returns the commands of an arena with their flags and helps, to document them.
// They print to nowhere.
func Commands(games engine.Games) *cobra.Command {
	root := newRoot(&program{games: games, out: &output{to: io.Discard}, err: newScreen(io.Discard)})
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	return root
}

func newRoot(s *program) *cobra.Command {
	list, from := false, &botFlags{}
	root := &cobra.Command{
		Use:   "arena",
		Short: "Play matches of programming-game bots",
		Long: `arena plays matches of programming-game bots. It starts every bot as a process of
its own, asks it for commands round by round, and records the match.`,
		Example:       "  arena play orkisland examples/demo examples/demo examples/null examples/null",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case list && len(args) <= 1:
				return listBots(c.Context(), s, from, args, false)
			case c.Flags().Changed("bots"):
				return misused("arena --list --bots "+safe.Shell(from.dir), "--bots: has no effect without --list")
			case len(args) == 0:
				return c.Help()
			}
			return noSuchCommand(c, args[0])
		},
	}
	root.Flags().BoolVar(&list, "list", false, "list the bots in the bots folder, as arena bots does")
	from.registerDir(root)
	root.Version = arenaVersion() // adds the flag
	root.SetVersionTemplate(s.versions())
	root.InitDefaultVersionFlag() // so that help lists it
	root.SetHelpCommand(newHelp(root))
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(
		newPlay(s), newTalk(s), newSeries(s), newCompare(s), s.reader(newResults(s)), newLeague(s), newWorker(s), newDev(s), newTune(s), newCheck(s), newBench(s), newProfile(s), newRerun(s), newBranch(s),
		s.reader(newView(s)), s.reader(newExport(s)), newSite(s), s.reader(newReplay(s)), s.reader(newTranscript(s)), s.reader(newVerify(s)),
		newNew(s), newDoctor(s), newGames(s), newLines(s), s.reader(newBoard(s)), newBots(s), newBot(s), newVersion(s), newWork(s),
	)
	fitExamples(root, s.games)
	return root
}

func noSuchCommand(root *cobra.Command, typed string) error {
	hint := "arena --help"
	if root.SuggestionsMinimumDistance <= 0 {
		root.SuggestionsMinimumDistance = 2
	}
	if similar := root.SuggestionsFor(typed); len(similar) > 0 {
		hint = "arena " + similar[0]
	}
	return misused(hint, "%s: no such command", safe.Name(typed))
}

// wantArgs checks the number of arguments of a command; a negative most means no
// limit.
func wantArgs(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		help := c.CommandPath() + " --help"
		switch {
		case len(args) < least:
			return misused(help, "%s: too few arguments; usage: %s", c.CommandPath(), c.UseLine())
		case most >= 0 && len(args) > most:
			return misused(help, "%s: one argument too many; usage: %s", safe.Name(args[most]), c.UseLine())
		}
		return nil
	}
}

// findGame finds the game that the user named.
func (s *program) findGame(name string) (engine.Game, error) {
	game, err := s.games.Find(safe.Name(name))
	if err != nil {
		return nil, misused("arena games", "%w", err)
	}
	return game, nil
}
