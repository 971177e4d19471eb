package bot

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/link"
	"github.com/botarena/arena/internal/bot/starter"

	"github.com/botarena/arena/internal/cli/shell"
)

// opponent is the bot for a first match, if the bots folder has it. One can learn from its
// play.
const opponent = "demo"

// mostUnseen is how many characters of a link are named that nobody sees.
const mostUnseen = 5

type newOptions struct {
	dir, language, game string
	from                string // a link to the playground; "" for a bot of the arena's
	code                []byte // the bot of the link; nil if there is none
	unseen              []link.Char
}

// NewNew returns the command that begins a bot.
func NewNew(s *shell.Shell) *cobra.Command {
	o := &newOptions{}
	c := &cobra.Command{
		Use:   "new NAME",
		Short: "Begin a bot, in any of several languages",
		Long: fmt.Sprintf(`Begin a bot: make a folder NAME with one that plays at once, to be changed.

  %-31s   use an SDK, which comes with the arena; nothing is to be
                                    installed but the language itself
  %-31s   shows the line protocol, which a bot in any language can speak

A bot in Go or C++ can also be compiled for WASI, as one file for every system:
docs/bots.md.

--from LINK takes the bot of a link to the playground, with its game and language
(docs/playground.md). Nothing is started by that: read it before you play it.`,
			strings.Join(language.Begun(true), ", "), strings.Join(language.Begun(false), ", ")),
		Example: "  arena new zorg\n  arena new zorg --lang python --game orkisland",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 2 && slices.Contains(starter.Languages(), args[1]) {
				return shell.Misused("arena new "+safe.Shell(args[0], "--lang", args[1]), "%s: one argument too many", args[1])
			}
			return shell.WantArgs(1, 1)(c, args)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(c *cobra.Command, args []string) error {
			o.dir = args[0]
			if o.from != "" {
				if err := o.read(c); err != nil {
					return err
				}
			}
			return beginBot(s, o)
		},
	}
	languages := starter.Languages()
	o.language = languages[0]
	shell.Enum[string]{Values: languages}.Register(c, &o.language, "lang", "`LANGUAGE` of the bot: %s")
	usual := shell.ExampleGame
	if _, err := s.Games.Find(usual); err != nil && len(s.Games) > 0 {
		usual = s.Games[0].Info().Name
	}
	c.Flags().StringVar(&o.game, "game", usual, "`GAME` that it plays")
	c.Flags().StringVar(&o.from, "from", "", "`LINK` to the playground with a bot in it")
	shell.Must(
		c.RegisterFlagCompletionFunc("game", cobra.FixedCompletions(s.Games.Names(), cobra.ShellCompDirectiveNoFileComp)))
	return c
}

// read takes the bot of a link, with its game and language.
func (o *newOptions) read(c *cobra.Command) error {
	for _, flag := range []string{"lang", "game"} {
		if c.Flags().Changed(flag) {
			return shell.Misused("leave it out", "--%s: the link says it", flag)
		}
	}
	of, err := link.Parse(o.from)
	if errors.As(err, new(*link.HiddenError)) {
		return hint.New("--from", err.Error(), "don't play it: the maker of the link meant to hide something").Because(err)
	}
	if err != nil {
		return hint.New("--from", err.Error(), "the page copies it whole, behind the # as well; quote it: --from 'LINK'").
			Because(err)
	}
	o.game, o.language, o.code, o.unseen = of.Game, of.Language, of.Code, of.Unseen()
	return nil
}

func beginBot(s *shell.Shell, o *newOptions) error {
	game, err := s.FindGame(o.game)
	if err != nil {
		return err
	}
	files, err := starter.Write(o.dir, o.language, game, o.code)
	if err != nil {
		return err
	}
	safe.Fprintf(s.Out, "%s: a bot for %s\n  %s\n", o.dir, game.Info().Title, strings.Join(inShort(files), " "))
	if o.code != nil {
		safe.Fprintf(s.Out, "read it before you play it: it is what the link says, and nobody else has looked at it\n")
	}
	for i, char := range o.unseen {
		if i == mostUnseen {
			fmt.Fprintf(s.Err, "warning: %s more\n", safe.Count(len(o.unseen)-i, "such character"))
			break
		}
		fmt.Fprintf(s.Err, "warning: %v is not seen, or changes the order of what is: more may run than you read\n", char)
	}
	seats := slices.Repeat([]string{o.dir}, game.Default().Seats())
	from := shell.BotFlags{Dir: shell.DefaultBotsDir()}
	for _, l := range shell.Linked {
		if strings.EqualFold(l.Name, filepath.Base(o.dir)) && from.Places().Hides(l.Name) != "" {
			fmt.Fprintf(s.Out, "note: here, %s is this bot from now on, and no longer the one that comes with the arena\n",
				l.Name)
		}
	}
	against := opponent
	if strings.EqualFold(against, filepath.Base(o.dir)) { // which hides that one
		against = "dummy"
	}
	if slices.Contains(from.Places().Names(game.Info().Name), against) {
		copy(seats[(len(seats)+1)/2:], slices.Repeat([]string{against}, len(seats)))
	}
	fmt.Fprintf(s.Out, "play: %s\n", safe.Shell(append([]string{"arena", "play", game.Info().Name}, seats...)...))
	return nil
}

// inShort names a folder in place of its files, if there are many.
func inShort(names []string) (short []string) {
	const most = 12
	in := map[string]int{}
	for _, name := range names {
		folder, _, _ := strings.Cut(name, "/")
		in[folder]++
	}
	for _, name := range names {
		if folder, _, _ := strings.Cut(name, "/"); in[folder] > most {
			name = folder + "/"
		}
		if !slices.Contains(short, name) {
			short = append(short, name)
		}
	}
	return short
}
