package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/outcome"
)

// comparedBy are the flags for what a comparison asks.
type comparedBy struct {
	by     byFlag
	margin float64
}

func (q *comparedBy) register(c *cobra.Command) {
	q.by.register(c)
	c.Flags().Float64Var(&q.margin, "margin", usualMargin, "a difference from 0.5 that is of no interest, as `NUMBER`; with 0 only better or worse ends it")
}

// usualMargin is a difference from 1/2 that nobody cares for.
const usualMargin = 0.05

func (b *byFlag) register(c *cobra.Command) {
	*b = byPairs
	c.Flags().Var(b, "by", "`WHAT` counts: pairs or score")
	must(c.RegisterFlagCompletionFunc("by", cobra.FixedCompletions([]string{string(byPairs), string(byScore)}, cobra.ShellCompDirectiveNoFileComp)))
}

// byFlag says what the outcome of a pair is.
type byFlag string

const (
	byPairs byFlag = "pairs"
	byScore byFlag = "score"
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

func (b byFlag) measure() outcome.Measure {
	if b == byScore {
		return outcome.ByHowMuch
	}
	return outcome.WhoIsAhead
}

// axis says what is drawn.
func (b byFlag) axis() string {
	if b == byScore {
		return "score"
	}
	return "pairs ahead"
}
