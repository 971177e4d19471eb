// Package contest has the commands that play many matches of the same bots, and say what came of it.
package contest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/tournament"
)

type seriesOptions struct {
	manyOptions
	matches int
	all     bool
	costs   bool
}

// NewSeries returns the command arena series.
func NewSeries(s *shell.Shell) *cobra.Command {
	o := &seriesOptions{}
	c := &cobra.Command{
		Use:   "series GAME BOT...",
		Short: "Play many matches of the same bots and sum them up",
		Long: `Play many matches of the same bots and sum them up.

If there are as many bots as seats, they play in groups of matches with one seed: in
each they move on by one seat, until all have been in every seat. The next group has the
next seed. If there are more bots, they take turns, so that all play about as often,
meet each other about as often and sit in every seat about as often; --all plays all
line-ups in turn instead.

Each figure comes with a ±: the true one is that near with a chance of 95 %. Matches of
a group share their luck, which is accounted for; fewer than 10 groups say too little
for a ±. docs/statistics.md explains the figures.

With -j, several matches are played at a time, each by a process of the arena on a
processor of its own. The result is the same if the bots are reproducible, which
arena check tests.

` + storeHelp + `

On the first bots that are frozen, reports are written to the folder faults, as by arena
play: on three of each kind of verdict on each bot, or with -j on one by each worker.
What the bots write is not shown.`,
		Example: `  arena series orkisland demo demo null null -n 200 -s 1000
  arena series orkisland demo dummy null search gandalf -n 400`,
		RunE: func(c *cobra.Command, args []string) error {
			o.Game, o.Bots = args[0], args[1:]
			return playSeries(c, s, o)
		},
	}
	o.Register(s, c, "`SEED` of the first group (default: drawn at random)")
	c.Flags().IntVarP(&o.matches, "matches", "n", 100, "play `N` matches")
	c.Flags().BoolVar(&o.costs, "costs", false, "show CPU times as well, which differ from run to run")
	c.Flags().BoolVar(&o.all, "all", false, "play all line-ups of the bots, each in all rotations")
	return c
}

func playSeries(c *cobra.Command, s *shell.Shell, o *seriesOptions) error {
	setup, err := o.SetupFor(s)
	if err != nil {
		return err
	}
	if o.matches < 1 {
		return shell.Misused("-n 100", "--matches: %d is less than 1", o.matches)
	}
	if len(o.Bots) < setup.Seats() {
		return shell.CheckSeats(c, setup, o.Bots)
	}
	many, err := o.prepare(c.Context(), s, setup)
	if err != nil {
		return err
	}
	order, err := o.turns(setup, many.typed)
	if err != nil {
		return err
	}
	begin, err := many.begin()
	if err != nil {
		return err
	}
	begun, err := many.run.Remember(c.Context(), store.KindSeries, order.name, begin)
	if err != nil {
		return errors.Join(err, many.run.Memory.Close())
	}
	many.begun(begun)
	matches, err := order.from(begun.First)
	if err != nil {
		return errors.Join(err, many.run.Memory.Close())
	}
	found := tournament.NewStandings(many.common(many.run.Entrants, begun.First), o.costs)
	stopped := many.series(c.Context(), matches, o.matches, found)
	many.tellReports()
	return errors.Join(stopped, found.Tell(s.Out, o.JSON, stopped == nil), many.run.Memory.Close())
}

// series plays so many matches, and shows how that gets on.
func (r *manyMatches) series(
	ctx context.Context, matches schedule.Schedule, of int, found *tournament.Standings,
) error {
	return r.shown(ctx, of, func(ctx context.Context, begins func()) error {
		begins()
		return r.run.Play(ctx, matches.Matches(), of, func(m series.Match) bool {
			r.count(m, r.run.Entrants)
			found.Played(m)
			r.shows(m, r.run.Memory.Stored(), found.Look)
			return true
		})
	})
}

// turns is a way to choose who plays whom.
type turns struct {
	name string
	from func(first uint64) (schedule.Schedule, error)
}

// turns returns how the bots take turns.
func (o *seriesOptions) turns(setup engine.Setup, bots lineup.Lineup) (turns, error) {
	seats, different := setup.Seats(), len(bots.Entrants)
	switch {
	case o.all && different < seats:
		return turns{}, shell.Misused("leave out --all", "--all: takes %d different bots at least", seats)
	case o.all:
		return turns{"all", func(first uint64) (schedule.Schedule, error) {
			return schedule.NewAll(different, seats, first)
		}}, nil
	case len(bots.Typed) == seats:
		return turns{fmt.Sprint("rotations ", bots.Typed), func(first uint64) (schedule.Schedule, error) {
			return schedule.NewRotations(bots.Typed, first), nil
		}}, nil
	case different < len(bots.Typed):
		twice := bots.Entrants[bots.Typed[firstRepeated(bots.Typed)]]
		return turns{}, shell.Misused("give each bot once, or as many as there are seats",
			"%s: given twice, and there are more bots than the %d seats", twice.Bot.Typed, seats)
	}
	return turns{"balanced", func(first uint64) (schedule.Schedule, error) {
		return schedule.NewBalanced(make([]schedule.Stay, different), seats, true, first)
	}}, nil
}

// firstRepeated returns the index of the first element that has been there before.
func firstRepeated(list []int) int {
	for i, one := range list {
		if slices.Contains(list[:i], one) {
			return i
		}
	}
	return -1
}
