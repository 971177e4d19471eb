package program

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"

	"github.com/botarena/arena/internal/cli/shell"
)

// newHelp returns the command that prints the help of others. Unlike cobra's own, it
// fails if there is no such command.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Print the help of a command",
		Example: "  arena help play",
		RunE: func(c *cobra.Command, args []string) error {
			about, unknown, err := root.Find(args)
			if err != nil || len(unknown) > 0 {
				return NoSuchCommand(root, args[len(args)-max(1, len(unknown))])
			}
			if about.DisableFlagParsing { // it starts another one
				about.SetContext(c.Context())
				return about.RunE(about, []string{"--help"})
			}
			about.InitDefaultHelpFlag() // so that it is listed, as with --help
			return about.Help()
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			about, unknown, err := root.Find(args)
			if err != nil || len(unknown) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var all []cobra.Completion
			for _, c := range about.Commands() {
				if c.IsAvailableCommand() {
					all = append(all, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			return all, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// The examples of all commands are written for shell.ExampleGame, and for bots in this order.
const (
	exampleBots   = "demo demo null null"
	exampleWithMe = "me demo null null"
	exampleRounds = " --set nb_rounds=50"
)

// fitExamples makes the examples of all commands fit an arena of other games: they name
// its first one, and as many bots as that seats. Of those that come with the arena, null alone plays any game.
func fitExamples(c *cobra.Command, games engine.Games) {
	fit := Fitted(games)
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		c.Example = fit.Replace(c.Example)
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(c)
}

// Fitted puts the first game of an arena, and as many bots as that seats, into an example.
func Fitted(games engine.Games) *strings.Replacer {
	if _, err := games.Find(shell.ExampleGame); err == nil || len(games) == 0 {
		return strings.NewReplacer()
	}
	setup := games[0].Default()
	bots := strings.TrimSpace(strings.Repeat("null ", setup.Seats()))
	rounds := exampleRounds
	if _, err := setup.With("nb_rounds", 50); err != nil {
		rounds = ""
	}
	return strings.NewReplacer(
		shell.ExampleGame, games[0].Info().Name,
		exampleBots, bots,
		exampleWithMe, "me "+strings.TrimPrefix(bots, "null "),
		exampleRounds, rounds,
	)
}

// NoSuchCommand says that there is no command of a name, and which one may be meant.
func NoSuchCommand(root *cobra.Command, typed string) error {
	if meant := alsoTyped[typed]; meant != "" {
		return shell.Misused("arena "+meant, "%s: no such command", typed)
	}
	return shell.NoSuchCommand(root, typed)
}
