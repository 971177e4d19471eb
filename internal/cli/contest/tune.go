package contest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/progress"

	"github.com/botarena/arena/internal/cli/shell"
)

type tuneOptions struct {
	manyOptions
	testOptions
	matches int // of the search
	write   bool
}

// NewTune returns the command arena tune.
func NewTune(s *shell.Shell) *cobra.Command {
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
plays the best values against those at the start, on fresh seeds, so that luck does not
count. --write makes the best values the defaults if they are better.
docs/better.md tells more.

` + storeHelp,
		Example: `  arena tune orkisland zorg -n 1600 --write
  arena tune orkisland zorg --field demo,dummy`,
		RunE: func(c *cobra.Command, args []string) error {
			o.Game, o.Bots = args[0], []string{args[1]}
			return tuneBot(c, s, o)
		},
	}
	o.manyOptions.Register(s, c, "`SEED` of the first group (default: drawn at random)")
	c.Args = shell.WantArgs(2, 2)
	o.testOptions.Register(c)
	c.Flags().IntVarP(&o.matches, "matches", "n", 1600, "search for `N` matches")
	o.flag = "compare-max"
	c.Flags().IntVar(&o.most, o.flag, 2000, "then play `N` matches at most, to compare the best values with those at the start")
	shell.RenamedFlag(c, "max", o.flag)
	c.Flags().BoolVar(&o.write, "write", false, "write the best values into the bot's params.json if they are better")
	return c
}

func tuneBot(c *cobra.Command, s *shell.Shell, o *tuneOptions) error {
	run, err := o.begin(c.Context(), s)
	if err != nil {
		return err
	}
	searched := run.play(c.Context())
	run.tellReports()
	err = errors.Join(searched, run.search.Memory.Close())
	if !o.JSON && run.search.Groups > 0 {
		run.Print(s.Out, searched == nil)
	}
	if err != nil {
		return err
	}
	return run.confirm(c)
}

// tuning searches for better values of parameters, and reports on it.
type tuning struct {
	*manyMatches
	o      *tuneOptions
	search *contest.Search
}

// begin checks the command line, meets the bots, and settles the seed.
func (o *tuneOptions) begin(ctx context.Context, s *shell.Shell) (*tuning, error) {
	setup, err := o.SetupFor(s)
	if err != nil {
		return nil, err
	}
	if err := o.possible(setup); err != nil {
		return nil, err
	}
	if o.matches < 1 {
		return nil, shell.Misused("-n 1600", "--matches: %d is less than 1", o.matches)
	}
	typed := o.Bots[0]
	o.Bots = append([]string{typed}, o.field...)
	run := &tuning{o: o}
	if run.manyMatches, err = o.prepare(ctx, s, setup); err != nil {
		return nil, err
	}
	run.run.Entrants = run.typed.Apart()
	bot := run.run.Entrants[0].Bot
	if run.search, err = contest.NewSearch(run.run, o.question(), o.matches); errors.Is(err, contest.ErrNoParameters) {
		return nil, unfit.New(typed, err.Error(), bot.HowToDeclare())
	}
	if err != nil {
		return nil, err
	}
	if o.write && bot.Packed {
		return nil, shell.Misused("tune it without --write, or tune its source",
			"--write: %s is a package, and can't be changed", typed)
	}
	if o.write {
		if err := mayWrite(bot); err != nil {
			return nil, err
		}
	}
	begin, err := run.begin()
	if err != nil {
		return nil, err
	}
	begun, err := run.search.Begin(ctx, begin)
	if err != nil {
		return nil, errors.Join(err, run.search.Memory.Close())
	}
	run.begun(begun)
	return run, nil
}

// play searches, and tells how that gets on.
func (r *tuning) play(ctx context.Context) error {
	search := r.search
	state := progress.State{Of: search.Of(), Begun: time.Now()}
	search.Step = func() {
		state.Matches, state.Stored = search.Played(), search.Memory.Stored()
		left := progress.Left(state, time.Now())
		if left != "" {
			left = ", " + left
		}
		best := search.Space.Typed(search.Best())
		r.s.Err.Progress("match %d of %d%s; best so far: %s", state.Matches, state.Of, left, best)
	}
	search.Progress = func(p contest.Progress) { r.count(p.Match, p.Entrants) }
	err := search.Play(ctx)
	if none := new(contest.NoEffectError); errors.As(err, &none) {
		err = hint.New(none.Bot.Typed, "its parameters made no difference in "+safe.Count(none.Matches, "match"), "")
		return hint.With(err, howToRead(search.Space))
	}
	if err != nil {
		return r.stopped(ctx, fmt.Errorf("search, beyond the first %s: %w", safe.Count(search.Played(), "match"), err))
	}
	return nil
}

// howToRead is advice about a bot on which its parameters have no effect.
func howToRead(space params.Space) string {
	name, value := space[0].Name, params.Number(space[0].Default)
	return fmt.Sprintf("it reads them by sdk.Param(%q, %s) in Go, arena.param(%q, %s) in Python, %s elsewhere",
		name, value, name, value, safe.Shell("$ARENA_PARAMS"))
}
