package contest

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/contest"

	"github.com/botarena/arena/internal/cli/shell"
)

// comparedBy are the flags for what a comparison asks.
type comparedBy struct {
	by     contest.By
	margin float64
}

func (q *comparedBy) Register(c *cobra.Command) {
	registerBy(c, &q.by)
	c.Flags().Float64Var(&q.margin, "margin", contest.UsualMargin,
		"a difference below `SHARE` is of no interest; with 0 only better or worse ends it")
}

// registerBy registers a flag for what the outcome of a pair is.
func registerBy(c *cobra.Command, to *contest.By) {
	*to = contest.ByPairs
	shell.Enum[contest.By]{Values: []contest.By{contest.ByPairs, contest.ByScore}}.Register(c, to, "by",
		"`WHAT` counts: %s")
}

// question returns the question to matches that were played.
func (q *comparedBy) question() contest.Question {
	return contest.Question{By: q.by, Margin: q.margin}
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
