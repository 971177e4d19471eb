package league

import (
	"context"
	"fmt"
	"os/user"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/store"

	"github.com/botarena/arena/internal/cli/shell"
)

// shownChanges is how many changes of a league are shown.
const shownChanges = 20

type setOptions struct {
	hours  hoursFlags
	quotas quotaFlags
}

func newLeagueSet(s *shell.Shell) *cobra.Command {
	o := &setOptions{}
	c := &cobra.Command{
		Use:   "set FOLDER",
		Short: "Show or change when a league takes bots, and how many",
		Long: `Change when a league takes bots of authors, and how many of each. It counts at once, also
while the league is served. Without flags, show how it is, and who has changed what.

A TIME is 2026-12-06 23:59, by the clock of this machine, or has its zone:
2026-12-06T23:59+01:00. After the deadline bots are refused; during --late they are taken
all the same, and marked. What counts is when a bot was handed in, not when it
was checked. You yourself may add any bot.`,
		Example: `  arena league set tuesdays --opens "2026-12-01 08:00" --deadline "2026-12-06 23:59"
  arena league set tuesdays --late 24h
  arena league set tuesdays --deadline never
  arena league set tuesdays`,
		Args:              shell.WantArgs(1, 1),
		ValidArgsFunction: completeLeague(nil),
		RunE:              func(c *cobra.Command, args []string) error { return o.run(c, s, args[0]) },
	}
	o.hours.Register(c)
	o.quotas.Register(c)
	return c
}

func (o *setOptions) run(c *cobra.Command, s *shell.Shell, folder string) error {
	if err := o.quotas.Check(); err != nil {
		return err
	}
	reads := c.Flags().NFlag() == 0
	l, err := opened(s, c.Context(), folder, store.Options{ReadOnly: reads})
	if err != nil {
		return err
	}
	defer l.Close() //nolint:errcheck // what was changed is in the store
	if reads {
		return l.printConditions(c.Context(), s)
	}
	if err := o.hours.change(c.Context(), s, l, c.Flags()); err != nil {
		return err
	}
	return o.quotas.change(c.Context(), l, c.Flags())
}

// printConditions prints when a league takes bots, how many, and who has changed that.
func (l *openLeague) printConditions(ctx context.Context, s *shell.Shell) error {
	h, err := l.Store.Hours(ctx, l.ID)
	if err != nil {
		return err
	}
	q, err := l.Quotas(ctx)
	if err != nil {
		return err
	}
	changes, err := l.Store.Changes(ctx, l.ID, shownChanges)
	if err != nil {
		return err
	}
	t := shell.NewTable("condition", "is")
	for _, one := range hourFlags(&h) {
		t.Row(one.flag, one.text())
	}
	for _, one := range quotasOf(&q) {
		t.Row(one.flag, fmt.Sprint(*one.value))
	}
	t.Print(s.Out)
	if len(changes) == 0 {
		return nil
	}
	log := shell.NewTable("changed", "by", "what")
	for _, c := range changes {
		log.Row(c.Noted.Format(shell.TimeFormat), engine.Printable(c.Who), engine.Printable(c.What))
	}
	log.Print(s.Out)
	return nil
}

// changed writes down that the user has changed a condition of the league, if it is another now.
func (l *openLeague) changed(ctx context.Context, condition, to, from string) error {
	if to == from {
		return nil
	}
	return l.note(ctx, fmt.Sprintf("%s: %s (was %s)", condition, to, from))
}

// note writes down what the user has changed.
func (l *openLeague) note(ctx context.Context, what string) error {
	who := "somebody"
	if me, err := user.Current(); err == nil {
		who = me.Username
	}
	return l.Store.NoteChange(ctx, l.ID, store.Change{Noted: time.Now(), Who: who, What: what})
}
