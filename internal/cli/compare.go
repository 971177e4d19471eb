package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/schedule"
)

type compareOptions struct {
	manyOptions
	testOptions
}

// testOptions say what makes a bot better than another, and when enough is known of it.
type testOptions struct {
	comparedBy
	field []string
	most  int // matches
}

func (o *testOptions) register(c *cobra.Command) {
	o.comparedBy.register(c)
	c.Flags().StringSliceVar(&o.field, "field", nil, "`BOTS` that play along, as dummy,demo")
}

// wholeGroups returns after how many matches a comparison ends, whatever is known then.
func (o *testOptions) wholeGroups() (int, error) {
	most := o.most - o.most%matchesOfGroup
	if most < matchesOfGroup {
		return 0, misused("--max 2000", "--max: %d is less than a group of %d matches", o.most, matchesOfGroup)
	}
	return most, nil
}

// versus is a schedule of two bots, and others that play along.
type versus interface {
	schedule.Schedule
	At(number int) schedule.Match
}

// room returns an error unless all have a seat.
func (o *testOptions) room(setup engine.Setup) error {
	title, seats := setup.Game().Info().Title, setup.Seats()
	switch {
	case seats < 2:
		return misused("arena games lists the games", "%s: only one bot plays it", title)
	case len(o.field) > 0 && seats < 3:
		return misused("leave it out", "%s: %s has two seats, for the old bot and the new one", o.field[0], title)
	}
	return nil
}

// byTurns reports whether new and old share all seats, and sit by turns: of all ways to
// seat them, that needs the fewest matches (docs/statistics.md).
func (o *testOptions) byTurns(seats int) bool { return len(o.field) == 0 && seats%2 == 0 }

// versus returns who sits where.
func (o *testOptions) versus(seats int, first uint64) (versus, error) {
	if o.byTurns(seats) {
		lineup := make([]int, seats)
		for seat := range lineup {
			lineup[seat] = [...]int{schedule.New, schedule.Old}[seat%2]
		}
		return schedule.NewRotations(lineup, first), nil
	}
	return schedule.NewVersus(o.mixture(seats), len(o.field), matchesOfGroup, first)
}

// format names that schedule in a store.
func (o *testOptions) format(seats int) string {
	if o.byTurns(seats) {
		return "by turns"
	}
	m := o.mixture(seats)
	return fmt.Sprintf("versus %d:%d:%d of %d, groups of %d", m.New, m.Old, m.Field, len(o.field), matchesOfGroup)
}

func (o *testOptions) mixture(seats int) schedule.Mixture {
	if len(o.field) > 0 {
		return schedule.Mixture{New: 1, Old: 1, Field: seats - 2}
	}
	return schedule.Mixture{New: seats - seats/2, Old: seats / 2}
}

func newCompare(s *program) *cobra.Command {
	o := &compareOptions{}
	c := &cobra.Command{
		Use:   "compare GAME OLD NEW",
		Short: "Find out whether a bot is better than another, in as few matches as that takes",
		Long: `Find out whether a bot is better than another, in as few matches as that takes.

It is not asked how many matches to play. After each group of matches, a test looks at
all results so far, and stops when they say enough: that NEW is better, that it is
worse, or that the difference, if there is one, is below --margin. Whenever it stops,
and however often it has looked, a verdict is false with a chance of 5 % at most.
docs/statistics.md says how.

A group is two matches with one seed. In the second, OLD and NEW have exchanged their
seats, so that neither board nor seats favour one of them. Without --field each has
half of the seats. With it, each has one, and the others are for the bots of the field,
in turn.

--by pairs asks who is ahead: its result is the share of pairs of a seat of NEW's and
one of OLD's in which NEW had the higher score; ties count half. --by score asks by how
much: 0.8 stands for twice the other's score, 0.5 for the same. It finds smaller
differences, but counts a high win more than a narrow one.

` + storeHelp,
		Example: `  arena compare orkisland examples/null examples/demo
  arena compare orkisland old/zorg zorg --field demo,dummy --bots examples`,
		RunE: func(c *cobra.Command, args []string) error {
			o.game, o.bots = args[0], []string{args[2], args[1]} // schedule.New, schedule.Old
			return compare(c, s, o)
		},
	}
	o.manyOptions.register(s, c, "seed of the first group (default: drawn at random)")
	c.Args = wantArgs(3, 3)
	o.testOptions.register(c)
	c.Flags().IntVar(&o.most, "max", 2000, "play `NUMBER` matches at most")
	return c
}

func compare(c *cobra.Command, s *program, o *compareOptions) error {
	setup, err := o.setupFor(s)
	if err != nil {
		return err
	}
	run, err := o.begin(c.Context(), s, setup)
	if err != nil {
		return err
	}
	stopped := run.play(c.Context(), run.matches.Matches(), run.most, run.found)
	run.tellReports()
	told := run.found.tell(s.out, o.json)
	if !o.json && stopped == nil && run.found.undecided() {
		fmt.Fprintf(s.out, "hint: the same command with --max %d goes on\n", 2*max(o.most, run.found.played))
	}
	return errors.Join(stopped, told, run.close())
}

// comparison is a comparison while it is played.
type comparison struct {
	*manyMatches
	matches schedule.Schedule
	most    int // matches
	found   *findings
}

// begin meets the bots, new and old and those of the field, to play with this setup.
func (o *compareOptions) begin(ctx context.Context, s *program, setup engine.Setup) (*comparison, error) {
	if err := o.room(setup); err != nil {
		return nil, err
	}
	run := &comparison{}
	var err error
	if run.found, err = o.newFindings(); err != nil {
		return nil, err
	}
	if run.most, err = o.wholeGroups(); err != nil {
		return nil, err
	}
	o.bots = append(o.bots, o.field...)
	if run.manyMatches, err = o.prepare(ctx, s, setup); err != nil {
		return nil, err
	}
	run.bots.Entrants = run.bots.Apart()
	if run.bots.Entrants[schedule.New].Bot.Same(run.bots.Entrants[schedule.Old].Bot) {
		return nil, misused("keep a copy of the old one, as by git worktree", "%s: NEW and OLD are the same program", o.bots[0])
	}
	if err = run.remember(ctx, kindCompare, o.format(setup.Seats())); err != nil {
		return nil, err
	}
	run.matches, err = o.versus(setup.Seats(), o.setup.seed.value)
	if err != nil {
		return nil, err
	}
	run.found.common = run.common()
	return run, nil
}

// setupFor returns the setup that was typed.
func (o *matchOptions) setupFor(s *program) (engine.Setup, error) {
	game, err := s.findGame(o.game)
	if err != nil {
		return nil, err
	}
	return o.setup.setup(game)
}
