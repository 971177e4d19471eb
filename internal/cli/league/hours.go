package league

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/admission"

	"github.com/botarena/arena/internal/cli/shell"
)

const (
	opensFlag    = "opens"
	deadlineFlag = "deadline"
	lateFlag     = "late"
	freezeFlag   = "freeze"
)

// hoursFlags say when a league takes bots of authors, and shows its table.
type hoursFlags struct {
	opens, deadline, freeze moment
	late                    time.Duration
}

func (f *hoursFlags) Register(c *cobra.Command) {
	c.Flags().Var(&f.opens, opensFlag, "take bots from this `TIME` on, or never for no bound")
	c.Flags().Var(&f.deadline, deadlineFlag, "take bots until this `TIME`, or never for no bound")
	c.Flags().DurationVar(&f.late, lateFlag, 0, "take bots for this `TIME` after the deadline, too, and mark them")
	c.Flags().Var(&f.freeze, freezeFlag, "from this `TIME` on, show others the table of then; never lifts that")
}

// hourFlag is one of the conditions that say when a league takes bots, and shows its table.
type hourFlag struct {
	flag string
	at   *time.Time     // nil if it is a duration
	late *time.Duration // nil if it is a time
}

func hourFlags(h *store.Hours) []hourFlag {
	return []hourFlag{
		{opensFlag, &h.Opens, nil},
		{deadlineFlag, &h.Deadline, nil},
		{lateFlag, nil, &h.Late},
		{freezeFlag, &h.Freeze, nil},
	}
}

func (f hourFlag) text() string {
	switch {
	case f.late != nil:
		return f.late.String()
	case f.at.IsZero():
		return "never"
	}
	return f.at.Format(admission.TimeFormat)
}

// change changes those that were typed.
func (f *hoursFlags) change(ctx context.Context, s *shell.Shell, l *openLeague, typed *pflag.FlagSet) error {
	was, err := l.Store.Hours(ctx, l.ID)
	if err != nil {
		return err
	}
	next := was
	for flag, set := range map[string]func(){
		opensFlag:    func() { next.Opens = f.opens.at },
		deadlineFlag: func() { next.Deadline = f.deadline.at },
		lateFlag:     func() { next.Late = f.late },
		freezeFlag:   func() { next.Freeze = f.freeze.at },
	} {
		if typed.Changed(flag) {
			set()
		}
	}
	switch {
	case f.late < 0:
		return shell.Misused("--late 24h", "--late: %v is negative", f.late)
	case typed.Changed(lateFlag) && next.Deadline.IsZero() && f.late > 0:
		return shell.Misused(`--deadline "2026-12-06 23:59"`, "--late: has no effect without a deadline")
	case !next.Deadline.IsZero() && !next.Opens.Before(next.Deadline):
		return shell.Misused("--opens never", "--deadline: %s is not after %s, when the league opens",
			next.Deadline.Format(admission.TimeFormat), next.Opens.Format(admission.TimeFormat))
	}
	if next == was {
		return nil
	}
	if err := l.Store.SetHours(ctx, l.ID, next); err != nil {
		return err
	}
	before := hourFlags(&was)
	for i, now := range hourFlags(&next) {
		if now.text() != before[i].text() {
			fmt.Fprintf(s.Out, "%s: %s\n", now.flag, now.text())
		}
		if err := l.changed(ctx, now.flag, now.text(), before[i].text()); err != nil {
			return err
		}
	}
	return nil
}

// moment is the value of a flag that is a time, now, or never, which is zero.
type moment struct{ at time.Time }

func (m *moment) String() string { return "" }

// Type is shown where the usage has no name for the value.
func (*moment) Type() string { return "time" }

// Set takes a value as it was typed.
func (m *moment) Set(text string) (err error) {
	if text == "now" {
		m.at = time.Now()
		return nil
	}
	m.at, err = parseMoment(text, time.Local)
	return err
}

// minutes is how a time is typed by the clock of a machine.
const minutes = "2006-01-02 15:04"

// parseMoment reads a time that has its zone, or is by the clock of one. An hour that this clock leaves out or has
// twice, as summer begins or ends, is no time.
func parseMoment(text string, zone *time.Location) (time.Time, error) {
	if text == "never" {
		return time.Time{}, nil
	}
	for _, layout := range []string{"2006-01-02T15:04Z07:00", time.RFC3339} {
		if at, err := time.Parse(layout, text); err == nil {
			return at.In(zone), nil
		}
	}
	at, err := time.ParseInLocation(minutes, text, zone)
	if err != nil {
		return at, shell.WrongValue("neither now, never nor a time such as 2026-12-06 23:59 or 2026-12-06T23:59+01:00")
	}
	if at.Format(minutes) != text {
		return at, shell.WrongValue("a time that the clock leaves out on that day")
	}
	for _, other := range []time.Time{at.Add(-time.Hour), at.Add(time.Hour)} {
		if other.Format(minutes) == text {
			return at, shell.WrongValue("a time that the clock shows twice on that day: type its zone, as in " +
				at.Format("2006-01-02T15:04Z07:00"))
		}
	}
	return at, nil
}
