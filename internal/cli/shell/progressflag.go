package shell

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/contest/progress"
)

// ProgressFlag says how a long run shows that it gets on.
type ProgressFlag string

// The ways to show progress. The usual one is a board on a terminal and lines elsewhere.
const (
	progressUsual ProgressFlag = "auto"
	progressBoard ProgressFlag = "board"
	progressLines ProgressFlag = "lines"
	progressJSON  ProgressFlag = "json"
	progressNone  ProgressFlag = "none"
)

var progressWays = Enum[ProgressFlag]{
	Values: []ProgressFlag{progressUsual, progressBoard, progressLines, progressJSON, progressNone},
	Notes:  map[ProgressFlag]string{progressJSON: "one object a line"},
}

// Register adds --progress.
func (f *ProgressFlag) Register(c *cobra.Command) {
	*f = progressUsual
	progressWays.Register(c, f, "progress", "`HOW` progress is shown on standard error: %s")
}

// Show begins to show a run on standard error, or returns nil if nothing is to be shown.
func (f ProgressFlag) Show(ctx context.Context, s *screen) *progress.Display {
	o := progress.Options{To: s.to}
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
	s.Show(d)
	return d
}

// SummaryTime is the shortest time between two looks at the statistics of a run.
const SummaryTime = 500 * time.Millisecond
