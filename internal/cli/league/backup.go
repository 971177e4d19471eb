package league

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/backup"

	"github.com/botarena/arena/internal/cli/shell"
)

func newLeagueBackup(s *shell.Shell) *cobra.Command {
	return &cobra.Command{
		Use:   "backup FOLDER FILE",
		Short: "Write a league into one file, also while it is served",
		Long: `Write all that a league needs to go on into one file: its matches up to now, its bots, its
keys, who was invited, and what authors have submitted over the network. The league may be
served meanwhile. What lies in its inbox otherwise is left out, and so are queues, which
the league makes anew.

The file is as secret as the league's folder: it has the key of the server. It is a tar
archive, and sha256sum -c SHA256SUMS tells whether the unpacked files are whole.`,
		Example: `  arena league backup tuesdays tuesdays.backup
  arena league restore tuesdays.backup tuesdays`,
		Args:              shell.WantArgs(2, 2),
		ValidArgsFunction: completeLeague(nil),
		RunE: func(c *cobra.Command, args []string) error {
			return writeBackup(c.Context(), s, args[0], args[1])
		},
	}
}

func writeBackup(ctx context.Context, s *shell.Shell, folder, file string) error {
	err := withLeague(s, ctx, folder, store.Options{ReadOnly: true}, func(l *openLeague) error {
		return backup.Write(ctx, l.League, file)
	})
	if err != nil {
		return notWritten(err)
	}
	info, err := os.Stat(file)
	if err == nil {
		safe.Fprintf(s.Out, "%s: %d kB\n", file, (info.Size()+999)/1000)
	}
	return err
}

const (
	backupFlag = "backup"
	everyFlag  = "backup-every"
	mostFlag   = "backup-most"
)

// backupFlags say where a league that is served writes backups, if it does.
type backupFlags struct{ rule backup.Rule }

func (f *backupFlags) Register(c *cobra.Command) {
	c.Flags().StringVar(&f.rule.Dir, backupFlag, "", "write backups of the league into `DIR`")
	c.Flags().DurationVar(&f.rule.Every, everyFlag, 6*time.Hour, "write one each `TIME`")
	c.Flags().IntVar(&f.rule.Most, mostFlag, 14, "keep the newest `N`")
	shell.Must(c.MarkFlagDirname(backupFlag))
}

func (f *backupFlags) Check(typed *pflag.FlagSet) error {
	switch {
	case f.rule.Dir == "":
		if typed.Changed(everyFlag) || typed.Changed(mostFlag) {
			return shell.Misused("--backup DIR", "--backup-every and --backup-most: have no effect without --backup")
		}
	case f.rule.Every < time.Minute:
		return shell.Misused("--backup-every 6h", "--backup-every: %v is less than 1m", f.rule.Every)
	case f.rule.Most < 1:
		return shell.Misused("--backup-most 14", "--backup-most: %d is less than 1", f.rule.Most)
	}
	return nil
}

// begin has backups written until what it returns is called.
func (f *backupFlags) begin(ctx context.Context, s *shell.Shell, l *openLeague) (stop func()) {
	if f.rule.Dir == "" {
		return func() {}
	}
	enough := make(chan struct{})
	var writing sync.WaitGroup
	writing.Go(func() {
		f.rule.Keep(ctx, enough, l.League, func(path string, err error) {
			wrong := "no backup"
			if path != "" {
				safe.Fprintf(s.Err, "backup: %s\n", path)
				wrong = "an older backup stays"
			}
			if err != nil {
				fmt.Fprintf(s.Err, "warning: %s: %s: %v\n", l.Name, wrong, notWritten(err))
			}
		})
	})
	return func() {
		close(enough)
		writing.Wait()
	}
}

func newLeagueRestore(s *shell.Shell) *cobra.Command {
	return &cobra.Command{
		Use:   "restore FILE FOLDER",
		Short: "Make the league of a backup",
		Long: `Make the league that arena league backup has written into a file, in a new folder. It has
the same table, bots and keys, and arena league serve goes on where the backup ends.

Invitations count as before. They lead to the address that they name, so the machine must
have that address, or the name in it lead there. Serve only one of the two leagues: workers
could not tell them apart.`,
		Example: `  arena league restore tuesdays.backup tuesdays`,
		Args:    shell.WantArgs(2, 2),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveFilterDirs
			}
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: func(c *cobra.Command, args []string) error {
			l, err := backup.Restore(c.Context(), args[0], league.Folder(args[1]), s.Games)
			if err != nil {
				return notWritten(err)
			}
			fmt.Fprintf(s.Out, "league %s: %s\n", l.Name, safe.Count(l.Matches, "match"))
			fmt.Fprintf(s.Err, "hint: %s\n", safe.Shell("arena", "league", "serve", args[1]))
			return nil
		},
	}
}
