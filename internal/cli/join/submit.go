package join

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/web/submissions"

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
link of your own that the organiser sent you, or the one that arena league invite --submit
prints for many, a file with it, or - to paste it.
By a link of your own, a file or a folder joins, of at most 1 MB, or a package, and the
bot's name is yours. By one for many, only a signed package does: arena bot pack makes one,
and the name belongs to your key. A package may have 256 MB; its next version needs a
higher number.
While the league is down or busy, this waits up to ten minutes, and what breaks off is sent
again. Ctrl-C and --no-wait leave the bot there: it is checked all the same.`,
		Example: `  arena league submit 'https://course.school.edu/#submit=…' zorg
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
			page, err := readLink(s, args[0], c.InOrStdin())
			if err != nil {
				return err
			}
			return o.run(c.Context(), s, page)
		},
	}
	c.Flags().BoolVar(&o.leave, "no-wait", false, "don't wait until the bot has joined")
	return c
}

// fateTime is how often it is asked what has become of a submission.
const fateTime = time.Second

// run hands a bot in, and waits for what becomes of it.
func (o *submitOptions) run(ctx context.Context, s *shell.Shell, page *submissions.Client) error {
	send, done, err := o.open(ctx, s, page)
	if err != nil {
		return err
	}
	defer done()
	defer s.Err.Clear()
	s.Err.Progress("sending %s", o.file)
	id, err := send()
	if err != nil {
		return hint.Wrap(o.file, err)
	}
	s.Err.Clear()
	safe.Fprintf(s.Out, "%s: the league has it, and checks it before it joins\n", o.file)
	if o.leave {
		return nil
	}
	for again, told := false, false; ; {
		fate, err := page.Fate(ctx, id)
		switch {
		case ctx.Err() != nil:
			safe.Fprintf(s.Err, "note: %s stays there, and is checked all the same\n", o.file)
			return context.Cause(ctx)
		case err != nil:
			return hint.Wrap(o.file, err)
		case fate.Unknown && !again: // the league was started anew
			again = true
			if id, err = send(); err != nil {
				return hint.Wrap(o.file, err)
			}
		case fate.Settled:
			s.Err.Clear()
			return o.settled(s, fate)
		default:
			waits := safe.Sprintf("%s: %s", o.file, fate.Text)
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

// open reads a bot, and returns a function that sends it, as often as it is called.
func (o *submitOptions) open(
	ctx context.Context, s *shell.Shell, page *submissions.Client,
) (send func() (id string, err error), done func(), err error) {
	isPackage := strings.EqualFold(filepath.Ext(o.file), botfile.Ending)
	if info, err := os.Stat(o.file); !isPackage || err != nil || info.IsDir() {
		files, err := o.handed()
		return func() (string, error) { return page.Send(ctx, "", files) }, func() {}, err
	}
	p, err := shell.OpenWhole(ctx, o.file)
	if err == nil {
		err = p.Close()
	}
	if err != nil {
		return nil, nil, err
	}
	file, err := os.Open(o.file)
	if err != nil {
		return nil, nil, shell.FileError(o.file, err)
	}
	done = func() { _ = file.Close() } // only read
	info, err := file.Stat()
	if err != nil {
		done()
		return nil, nil, shell.FileError(o.file, err)
	}
	return func() (string, error) {
		return page.SendPackage(ctx, filepath.Base(o.file), file, info.Size(), func(sent int64) {
			s.Err.Progress("sending %s: %d%%", o.file, 100*sent/info.Size())
		})
	}, done, nil
}
