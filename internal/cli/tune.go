package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/params"
	"github.com/botarena/arena/internal/schedule"
	"github.com/botarena/arena/internal/tune"
	"github.com/botarena/arena/internal/words"
)

type tuneOptions struct {
	manyOptions
	testOptions
	matches int // of the search
	write   bool
}

func newTune(s *program) *cobra.Command {
	o := &tuneOptions{}
	c := &cobra.Command{
		Use:   "tune GAME BOT",
		Short: "Search for better values of the parameters of a bot",
		Long: `Search for better values of the parameters of a bot.

A bot declares its parameters in params.json in its folder, or in bot.params.json
beside bot.py: numbers with a default and a range.

  ` + params.Example + `

It reads them by sdk.Param("spread", 3) in Go, arena.param("spread", 3) in Python, and
in any language from the environment variable ARENA_PARAMS, as spread=3. Wherever a
bot is typed, values can follow: arena play GAME zorg:spread=5 zorg zorg zorg.

The search plays the bot against itself with other values, in groups as those of arena
compare, and learns from all of them which values are good. At the end, arena compare
plays the best values against those at the start, on fresh seeds, so that what is found
by luck is found out. --write makes the best values the defaults if they are better.
docs/tuning.md tells more.

` + storeHelp,
		Example: `  arena tune orkisland zorg -n 1600 --write
  arena tune orkisland zorg --field demo,dummy --bots examples`,
		RunE: func(c *cobra.Command, args []string) error {
			o.game, o.bots = args[0], []string{args[1]}
			return tuneBot(c, s, o)
		},
	}
	o.manyOptions.register(s, c, "seed of the first group (default: drawn at random)")
	c.Args = wantArgs(2, 2)
	o.testOptions.register(c)
	c.Flags().IntVarP(&o.matches, "matches", "n", 1600, "search for `NUMBER` of matches")
	c.Flags().IntVar(&o.most, "max", 2000, "play `NUMBER` matches at most to compare the best values with those at the start")
	c.Flags().BoolVar(&o.write, "write", false, "write the best values into the bot's params.json if they are better")
	return c
}

func tuneBot(c *cobra.Command, s *program, o *tuneOptions) error {
	run, err := o.begin(c.Context(), s)
	if err != nil {
		return err
	}
	searched := run.search(c.Context())
	run.tellReports()
	err = errors.Join(searched, run.close())
	if !o.json && run.groups > 0 {
		run.print(s.out)
	}
	if err != nil {
		return err
	}
	return run.confirm(c)
}

// begin checks what was typed, meets the bots, and settles the seed.
func (o *tuneOptions) begin(ctx context.Context, s *program) (*tuning, error) {
	setup, err := o.setupFor(s)
	if err != nil {
		return nil, err
	}
	if err := o.room(setup); err != nil {
		return nil, err
	}
	if _, err := o.newFindings(); err != nil {
		return nil, err
	}
	if _, err := o.wholeGroups(); err != nil {
		return nil, err
	}
	if o.matches < 1 {
		return nil, misused("-n 1600", "--matches: %d is less than 1", o.matches)
	}
	typed := o.bots[0]
	o.bots = append([]string{typed, typed}, o.field...)
	run := &tuning{o: o}
	if run.manyMatches, err = o.prepare(ctx, s, setup); err != nil {
		return nil, err
	}
	run.bots.Entrants = run.bots.Apart()
	run.bot, run.field = run.bots.Entrants[schedule.New], run.bots.Entrants[schedule.FirstOfField:]
	declared := run.bot.Bot.Parameters
	if declared == nil {
		return nil, &bots.Error{Typed: typed, Reason: "has no parameters", Fix: bots.HowToDeclare(run.bot.Bot.Command.Path)}
	}
	if o.write && run.bot.Bot.Packed {
		return nil, misused("tune it without --write, or tune its source", "--write: %s is a package, and can't be changed", words.Name(typed))
	}
	run.space, run.start = declared.Space, declared.Values
	if err := run.remember(ctx, kindTune, run.format()); err != nil {
		return nil, err
	}
	run.first = o.setup.seed.value
	if run.versus, err = o.versus(setup.Seats(), run.first); err != nil {
		return nil, err
	}
	matchesOfStep := tune.Step * matchesOfGroup
	run.steps = (o.matches + matchesOfStep - 1) / matchesOfStep
	run.tuner = tune.New(run.space.WithDefaults(run.start), run.steps*tune.Step, run.first)
	return run, nil
}

// format names all that a search depends on but its seed. It does not depend on how long it
// is: with a greater number it goes on.
func (r *tuning) format() string {
	ranges := make([]string, len(r.space))
	for i, p := range r.space {
		kind := ""
		if p.Integer {
			kind += " integer"
		}
		if p.Scale != params.Linear {
			kind += " " + string(p.Scale)
		}
		ranges[i] = fmt.Sprintf("%s %s..%s%s", p.Name, params.Number(p.Low), params.Number(p.High), kind)
	}
	return fmt.Sprintf("search %d by %s: %s; %s", tune.Version, r.o.by, r.o.format(r.setup.Seats()), strings.Join(ranges, ", "))
}

// withoutValues is a bot as it was typed without values of parameters.
func withoutValues(typed string) string {
	bot, _ := bots.SplitValues(typed)
	return bot
}

// howToRead is advice about a bot on which its parameters have no effect.
func howToRead(space params.Space) string {
	name, value := space[0].Name, params.Number(space[0].Default)
	return fmt.Sprintf("it reads them by sdk.Param(%q, %s) in Go, arena.param(%q, %s) in Python, %s elsewhere", name, value, name, value, words.Shell("$ARENA_PARAMS"))
}
