package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// faultFlags are the flags for reports on bots that are frozen.
type faultFlags struct{ dir string }

// noFaults is the name of a folder with which no report is written.
const noFaults = "none"

func (f *faultFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.dir, "faults", "faults", "`DIR` for the reports on bots that are frozen; \"none\" writes none")
	must(c.MarkFlagDirname("faults"))
}

// options returns what reports depend on.
func (f *faultFlags) options(from *botFlags, limits host.Limits, confined *sandbox.Sandbox) faults.Options {
	dir := f.dir
	if dir == noFaults {
		dir = ""
	}
	return faults.Options{Dir: dir, Limits: limits, Sandbox: confined.String(), Flags: from.againWords()}
}

// reportOn returns the report on a seat, or nil if there is none.
func reportOn(reports []faults.Report, seat int) *faults.Report {
	for i := range reports {
		if reports[i].Seat == seat {
			return &reports[i]
		}
	}
	return nil
}

// tellFault prints a verdict, and in a second line where the report on it is.
func (s *program) tellFault(verdict string, report *faults.Report) {
	fmt.Fprintln(s.err, verdict)
	if report == nil || report.Problem != "" {
		return
	}
	fmt.Fprintf(s.err, "  report %s", safe.Name(report.Dir))
	if report.Again != "" {
		fmt.Fprintf(s.err, "; again: %s", report.Again)
	}
	fmt.Fprintln(s.err)
}

// tellUnwritten prints why there are reports missing, once: it is the same for all.
func (s *program) tellUnwritten(reports []faults.Report) {
	for _, r := range reports {
		if r.Problem != "" {
			fmt.Fprintf(s.err, "warning: no report on seat %d: %s\nhint: %s\n", r.Seat, r.Problem, r.Fix)
			return
		}
	}
}
