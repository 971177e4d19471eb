package contest

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/contest"

	"github.com/botarena/arena/internal/cli/shell"
)

// comparedBy are the flags for what a comparison asks.
type comparedBy struct {
	by     byFlag
	margin float64
}

func (q *comparedBy) Register(c *cobra.Command) {
	q.by.Register(c)
	c.Flags().Float64Var(&q.margin, "margin", contest.UsualMargin,
		"a difference from 0.5 that is of no interest, as `NUMBER`; with 0 only better or worse ends it")
}

// question returns what is asked of matches that were played.
func (q *comparedBy) question() contest.Question {
	return contest.Question{By: contest.By(q.by), Margin: q.margin}
}

// answer returns the answer of no matches yet.
func (q *comparedBy) answer() (*contest.Answer, error) {
	a, err := q.question().NewAnswer()
	return a, q.misused(err)
}

// misused returns an error of a question in the words of its flags.
func (q *comparedBy) misused(err error) error {
	if errors.Is(err, contest.ErrMargin) {
		return shell.Misused("--margin 0.05", "--margin: %v is not from 0 to less than 0.5", q.margin)
	}
	return err
}

func (b *byFlag) Register(c *cobra.Command) {
	*b = byPairs
	c.Flags().Var(b, "by", "`WHAT` counts: pairs or score")
	shell.Must(
		c.RegisterFlagCompletionFunc(
			"by", cobra.FixedCompletions([]string{string(byPairs), string(byScore)}, cobra.ShellCompDirectiveNoFileComp)))
}

// byFlag says what the outcome of a pair is.
type byFlag contest.By

const (
	byPairs = byFlag(contest.ByPairs)
	byScore = byFlag(contest.ByScore)
)

func (b *byFlag) String() string { return string(*b) }
func (b *byFlag) Type() string   { return "what" }

func (b *byFlag) Set(text string) error {
	switch byFlag(text) {
	case byPairs, byScore:
		*b = byFlag(text)
		return nil
	}
	return errors.New("no such measure")
}
