package tournament

import (
	"fmt"
	"io"

	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/progress"
	"github.com/botarena/arena/internal/contest/schedule"

	"github.com/botarena/arena/internal/cli/shell"
)

// Findings are what the matches of a comparison say about the new bot and the old one, and how
// that is printed.
type Findings struct {
	Common
	*comparison.Answer
}

// Look fills in the figures to show while the matches are played.
func (f *Findings) Look(state *progress.State) {
	if len(f.Course) == 0 {
		return
	}
	last := f.Last()
	e := &progress.Evidence{
		New: f.Bots[schedule.New].Label, Old: f.Bots[schedule.Old].Label,
		Decided: comparison.Needed(), Share: last.Mean, Low: last.Low, High: last.High,
	}
	for _, now := range f.Course {
		e.Better, e.Worse = append(e.Better, now.Better), append(e.Worse, now.Worse)
	}
	state.Evidence, state.More = e, f.More()
}

// Tell prints the answer.
func (f *Findings) Tell(to io.Writer, asJSON bool) error {
	if asJSON {
		return shell.PrintJSON(to, f.JSON())
	}
	if len(f.Groups) == 0 {
		return nil
	}
	fmt.Fprint(to, shell.PlotCourse(f.Course, f.By.Axis()))
	f.printLosses(to)
	fmt.Fprintln(to, f.sentence())
	return nil
}

// sentence returns the answer in words.
func (f *Findings) sentence() string {
	return f.Sentence(f.Bots[schedule.New].Label, f.Bots[schedule.Old].Label)
}

// mostLosses is how many groups are named.
const mostLosses = 3

// printLosses names the groups in which the new bot did worst, and for each a command.
func (f *Findings) printLosses(to io.Writer) {
	for _, g := range f.Worst(mostLosses) {
		fmt.Fprintf(to, "%s did badly with seed %d (%.2f): %s --view\n", f.Bots[schedule.New].Label, g.First.Seed, g.Result,
			f.Again(g.First))
	}
}
