package cli

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/botarena/arena/internal/contest/progress"
)

// progressFlag says how a long run shows that it gets on.
type progressFlag string

var _ pflag.Value = (*progressFlag)(nil)

// The ways to show progress. The usual one is a board on a terminal and lines elsewhere.
const (
	progressUsual progressFlag = "auto"
	progressBoard progressFlag = "board"
	progressLines progressFlag = "lines"
	progressJSON  progressFlag = "json"
	progressNone  progressFlag = "none"
)

var progressFlags = []string{string(progressUsual), string(progressBoard), string(progressLines), string(progressJSON), string(progressNone)}

func (f *progressFlag) register(c *cobra.Command) {
	*f = progressUsual
	c.Flags().Var(f, "progress", "how to show it on standard error, `HOW`: board, lines, json (one object a line), none, or auto")
	must(c.RegisterFlagCompletionFunc("progress", cobra.FixedCompletions(progressFlags, cobra.ShellCompDirectiveNoFileComp)))
}

func (f *progressFlag) Type() string   { return "how" }
func (f *progressFlag) String() string { return string(*f) }

func (f *progressFlag) Set(text string) error {
	if !slices.Contains(progressFlags, text) {
		return errors.New("no such way")
	}
	*f = progressFlag(text)
	return nil
}

// show begins to show a run on standard error, or returns nil if nothing is to be shown.
func (f progressFlag) show(ctx context.Context, s *screen, stop func()) *progress.Display {
	o := progress.Options{To: s.to, Keys: os.Stdin, Stop: stop}
	switch f {
	case progressNone:
		return nil
	case progressBoard:
		o.Form = progress.Board
	case progressLines:
		o.Form = progress.Lines
	case progressJSON:
		o.Form = progress.JSON
	default:
		o.Form = progress.FormFor(s.to)
	}
	d := progress.Show(ctx, o)
	s.show(d)
	return d
}

// summaryTime is the shortest time between two looks at the statistics of a run.
const summaryTime = 500 * time.Millisecond
