package contest

import (
	"context"
	"fmt"
	"net"
	"time"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/devloop"
	"github.com/botarena/arena/internal/contest/evidence"

	"github.com/botarena/arena/internal/cli/shell"
)

// dev tells an author what has become of a bot.
type dev struct {
	s        *shell.Shell
	o        *devOptions
	listener net.Listener // nil if nothing is shown
	stage    *shell.Stage // nil until something is shown
	compared int          // builds
}

// tell prints an event in words.
func (d *dev) tell(ctx context.Context, e devloop.Event) error {
	switch e := e.(type) {
	case devloop.Doing:
		d.s.Err.Progress("%s", d.doing(e))
		return nil
	case devloop.Progress:
		d.s.Err.Progress("%s: match %d of %d: ahead in %.0f %% of pairs, between %.0f and %.0f",
			e.Build.Label(), e.Played, e.Of, 100*e.Now.Mean, 100*e.Now.Low, 100*e.Now.High)
		return nil
	}
	d.s.Err.Clear()
	switch e := e.(type) {
	case devloop.Faults:
		d.tellFaults(e)
	case devloop.Differs:
		d.tellDifference(e)
	case devloop.Compared:
		d.tellCompared(e)
	case devloop.LookAt:
		return d.Show(ctx, e.Match, d.why(e))
	case devloop.Failed:
		shell.Report(d.s.Err, withoutWorkers(e.Err))
	default:
		fmt.Fprintln(d.s.Out, d.line(e))
	}
	return nil
}

// doing says what takes a while.
func (d *dev) doing(e devloop.Doing) string {
	switch e.What {
	case devloop.Meeting:
		return "starting the opponents"
	case devloop.Building:
		return "building " + safe.Name(d.o.typed)
	case devloop.First:
		return "playing the first match"
	}
	return fmt.Sprintf("%s: giving it the States of a match of %s", e.Build.Label(), e.Older.Label())
}

// line says in one line what has happened.
func (d *dev) line(e devloop.Event) string {
	switch e := e.(type) {
	case devloop.Built:
		return safe.Sprintf("%s of %s, in %v", e.Build.Label(), d.o.typed, e.Took.Round(10*time.Millisecond))
	case devloop.Same:
		if e.Last {
			return "the program is the same as " + e.Build.Label()
		}
		return fmt.Sprintf("the program is the same as %s: there is nothing to compare", e.Build.Label())
	case devloop.Baseline:
		line := "later builds are compared with " + e.Build.Label()
		if e.First {
			line += safe.Sprintf("; save %s to begin, Ctrl-C ends it", d.o.typed)
		}
		return line
	case devloop.Stopped:
		return "saved again: stopped"
	}
	return ""
}

func (d *dev) tellFaults(e devloop.Faults) {
	news := "new fault: "
	if e.Baseline {
		news = ""
	}
	for _, v := range e.Verdicts {
		d.s.TellFault(news+shell.VerdictLine(e.Build.Label(), v), shell.ReportOn(e.Reports, v.Seat))
	}
	d.s.TellUnwritten(e.Reports)
}

// mostShownInDev is how many commands are shown of the first round that differs.
const mostShownInDev = 5

func (d *dev) tellDifference(e devloop.Differs) {
	older := e.Older.Label()
	switch {
	case e.Fault != nil:
		fmt.Fprintf(d.s.Out, "on the States of a match of %s: %s: %s\n", older, shell.ShortVerdict(e.Fault), e.Fault.Detail)
	case e.First == nil:
		fmt.Fprintf(d.s.Out, "same commands as %s in all %d rounds of a recorded match\n", older, e.Rounds)
	default:
		fmt.Fprintf(d.s.Out, "other commands than %s from round %d on:\n", older, e.First.Round)
		shell.PrintDifference(d.s, e.First, older, e.Newer.Label(), mostShownInDev)
	}
}

func (d *dev) tellCompared(e devloop.Compared) {
	if len(e.Answer.Groups) > 0 {
		fmt.Fprintln(d.s.Out, e.Answer.Sentence(e.Newer.Label(), e.Older.Label()))
		if d.compared++; d.compared > 1 {
			fmt.Fprintf(d.s.Out, "that is comparison %d since the start: of so many, expect %.2g false answers at most\n",
				d.compared, float64(d.compared)*evidence.DefaultLevel)
		}
	}
	if e.Frozen > 0 {
		fmt.Fprintf(d.s.Out, "%s was frozen in %d of %d matches\n", e.Newer.Label(), e.Frozen, e.Played)
	}
}

// why says why a match is to be looked at.
func (d *dev) why(e devloop.LookAt) string {
	switch {
	case e.Why == devloop.FirstMatch:
		return "the first match"
	case e.Why == devloop.NewFault:
		return "with a new fault"
	case d.o.question().By == comparison.ByScore:
		return fmt.Sprintf("%s had %.2f by score", e.Build.Label(), e.Share)
	}
	return fmt.Sprintf("%s was ahead in %.0f %% of pairs", e.Build.Label(), 100*e.Share)
}

// Close closes the viewer.
func (d *dev) Close() error {
	switch {
	case d.stage != nil:
		d.stage.Close()
		return <-d.stage.Served
	case d.listener != nil:
		return d.listener.Close()
	}
	return nil
}
