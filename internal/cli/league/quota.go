package league

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"

	"github.com/botarena/arena/internal/cli/shell"
)

// quotaFlags say how much one author may bring into a league.
type quotaFlags struct{ asked store.Quotas }

// quotaFlag is one of the quotas, and how it is typed.
type quotaFlag struct {
	flag, usage string
	value       *int
}

func quotasOf(q *store.Quotas) []quotaFlag {
	return []quotaFlag{
		{"author-bots", "let `N` bots of one author play; 0 means any number", &q.Bots},
		{"author-versions", "let one author enter `N` versions of bots in all; 0 means any number", &q.Versions},
		{"author-uploads", "let one author submit `N` bots within a day; 0 means any number", &q.Uploads},
	}
}

func (f *quotaFlags) Register(c *cobra.Command) {
	f.asked = league.UsualQuotas
	for _, one := range quotasOf(&f.asked) {
		c.Flags().IntVar(one.value, one.flag, *one.value, one.usage)
	}
}

// Check returns an error unless all are numbers of something.
func (f *quotaFlags) Check() error {
	usual := league.UsualQuotas
	fixes := quotasOf(&usual)
	for i, one := range quotasOf(&f.asked) {
		if *one.value < 0 {
			return shell.Misused(fmt.Sprintf("--%s %d", one.flag, *fixes[i].value), "--%s: %d is negative", one.flag, *one.value)
		}
	}
	return nil
}

// change changes those quotas of a league that were typed.
func (f *quotaFlags) change(ctx context.Context, l *openLeague, typed *pflag.FlagSet) error {
	was, err := l.Quotas(ctx)
	if err != nil {
		return err
	}
	next := was
	before, asked, after := quotasOf(&was), quotasOf(&f.asked), quotasOf(&next)
	for i, one := range after {
		if typed.Changed(one.flag) {
			*one.value = *asked[i].value
		}
	}
	if next == was {
		return nil
	}
	if err := l.Store.SetQuotas(ctx, l.ID, next); err != nil {
		return err
	}
	for i, one := range after {
		if err := l.changed(ctx, one.flag, fmt.Sprint(*one.value), fmt.Sprint(*before[i].value)); err != nil {
			return err
		}
	}
	return nil
}
