package shell

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/host"
)

// FaultFlags are the flags for reports on bots that are frozen.
type FaultFlags struct {
	Dir   string
	typed func() bool // nil if there is no way to
}

// noFaults is the name of a folder with which no report is written.
const noFaults = "none"

// Register adds --faults.
func (f *FaultFlags) Register(c *cobra.Command) {
	c.Flags().StringVar(&f.Dir, "faults", "faults", "`DIR` for the reports on bots that are frozen; \"none\" writes none")
	Must(c.MarkFlagDirname("faults"))
	f.typed = func() bool { return c.Flags().Changed("faults") }
}

// Options returns what reports on bots that are run so depend on.
func (f *FaultFlags) Options(from *BotFlags, run host.Options) faults.Options {
	dir := f.Dir
	if dir == noFaults {
		dir = ""
	}
	return faults.Options{
		Dir: dir, Typed: f.typed != nil && f.typed(), Limits: run.Limits, Sandbox: run.Sandbox.String(),
		Flags: from.AgainWords(),
	}
}

// ReportOn returns the report on a seat, or nil if there is none.
func ReportOn(reports []faults.Report, seat int) *faults.Report {
	for i := range reports {
		if reports[i].Seat == seat {
			return &reports[i]
		}
	}
	return nil
}

// TellFault prints a verdict, in a second line where the report on it is, and in a third what the bot wrote that is
// gone.
func (s *Shell) TellFault(verdict string, report *faults.Report) {
	fmt.Fprintln(s.Err, verdict)
	if report == nil || report.Problem != "" {
		return
	}
	safe.Fprintf(s.Err, "  report %s", report.Dir)
	if report.Again != "" {
		fmt.Fprintf(s.Err, "; again: %s", report.Again)
	}
	fmt.Fprintln(s.Err)
	if wrote := report.Wrote; wrote.Dir == "" && len(wrote.Files) > 0 {
		fmt.Fprintf(s.Err, "  it wrote %s: %s\n", wrote, faults.HowToKeep)
	}
}

// TellUnwritten prints why there are reports missing, once: it is the same for all.
func (s *Shell) TellUnwritten(reports []faults.Report) {
	for _, r := range reports {
		if r.Problem != "" {
			fmt.Fprintf(s.Err, "warning: no report on seat %d: %s\nhint: %s\n", r.Seat, r.Problem, r.Fix)
			return
		}
	}
}

// ReplayHeader begins the replay of a match that is played with these seats. The limits in
// it are those that the bots are told of.
func ReplayHeader(setup engine.Setup, seed uint64, random engine.Randomness, seats []replay.Seat,
	options host.Options,
) replay.Header {
	limits := options.Limits.Told()
	if options.Told != nil {
		limits = *options.Told
	}
	return replay.Header{
		Setup: setup, Seed: seed, Random: random,
		Seats: seats, Arena: ArenaVersion(), CPU: limits.CPU, Sandbox: options.Sandbox.String(),
		Limits: &replay.Limits{
			Bank: limits.Bank, StartCPU: limits.StartCPU, Wall: limits.Wall, WallBank: limits.WallBank,
			Memory: options.Limits.Memory,
		},
	}
}

// VerdictLine describes a verdict in full.
func VerdictLine(name string, v match.Verdict) string {
	return fmt.Sprintf("seat %d (%s): %s: %s", v.Seat, name, ShortVerdict(&v), v.Detail)
}

// ShortVerdict is a verdict in a table; "" if v is nil.
func ShortVerdict(v *match.Verdict) string {
	if v == nil {
		return ""
	}
	return fmt.Sprintf("%s in round %d", v.Kind, v.Round)
}

// Seated names a player and its seat, since several may have the same name.
func Seated(names []string, seat int) string {
	return fmt.Sprintf("%s (seat %d)", names[seat], seat)
}

// ByPlace lists the seats from the first place to the last.
func ByPlace(places []int) []int {
	seats := make([]int, len(places))
	for seat := range places {
		seats[seat] = seat
	}
	slices.SortStableFunc(seats, func(a, b int) int { return places[a] - places[b] })
	return seats
}
