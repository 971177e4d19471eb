package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/starter"

	"github.com/botarena/arena/internal/cli/shell"
)

// opponent is the bot for a first match, if the bots folder has it. One can learn from its
// play.
const opponent = "demo"

type newOptions struct{ dir, language, game string }

// NewNew returns the command that begins a bot.
func NewNew(s *shell.Shell) *cobra.Command {
	o := &newOptions{}
	c := &cobra.Command{
		Use:   "new NAME",
		Short: "Begin a bot, in any of several languages",
		Long: `Begin a bot: make a folder NAME with one that plays at once, to be changed.

  go, python, cpp, js   use an SDK, which comes with the arena; nothing is to be installed
                        but the language itself
  rust, java, sh        show the line protocol, which a bot in any language can speak

A bot in Go or C++ can also be compiled for WASI, as one file for every system:
docs/bots.md.`,
		Example: "  arena new zorg\n  arena new zorg --lang python --game orkisland",
		Args:    shell.WantArgs(1, 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			o.dir = args[0]
			return beginBot(c.Context(), s, o)
		},
	}
	languages := starter.Languages()
	o.language = languages[0]
	shell.Enum[string]{Values: languages}.Register(c, &o.language, "lang", "the `LANGUAGE`: %s")
	usual := shell.ExampleGame
	if _, err := s.Games.Find(usual); err != nil && len(s.Games) > 0 {
		usual = s.Games[0].Info().Name
	}
	c.Flags().StringVar(&o.game, "game", usual, "the `GAME` that it plays")
	shell.Must(
		c.RegisterFlagCompletionFunc("game", cobra.FixedCompletions(s.Games.Names(), cobra.ShellCompDirectiveNoFileComp)))
	return c
}

func beginBot(ctx context.Context, s *shell.Shell, o *newOptions) error {
	game, err := s.FindGame(o.game)
	if err != nil {
		return err
	}
	files, err := starter.Write(o.dir, o.language, game)
	if err != nil {
		return err
	}
	safe.Fprintf(s.Out, "%s: a bot for %s\n  %s\n", o.dir, game.Info().Title, strings.Join(files, " "))
	seats := slices.Repeat([]string{o.dir}, game.Default().Seats())
	from := shell.BotFlags{Dir: shell.DefaultBotsDir()}
	if slices.Contains(from.Places().Names(game.Info().Name), opponent) {
		copy(seats[(len(seats)+1)/2:], slices.Repeat([]string{opponent}, len(seats)))
	}
	fmt.Fprintf(s.Out, "play: %s\n", safe.Shell(append([]string{"arena", "play", game.Info().Name}, seats...)...))
	if o.language == "go" {
		s.Err.Progress("making it a Go module")
		err = find.MakeModule(ctx, o.dir)
		s.Err.Clear()
	}
	return err
}
