package contest

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/evidence"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/tournament"
)

type compareOptions struct {
	manyOptions
	testOptions
}

// testOptions say what makes a bot better than another, and when enough is known of it.
type testOptions struct {
	comparedBy
	field []string
	most  int    // matches
	flag  string // that says how many
}

func (o *testOptions) Register(c *cobra.Command) {
	o.comparedBy.Register(c)
	c.Flags().StringSliceVar(&o.field, "field", nil, "`BOTS` that play along, such as dummy,demo")
}

// question returns the question to the matches.
func (o *testOptions) question() comparison.Question {
	q := o.comparedBy.question()
	q.Field = len(o.field)
	return q
}

// possible returns an error for a comparison that can't be.
func (o *testOptions) possible(setup engine.Setup) error {
	if err := fits(o.question(), setup, o.field); err != nil {
		return err
	}
	if _, err := o.answer(); err != nil {
		return err
	}
	_, err := comparison.WholeGroups(o.most)
	if few := new(comparison.TooFewError); errors.As(err, &few) {
		return shell.Misused("--"+o.flag+" 2000", "--%s: %w", o.flag, few)
	}
	return err
}

// fits returns an error if two bots can't be compared in a game, with this field, and says what to type instead.
func fits(q comparison.Question, setup engine.Setup, field []string) error {
	title := setup.Game().Info().Title
	switch err := q.Fits(setup.Seats()); {
	case errors.Is(err, comparison.ErrOneSeat):
		return shell.Misused("arena games lists the games", "%s: only one bot plays it", title)
	case errors.Is(err, comparison.ErrNoField):
		return shell.Misused("leave it out", "%s: %s has two seats, for the old bot and the new one", field[0], title)
	default:
		return err
	}
}

// NewCompare returns the command arena compare.
func NewCompare(s *shell.Shell) *cobra.Command {
	o := &compareOptions{}
	c := &cobra.Command{
		Use:   "compare GAME OLD NEW",
		Short: "Find out whether a bot is better than another, in as few matches as that takes",
		Long: `Find out whether a bot is better than another, in as few matches as that takes.

You need not say how many matches to play. After each group of matches, a test looks at
all results so far, and stops when they say enough: that NEW is better, that it is
worse, or that the difference, if there is one, is below --margin. Whenever it stops,
and however often it has looked, its answer is false with a chance of 5 % at most.
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
		Example: `  arena compare orkisland demo dummy
  arena compare orkisland old/zorg zorg --field demo,dummy`,
		RunE: func(c *cobra.Command, args []string) error {
			o.Game, o.Bots = args[0], []string{args[2], args[1]} // schedule.New, schedule.Old
			return compare(c, s, o)
		},
	}
	o.manyOptions.Register(s, c, "`SEED` of the first group (default: drawn at random)")
	c.Args = shell.WantArgs(3, 3)
	o.testOptions.Register(c)
	o.flag = "matches"
	c.Flags().IntVarP(&o.most, o.flag, "n", 2000, "play `N` matches at most")
	shell.RenamedFlag(c, "max", o.flag)
	return c
}

func compare(c *cobra.Command, s *shell.Shell, o *compareOptions) error {
	setup, err := o.SetupFor(s)
	if err != nil {
		return err
	}
	if err := o.possible(setup); err != nil {
		return err
	}
	o.Bots = append(o.Bots, o.field...)
	many, err := o.prepare(c.Context(), s, setup)
	if err != nil {
		return err
	}
	t := contest.Terms{Run: many.run, Question: o.question(), Most: o.most}
	t.Entrants = many.typed.Apart()
	if t.Begin, err = many.begin(); err != nil {
		return err
	}
	found, stopped := many.compare(c.Context(), t)
	if found == nil {
		if errors.Is(stopped, comparison.ErrSame) {
			fix := "keep a copy before you change it: cp -r " + safe.Shell(o.Bots[0], "old")
			if many.typed.Entrants[0].Bot.Kind == language.Linked { // it has no folder, and nobody changes it
				fix = "begin one of your own, to change: arena new mine --game " + setup.Game().Info().Name
			}
			return shell.Misused(fix, "%s: NEW and OLD are the same program", o.Bots[0])
		}
		return stopped
	}
	many.tellReports()
	told := found.Tell(s.Out, o.JSON)
	if stopped == nil {
		many.hintAtMore(found, "-n", o.most)
	}
	return errors.Join(stopped, told)
}

// enough is the limit with which to go on: twice the one so far, or what an answer would take at the difference so far.
func enough(most, played, more int) int {
	limit := 2 * max(most, played)
	if more > evidence.MostMore*comparison.MatchesOfGroup { // nobody plays as many
		return limit
	}
	return max(limit, played+more)
}

// hintAtMore says how a comparison goes on that was not decided within its limit, which a flag sets.
func (r *manyMatches) hintAtMore(found *tournament.Findings, flag string, most int) {
	if !r.o.JSON && found.Undecided() {
		fmt.Fprintf(r.s.Out, "hint: %s\n", r.goesOn(fmt.Sprint(flag, " ", enough(most, found.Matches, found.More()))))
	}
}

// compare plays a comparison, and shows how it gets on. What it found is nil if it did not begin.
func (r *manyMatches) compare(ctx context.Context, t contest.Terms) (found *tournament.Findings, err error) {
	r.run.Entrants = t.Entrants
	err = r.shown(ctx, t.Most, func(ctx context.Context, begins func()) error {
		t.Begun = func(b contest.Begun) {
			r.begun(b)
			found = &tournament.Findings{Common: r.common(t.Entrants, b.First)}
			begins()
			r.state.AtMost = true
		}
		t.Progress = func(p contest.Progress) {
			found.Answer = p.Answer
			r.count(p.Match, p.Entrants)
			r.shows(p.Match, p.Stored, found.Look)
		}
		answer, err := contest.Compare(ctx, t)
		if found != nil {
			found.Answer = answer
		}
		return err
	})
	return found, err
}

// comparedBy are the flags for what a comparison asks.
type comparedBy struct {
	by     comparison.By
	margin float64
}

func (q *comparedBy) Register(c *cobra.Command) {
	registerBy(c, &q.by)
	c.Flags().Float64Var(&q.margin, "margin", comparison.UsualMargin,
		"a difference below `SHARE` is of no interest; with 0 only better or worse ends it")
}

// registerBy registers a flag for what the outcome of a pair is.
func registerBy(c *cobra.Command, to *comparison.By) {
	*to = comparison.ByPairs
	shell.Enum[comparison.By]{Values: []comparison.By{comparison.ByPairs, comparison.ByScore}}.Register(c, to, "by",
		"`WHAT` counts: %s")
}

// question returns the question to matches that were played.
func (q *comparedBy) question() comparison.Question {
	return comparison.Question{By: q.by, Margin: q.margin}
}

// answer returns the answer of no matches yet.
func (q *comparedBy) answer() (*comparison.Answer, error) {
	a, err := q.question().NewAnswer()
	return a, q.misused(err)
}

// misused returns an error of a question in the words of its flags.
func (q *comparedBy) misused(err error) error {
	if errors.Is(err, comparison.ErrMargin) {
		return shell.Misused("--margin 0.05", "--margin: %v is not from 0 to less than 0.5", q.margin)
	}
	return err
}
