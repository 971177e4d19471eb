package league

import (
	"context"
	"fmt"
	"net"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/local"
	"github.com/botarena/arena/internal/league/remote"
	"github.com/botarena/arena/internal/league/wire"
	"github.com/botarena/arena/internal/process/worker"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/leagues"
)

// netOptions say how a league is played on other machines.
type netOptions struct {
	leagues.ExternalFlags

	listen  string
	silence time.Duration
	most    int  // workers
	only    bool // nothing is played on this machine
}

const usualSilence = 30 * time.Second

func (o *netOptions) Register(c *cobra.Command) {
	c.Flags().StringVar(&o.listen, "listen", "", "take workers at `ADDR`, such as :4222 or 127.0.0.1:4222")
	c.Flags().DurationVar(&o.silence, "silence", usualSilence,
		"with --listen or --nats, give a worker's matches to others when it is silent for `TIME`")
	c.Flags().IntVar(&o.most, "max-workers", broker.UsualWorkers,
		"with --listen or --nats, let `N` workers play at a time; others wait")
	shell.Must(
		c.RegisterFlagCompletionFunc(
			"listen", cobra.FixedCompletions([]string{":4222", "127.0.0.1:4222"}, cobra.ShellCompDirectiveNoFileComp)))
	o.ExternalFlags.Register(c)
}

func (o *netOptions) Check() error {
	switch {
	case o.listen != "" && o.URL != "":
		return shell.Misused("leave out one of them", "--listen and --nats: contradict each other")
	case o.listen == "" && o.URL == "" && o.silence != usualSilence:
		return shell.Misused("--listen :4222", "--silence: has no effect without --listen or --nats")
	case o.listen == "" && o.URL == "" && o.most != broker.UsualWorkers:
		return shell.Misused("--listen :4222", "--max-workers: has no effect without --listen or --nats")
	case o.most < 1 || o.most > broker.MostWorkers:
		return shell.Misused("--max-workers 500", "--max-workers: %d is not from 1 to %d", o.most, broker.MostWorkers)
	case o.silence < wire.MinAckWait:
		return shell.Misused("--silence 30s", "--silence: %v is less than %v", o.silence, wire.MinAckWait)
	}
	if !o.on() {
		o.only = false
	}
	return o.ExternalFlags.Check()
}

// on reports whether others play as well.
func (o *netOptions) on() bool { return o.listen != "" || o.URL != "" }

// transport starts those who play the league. The broker between them is nil if no other machine plays.
func (o *serveOptions) transport(
	ctx context.Context, s *shell.Shell, l *openLeague, finder find.Finder,
) (*remote.Players, *broker.Broker, error) {
	var here *local.Options
	if !o.net.only {
		here = o.here(s, l, finder)
	}
	if !o.net.on() {
		return remote.Play(ctx, here, nil), nil, nil
	}
	between, err := broker.Open(ctx, o.net.between(s, l))
	if err != nil {
		return nil, nil, err
	}
	there := remote.Open(ctx, between, remote.Options{
		Folder: l.Folder, Entrant: l.Entrant, Say: func(sentence string) { leagues.Note(s, sentence) },
	})
	return remote.Play(ctx, here, there), between, nil
}

// here says how worker processes of this machine play.
func (o *serveOptions) here(s *shell.Shell, l *openLeague, finder find.Finder) *local.Options {
	return &local.Options{
		Workers: o.jobs, Worker: worker.Order{Args: shell.WorkerArgs, Stderr: s.Err}, Arena: shell.ArenaVersion(),
		MostProcesses: leagues.MostKeptBots, Limits: o.from.LeagueBounds(),
		Find: func(ctx context.Context, name string, program [32]byte) (series.Entrant, error) {
			return l.ToPlay(ctx, finder, name, program)
		},
	}
}

// between says how other machines are reached.
func (o *netOptions) between(s *shell.Shell, l *openLeague) broker.Options {
	info := l.Match.Game().Info()
	wants := leagues.About()
	wants.Rules, wants.Sandboxes = map[string]int{info.Name: info.Version}, []string{l.Sandbox}
	wants.Limits = l.Limits
	return broker.Options{
		Folder: l.Folder.Workers(), Listen: o.listen, External: o.External(), AckWait: o.silence,
		MostWorkers: o.most,
		Say:         func(sentence string) { leagues.Note(s, sentence) },
		Admit:       func(_ string, told []byte) error { return wants.Admit(told) },
	}
}

// welcome tells how workers join.
func (o *netOptions) welcome(s *shell.Shell, l *openLeague, there *broker.Broker) {
	leagues.Note(s, safe.Sprintf("workers join at %s; all bots of the league go to them", there.Address()))
	if host, _, err := net.SplitHostPort(o.listen); err == nil && host == "" {
		leagues.Note(s, "everybody who reaches this machine can connect; only who was invited gets in")
	}
	if len(there.Members()) == 0 {
		fmt.Fprintf(s.Err, "hint: %s\n", safe.Shell("arena", "league", "invite", l.typed, "NAME"))
	}
}
