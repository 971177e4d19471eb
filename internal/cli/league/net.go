package league

import (
	"context"
	"fmt"
	"net"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/local"
	"github.com/botarena/arena/internal/league/remote"
	"github.com/botarena/arena/internal/league/wire"
	"github.com/botarena/arena/internal/process/worker"

	"github.com/botarena/arena/internal/cli/shell"
)

// externalFlags name a server that somebody else runs.
type externalFlags struct{ url, credentials, prefix string }

func (f *externalFlags) Register(c *cobra.Command) {
	c.Flags().StringVar(&f.url, "nats", "", "use the NATS server at `URL`, which has JetStream")
	c.Flags().StringVar(&f.credentials, "creds", "", "with --nats, `FILE` with credentials for it")
	c.Flags().StringVar(
		&f.prefix, "prefix", "", "with --nats, `WORD` that the league's subjects begin with (default arena)")
	shell.Must(c.MarkFlagFilename("creds"))
	noFile := cobra.FixedCompletions(nil, cobra.ShellCompDirectiveNoFileComp)
	shell.Must(c.RegisterFlagCompletionFunc("nats", noFile))
	shell.Must(c.RegisterFlagCompletionFunc("prefix", noFile))
}

func (f *externalFlags) Check() error {
	if f.url == "" && (f.credentials != "" || f.prefix != "") {
		return shell.Misused("--nats nats://example.org:4222", "--creds and --prefix: have no effect without --nats")
	}
	if f.credentials != "" {
		if file, err := os.Open(f.credentials); err != nil {
			return fmt.Errorf("--creds: %w", shell.FileError(f.credentials, err))
		} else if err := file.Close(); err != nil {
			return err
		}
	}
	for _, r := range f.prefix {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' {
			return shell.Misused("--prefix tuesdays", "--prefix: %s: may have letters, digits and dashes", f.prefix)
		}
	}
	return nil
}

// external returns the server, or nil if none was named.
func (f *externalFlags) external() *wire.External {
	if f.url == "" {
		return nil
	}
	return &wire.External{URL: f.url, Credentials: f.credentials, Prefix: f.prefix}
}

// netOptions say how a league is played on other machines.
type netOptions struct {
	externalFlags

	listen  string
	silence time.Duration
	most    int  // workers
	authors int  // that are connected
	only    bool // nothing is played on this machine
	desk    *admission.Desk
}

const usualSilence = 30 * time.Second

func (o *netOptions) Register(c *cobra.Command) {
	c.Flags().StringVar(&o.listen, "listen", "", "take workers and authors at `ADDR`, such as :4222 or 127.0.0.1:4222")
	c.Flags().DurationVar(&o.silence, "silence", usualSilence,
		"with --listen or --nats, give a worker's matches to others when it is silent for `TIME`")
	c.Flags().IntVar(&o.most, "max-workers", broker.UsualWorkers,
		"with --listen or --nats, let `N` workers play at a time; others wait")
	c.Flags().IntVar(&o.authors, "max-authors", broker.UsualAuthors,
		"with --listen, let `N` authors be connected at a time; others wait")
	shell.Must(
		c.RegisterFlagCompletionFunc(
			"listen", cobra.FixedCompletions([]string{":4222", "127.0.0.1:4222"}, cobra.ShellCompDirectiveNoFileComp)))
	o.externalFlags.Register(c)
}

func (o *netOptions) Check() error {
	switch {
	case o.listen != "" && o.url != "":
		return shell.Misused("leave out one of them", "--listen and --nats: contradict each other")
	case o.listen == "" && o.url == "" && o.silence != usualSilence:
		return shell.Misused("--listen :4222", "--silence: has no effect without --listen or --nats")
	case o.listen == "" && o.url == "" && o.most != broker.UsualWorkers:
		return shell.Misused("--listen :4222", "--max-workers: has no effect without --listen or --nats")
	case o.most < 1 || o.most > broker.MostWorkers:
		return shell.Misused("--max-workers 500", "--max-workers: %d is not from 1 to %d", o.most, broker.MostWorkers)
	case o.listen == "" && o.authors != broker.UsualAuthors:
		return shell.Misused("--listen :4222", "--max-authors: has no effect without --listen")
	case o.authors < 1 || o.authors > broker.MostAuthors:
		return shell.Misused("--max-authors 1000", "--max-authors: %d is not from 1 to %d", o.authors, broker.MostAuthors)
	case o.silence < wire.MinAckWait:
		return shell.Misused("--silence 30s", "--silence: %v is less than %v", o.silence, wire.MinAckWait)
	}
	if !o.on() {
		o.only = false
	}
	return o.externalFlags.Check()
}

// on reports whether others play as well.
func (o *netOptions) on() bool { return o.listen != "" || o.url != "" }

// transport starts those who play the league.
func (o *serveOptions) transport(
	ctx context.Context, s *shell.Shell, l *openLeague, finder find.Finder,
) (*remote.Players, error) {
	var here *local.Options
	if !o.net.only {
		here = o.here(s, l, finder)
	}
	if !o.net.on() {
		return remote.Play(ctx, here, nil)
	}
	return remote.Play(ctx, here, o.net.there(s, l))
}

// here says how worker processes of this machine play.
func (o *serveOptions) here(s *shell.Shell, l *openLeague, finder find.Finder) *local.Options {
	return &local.Options{
		Workers: o.jobs, Worker: worker.Order{Args: shell.WorkerArgs, Stderr: s.Err}, Arena: shell.ArenaVersion(),
		MostProcesses: mostKeptBots, Limits: o.from.LeagueBounds(),
		Find: func(ctx context.Context, name string, program [32]byte) (series.Entrant, error) {
			return l.ToPlay(ctx, finder, name, program)
		},
	}
}

// there says how other machines play.
func (o *netOptions) there(s *shell.Shell, l *openLeague) *remote.Options {
	info := l.Match.Game().Info()
	wants := About()
	wants.Rules, wants.Sandboxes = map[string]int{info.Name: info.Version}, []string{l.Sandbox}
	wants.Limits = l.Limits
	return &remote.Options{
		Broker: broker.Options{
			Folder: l.Folder.Workers(), Listen: o.listen, External: o.external(), AckWait: o.silence,
			MostWorkers: o.most, MostAuthors: o.authors,
			Say: func(sentence string) { note(s, sentence) },
		},
		Wants: wants, Folder: l.Folder, Entrant: l.Entrant,
	}
}

// welcome takes submissions, and tells how workers join.
func (o *netOptions) welcome(ctx context.Context, s *shell.Shell, l *openLeague, there *remote.Transport) error {
	if o.listen != "" {
		if err := o.desk.Open(ctx, there.Broker); err != nil {
			return err
		}
	}
	note(s, safe.Sprintf("workers join at %s; all bots of the league go to them", there.Address()))
	if host, _, err := net.SplitHostPort(o.listen); err == nil && host == "" {
		note(s, "everybody who reaches this machine can connect; only who was invited gets in")
	}
	if len(there.Members()) == 0 {
		fmt.Fprintf(s.Err, "hint: %s\n", safe.Shell("arena", "league", "invite", l.typed, "NAME"))
	}
	return nil
}

func note(s *shell.Shell, sentence string) { safe.Fprintf(s.Err, "note: %s\n", sentence) }

// About returns what this arena is, without games and sandboxes.
func About() remote.About {
	return remote.About{
		Arena: safe.Outside(shell.ArenaVersion()), Protocol: botwire.ProtocolVersion,
		OS: safe.Outside(runtime.GOOS), Arch: safe.Outside(runtime.GOARCH), Processors: runtime.NumCPU(),
	}
}
