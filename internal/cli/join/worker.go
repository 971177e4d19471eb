package join

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/local"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/remote"
	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/internal/process/worker"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/leagues"
)

type joinOptions struct {
	invitation string // the line, a file with it, or -
	jobs       int
	from       shell.BotFlags
	leagues.ExternalFlags
}

// NewWorker returns the command arena worker.
func NewWorker(s *shell.Shell) *cobra.Command {
	o := &joinOptions{}
	c := &cobra.Command{
		Use:   "worker INVITATION",
		Short: "Play matches of a league that somebody else holds",
		Long: `Play matches of a league on this machine, until Ctrl-C; then those that are being played
are played to their end. The invitation is the line that arena league invite prints, a
file with it, or - for standard input: other users of a machine can see arguments.

The bots of the league come to this machine. They are programs of strangers, and are
confined by the sandbox; a league that wants less than --sandbox says is refused, and so
is one that lets bots use more than ` + shell.LimitNames() + ` say. The
worker waits for a league that can't be reached, is full, or goes away.

` + sandbox.StrangersRule,
		Example: `  arena worker 'arena://192.0.2.7:4222/#…'
  arena worker invitation.txt -j 2`,
		Args: shell.WantArgs(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			o.invitation = args[0]
			return o.run(c.Context(), s, c.InOrStdin())
		},
	}
	o.from.RegisterDir(c)
	shell.Must(c.Flags().MarkHidden("bots")) // they come from the league
	o.from.RegisterSandbox(c)
	c.Flags().Lookup(
		"sandbox").Usage = "refuse a league that confines bots less than at this `LEVEL`: standard, strict or none"
	o.from.RegisterLimits(c)
	c.Flags().IntVarP(&o.jobs, "jobs", "j", 0, "play `N` matches at a time; 0 means one per processor")
	o.Register(c)
	return c
}

func (o *joinOptions) run(ctx context.Context, s *shell.Shell, stdin io.Reader) error {
	switch {
	case o.jobs < 0 || o.jobs > scheduler.MostSlots:
		return shell.Misused(
			"-j 0 plays one match per processor", "--jobs: %d is not from 0 to %d", o.jobs, scheduler.MostSlots)
	case o.jobs == 0:
		o.jobs = min(runtime.NumCPU(), scheduler.MostSlots)
	}
	if err := o.Check(); err != nil {
		return err
	}
	invitation, err := readInvitation(o.invitation, stdin)
	if err != nil {
		return err
	}
	own := leagues.About()
	if own.Sandboxes, err = o.levels(); err != nil {
		return err
	}
	limits, err := o.from.Limits()
	if err != nil {
		return err
	}
	own.Limits, own.Rules = limits.Text(), make(map[string]int)
	for _, game := range s.Games {
		own.Rules[game.Info().Name] = game.Info().Version
	}
	folder, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	cache, err := remote.OpenCache(filepath.Join(folder, "arena", "worker"), remote.MostCache)
	if err != nil {
		return err
	}
	return errors.Join(o.play(ctx, s, invitation, own, limits, cache, folder), cache.Close())
}

// levels returns the levels of the sandbox that hold here and are enough for the user.
func (o *joinOptions) levels() (levels []string, err error) {
	if _, err := o.from.Confine(); err != nil { // names the missing layer
		return nil, err
	}
	rising := []sandbox.Level{sandbox.None, sandbox.Standard, sandbox.Strict}
	for _, level := range rising[slices.Index(rising, o.from.Level):] {
		if _, err := sandbox.New(level); err == nil {
			levels = append(levels, level.String())
		}
	}
	return levels, nil
}

// Plays says what the worker plays with.
func (o *joinOptions) Plays(levels []string) string {
	if o.from.Terms().MayStart(sandbox.Origin{Stranger: true}) != nil {
		return "only those .wasm files of strangers that a league lets play without a sandbox"
	}
	return "programs of strangers, in the sandbox " + strings.Join(levels, " or ")
}

// play joins the league and plays until ctx is done.
func (o *joinOptions) play(ctx context.Context, s *shell.Shell, i members.Invitation, own remote.About,
	limits host.Limits, cache *remote.Cache, folder string,
) error {
	text, err := own.Text()
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Err, "note: refuses a league whose bots may use more than %s\n", o.from.Most())
	player := remote.NewPlayer(context.WithoutCancel(ctx), remote.PlayerOptions{
		Local: local.Options{
			Workers: o.jobs, Worker: worker.Order{Args: shell.WorkerArgs, Stderr: s.Err}, Arena: own.Arena.Raw(),
			MostProcesses: leagues.MostKeptBots, Limits: host.AtMost(limits),
		},
		Cache: cache, Sums: filepath.Join(folder, "arena"), About: own, Terms: o.from.Terms(),
	})
	defer player.Close()
	var played atomic.Int64
	var joined atomic.Bool
	where := i.Address
	if e := o.External(); e != nil {
		where = e.Place()
	}
	context.AfterFunc(ctx, func() {
		if !joined.Load() {
			return
		}
		fmt.Fprintln(s.Err, "note: ends after the matches that are being played; Ctrl-C again ends at once")
	})
	err = client.Join(ctx, i, client.JoinOptions{
		Slots: o.jobs, About: text, External: o.External(),
		Say: func(sentence string) { leagues.Note(s, sentence) },
		Joined: func() {
			joined.Store(true)
			safe.Fprintf(s.Err, "note: joined %s; plays %s at a time, with %s\n",
				where, safe.Count(o.jobs, "match"), o.Plays(own.Sandboxes))
		},
		Play: func(ctx context.Context, t *client.Task) ([]byte, error) {
			body, err := player.Play(ctx, t)
			if err == nil {
				s.Err.Progress("%s played", safe.Count(int(played.Add(1)), "match"))
			}
			return body, err
		},
	})
	s.Err.Clear()
	if joined.Load() {
		fmt.Fprintf(s.Out, "%s played\n", safe.Count(int(played.Load()), "match"))
	}
	return err
}
