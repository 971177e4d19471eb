package bot

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/check"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/contest/lineup"

	"github.com/botarena/arena/internal/cli/shell"
)

type checkOptions struct {
	from  shell.BotFlags
	bot   string
	game  string
	set   []string
	quiet bool
	json  bool
}

// NewCheck returns the command arena check.
func NewCheck(s *shell.Shell) *cobra.Command {
	o := &checkOptions{}
	c := &cobra.Command{
		Use:   "check BOT",
		Short: "Check that a bot does everything a match needs",
		Long: `Check that a bot does everything a match needs, against random players. The
steps:

  describe      it starts and names the games it plays
  start         it answers the first State
  rounds        it plays a whole match within the limits
  seats         it plays from the other seats
  size          it plays on a larger board
  limits        how near it came to the limits
  end           it leaves the match and keeps running
  restart       in the same process, the same match gets the same commands
  reproducible  in a fresh process, the same match gets the same commands

They are those of all games that the bot plays; of one game, if --game or the bot's
bot.txt names it. The check ends at the first step that fails and says what to do
about it.`,
		Example:           "  arena check demo\n  arena check mybot --game orkisland --cpu 20ms",
		Args:              shell.WantArgs(1, 1),
		ValidArgsFunction: shell.CompleteBotsUpTo(1),
		RunE: func(c *cobra.Command, args []string) error {
			o.bot = args[0]
			return checkBot(c.Context(), s, o)
		},
	}
	o.from.Register(c)
	c.Flags().StringVar(&o.game, "game", "", "check only this `GAME`")
	c.Flags().StringArrayVar(&o.set, "set", nil, "change a setting, as `NAME=VALUE`; repeatable")
	c.Flags().BoolVarP(&o.quiet, "quiet", "q", false, "show neither progress nor what the bot writes")
	c.Flags().BoolVar(&o.json, "json", false, "print the steps as JSON")
	shell.Must(
		c.RegisterFlagCompletionFunc("game", cobra.FixedCompletions(s.Games.Names(), cobra.ShellCompDirectiveNoFileComp)))
	shell.Must(c.RegisterFlagCompletionFunc(
		"set", func(c *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return s.CompleteSettings(c, []string{o.game}, typed)
		}))
	return c
}

func checkBot(ctx context.Context, s *shell.Shell, o *checkOptions) error {
	list, err := o.games(s)
	if err != nil {
		return err
	}
	run, err := o.from.Host()
	if err != nil {
		return err
	}
	s.Err.Progress("starting the bot")
	finder := o.from.Finder()
	finder.Game = o.game
	bot, err := finder.Find(ctx, o.bot)
	if err != nil {
		s.Err.Clear()
		return lineup.StartError(ctx, nil, err)
	}
	if o.game == "" && bot.Game != "" {
		s.Err.Clear()
		if list, err = onlyGame(s, bot); err != nil {
			return err
		}
	}
	options := check.Options{Host: run, Name: bot.Name}
	if options.Setup, err = o.setup(list); err != nil {
		s.Err.Clear()
		return err
	}
	if !o.quiet {
		options.Host.Output, options.Watch = s.Err, shell.RoundProgress{Screen: s.Err}
	}
	out := &checkPrinter{s: s, json: o.json}
	ok, err := check.Run(ctx, bot.Command, list, options, out.step)
	s.Err.Clear()
	return out.end(bot, ok, err)
}

func (o *checkOptions) games(s *shell.Shell) ([]engine.Game, error) {
	if o.game == "" {
		return s.Games, nil
	}
	game, err := s.FindGame(o.game)
	return []engine.Game{game}, err
}

// setup returns the settings that were typed, or nil if none were.
func (o *checkOptions) setup(list []engine.Game) (engine.Setup, error) {
	switch {
	case len(o.set) == 0:
		return nil, nil
	case len(list) != 1:
		return nil, shell.Misused("--game GAME says which", "--set: only one game has these settings")
	}
	return shell.ChangeSettings(list[0].Default(), o.set)
}

// onlyGame returns the game that the bot.txt of a bot names, and says that it is the only
// one.
func onlyGame(s *shell.Shell, bot find.Bot) ([]engine.Game, error) {
	game, err := s.Games.Find(bot.Game)
	if err != nil {
		return nil, unfit.New(
			bot.Typed, safe.Sprintf("a bot for %s, as its bot.txt says", bot.Game),
			"arena games lists the games",
		)
	}
	fmt.Fprintf(s.Err, "note: only %s is checked, the game that its bot.txt names\n", game.Info().Title)
	return []engine.Game{game}, nil
}

// checkPrinter prints each step when it is done, or all of them at the end as JSON.
type checkPrinter struct {
	s     *shell.Shell
	json  bool
	steps []check.Step
}

func (p *checkPrinter) step(step check.Step) {
	p.steps = append(p.steps, step)
	if !p.json {
		p.s.Err.Clear()
		printStep(p.s.Out, step)
	}
}

func printStep(to io.Writer, s check.Step) {
	line := func(mark, text string) { fmt.Fprintf(to, "%-4s  %-12s  %s\n", mark, s.Name, text) }
	if !s.OK() {
		line("FAIL", s.Failure)
		fmt.Fprintf(to, "hint: %s\n", s.Hint)
		return
	}
	line("ok", strings.Join(s.Seen, ", "))
	for _, w := range s.Warnings {
		line("warn", w)
	}
}

// end prints the end of a check. A failed step has been printed already.
func (p *checkPrinter) end(bot find.Bot, ok bool, err error) error {
	if p.json {
		if untold := shell.PrintJSON(p.s.Out, newCheckJSON(bot, p.steps, ok)); err == nil {
			err = untold
		}
	}
	if err == nil && !ok {
		err = shell.ErrTold
	}
	return err
}

type checkJSON struct {
	Bot   string     `json:"bot"` // as typed
	Path  string     `json:"path"`
	OK    bool       `json:"ok"` // all steps were done and none failed
	Steps []stepJSON `json:"steps"`
}

type stepJSON struct {
	Step     string    `json:"step"`
	Game     string    `json:"game,omitempty"`
	OK       bool      `json:"ok"`
	Seen     []string  `json:"seen"`
	Warnings []string  `json:"warnings"`
	Failure  string    `json:"failure,omitempty"`
	Hint     string    `json:"hint,omitempty"`
	Used     *usedJSON `json:"used,omitempty"`
}

type usedJSON struct {
	Rounds       int   `json:"rounds"`
	Commands     int   `json:"commands"`
	MostCommands int   `json:"most_commands"` // in one round
	CPUMean      int64 `json:"cpu_mean_ns"`
	CPU99        int64 `json:"cpu_99_ns"` // the 99th percentile
	CPUWorst     int64 `json:"cpu_worst_ns"`
	Bank         int64 `json:"bank_ns"`
	Wall         int64 `json:"wall_ns"`      // of the slowest answer
	Bytes        int   `json:"answer_bytes"` // of the longest answer
	Output       int   `json:"output_bytes"`
}

func newCheckJSON(bot find.Bot, steps []check.Step, ok bool) checkJSON {
	all := checkJSON{Bot: bot.Typed, Path: bot.Command.Path, OK: ok, Steps: []stepJSON{}}
	for _, s := range steps {
		one := stepJSON{
			Step: s.Name, Game: s.Game.Name, OK: s.OK(),
			Seen: append([]string{}, s.Seen...), Warnings: append([]string{}, s.Warnings...),
			Failure: s.Failure, Hint: s.Hint,
		}
		if u := s.Used; u != nil {
			one.Used = &usedJSON{
				u.Rounds, u.Commands, u.MostCommands,
				int64(u.CPU.Mean), int64(u.CPU.P99), int64(u.CPU.Worst), int64(u.Bank), int64(u.Wall), u.Bytes, u.Output,
			}
		}
		all.Steps = append(all.Steps, one)
	}
	return all
}
