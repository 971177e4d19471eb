package join

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/wire"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/leagues"
)

type submitOptions struct {
	file  string
	leave bool // once the league has it
}

func newSubmit(s *shell.Shell) *cobra.Command {
	o := &submitOptions{}
	c := &cobra.Command{
		Use:   "submit INVITATION BOT",
		Short: "Submit a bot to a league on another machine",
		Long: `Send a bot to a league, and wait until it has joined or was refused. The invitation is the
link of your own that the organiser sent you, the line that arena league invite --submit
prints, a file with it, or - to paste it.
By a link of your own, a file, a folder or a package joins, of at most 1 MB, and the bot's
name is yours. By the line, only a signed package does: arena bot pack makes one, and the
name belongs to your key. The next version of a package needs a higher number.
While the league is down, this waits up to ten minutes. Ctrl-C and --no-wait leave the bot
there: it is checked all the same.`,
		Example: `  arena league submit 'https://course.school.edu/#submit=…' zorg
  arena league submit 'arena://192.0.2.7:4222/submit#…' zorg-1.2.0.bot
  arena league submit invitation.txt zorg-1.2.0.bot --no-wait`,
		Args: shell.WantArgs(2, 2),
		ValidArgsFunction: func(c *cobra.Command, args []string, typed string) ([]cobra.Completion,
			cobra.ShellCompDirective,
		) {
			if len(args) == 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return shell.CompletePackage(c, args[1:], typed)
		},
		RunE: func(c *cobra.Command, args []string) error {
			o.file = args[1]
			page, from, err := readLink(args[0], c.InOrStdin(), func(sentence string) { leagues.Note(s, sentence) })
			if err != nil {
				return err
			}
			if page != nil {
				return o.toPage(c.Context(), s, page)
			}
			i, err := readInvitation(args[0], from)
			if err != nil {
				return err
			}
			return o.run(c.Context(), s, i)
		},
	}
	c.Flags().BoolVar(&o.leave, "no-wait", false, "don't wait until the bot has joined")
	return c
}

func (o *submitOptions) run(ctx context.Context, s *shell.Shell, i members.Invitation) error {
	p, err := shell.OpenWhole(ctx, o.file)
	if err != nil {
		return err
	}
	signed := p.Signer != nil
	if err := p.Close(); err != nil {
		return err
	}
	if !signed {
		return hint.New(o.file, "is not signed, and leagues take only signed packages over the network", wire.HowToSign)
	}
	file, err := os.Open(o.file)
	if err != nil {
		return shell.FileError(o.file, err)
	}
	defer file.Close() //nolint:errcheck // only read
	league, err := client.Visit(ctx, i, func(sentence string) { leagues.Note(s, sentence) })
	if err != nil {
		return err
	}
	defer league.Close()
	receipt, err := o.send(ctx, s, league, file)
	if err != nil {
		return err
	}
	safe.Fprintf(s.Out, "%s: the league has it, and checks it before it joins\n", o.file)
	if o.leave {
		return nil
	}
	return o.Wait(ctx, s, league, file, receipt)
}

func (o *submitOptions) send(ctx context.Context, s *shell.Shell, league *client.Author,
	file *os.File,
) (client.Receipt, error) {
	defer s.Err.Clear()
	info, err := file.Stat()
	if err != nil {
		return "", shell.FileError(o.file, err)
	}
	s.Err.Progress("sending %s", o.file)
	receipt, err := league.Send(ctx, file, info.Size(), func(sent int64) {
		s.Err.Progress("sending %s: %d%%", o.file, 100*sent/info.Size())
	})
	if err != nil {
		return "", hint.Wrap(o.file, err)
	}
	return receipt, nil
}

// fateTime is how often it is asked what has become of a submission.
const fateTime = time.Second

// Wait waits for what becomes of a submission.
func (o *submitOptions) Wait(ctx context.Context, s *shell.Shell, league *client.Author, file *os.File,
	receipt client.Receipt,
) error {
	defer s.Err.Clear()
	for again, told := false, false; ; {
		fate, err := league.Fate(ctx, receipt)
		switch {
		case ctx.Err() != nil:
			safe.Fprintf(s.Err, "note: %s stays there, and is checked all the same\n", o.file)
			return context.Cause(ctx)
		case err != nil:
			return err
		case fate.State == wire.Joins:
			fmt.Fprintln(s.Out, fate.Text)
			return nil
		case fate.State == wire.Declined:
			for _, line := range fate.Lines {
				fmt.Fprintln(s.Err, line)
			}
			return hint.New(o.file, "refused: "+fate.Text.String(), fate.Hint.String())
		case fate.State == wire.Unknown && again:
			return hint.With(errors.New("the league no longer knows what became of it"),
				"submit it again: twice does no harm")

		case fate.State == wire.Unknown: // the league was started anew
			again = true
			if receipt, err = o.send(ctx, s, league, file); err != nil {
				return err
			}
		case fate.State == wire.Checking:
			s.Err.Progress("checking %s", o.file)
		default:
			waits := safe.Sprintf("%s waits: %s before it", o.file, safe.Count(fate.Before, "submission"))
			if !told && fate.Before > 0 { // once for those who have no terminal
				leagues.Note(s, waits)
			}
			told = true
			s.Err.Progress("%s", waits)
		}
		select {
		case <-ctx.Done():
		case <-time.After(fateTime):
		}
	}
}
