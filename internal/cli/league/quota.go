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

const (
	botsFlag     = "author-bots"
	versionsFlag = "author-versions"
	uploadsFlag  = "author-uploads"
)

func (f *quotaFlags) Register(c *cobra.Command) {
	usual := league.UsualQuotas
	c.Flags().IntVar(&f.asked.Bots, botsFlag, usual.Bots, "let `N` bots of one author play; 0 means any number")
	c.Flags().IntVar(&f.asked.Versions, versionsFlag, usual.Versions,
		"let one author enter `N` versions of bots in all; 0 means any number")
	c.Flags().IntVar(&f.asked.Uploads, uploadsFlag, usual.Uploads,
		"let one author submit `N` bots within a day; 0 means any number")
}

// Check returns an error unless all are numbers of something.
func (f *quotaFlags) Check() error {
	for _, one := range []struct {
		flag  string
		value int
		usual int
	}{
		{botsFlag, f.asked.Bots, league.UsualQuotas.Bots},
		{versionsFlag, f.asked.Versions, league.UsualQuotas.Versions},
		{uploadsFlag, f.asked.Uploads, league.UsualQuotas.Uploads},
	} {
		if one.value < 0 {
			return shell.Misused(fmt.Sprintf("--%s %d", one.flag, one.usual), "--%s: %d is negative", one.flag, one.value)
		}
	}
	return nil
}

// change changes those quotas of a league that were typed.
func (f *quotaFlags) change(ctx context.Context, l *openLeague, typed *pflag.FlagSet) error {
	now, err := l.Quotas(ctx)
	if err != nil {
		return err
	}
	next := now
	for flag, set := range map[string]func(){
		botsFlag:     func() { next.Bots = f.asked.Bots },
		versionsFlag: func() { next.Versions = f.asked.Versions },
		uploadsFlag:  func() { next.Uploads = f.asked.Uploads },
	} {
		if typed.Changed(flag) {
			set()
		}
	}
	if next == now {
		return nil
	}
	return l.Store.SetQuotas(ctx, l.ID, next)
}
