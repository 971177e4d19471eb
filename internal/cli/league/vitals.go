package league

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/vitals"
	"github.com/botarena/arena/internal/web/operator"
	"github.com/botarena/arena/internal/web/server"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/leagues"
)

const (
	metricsFlag  = "metrics"
	usualMetrics = "127.0.0.1:9464"
)

// logForm is the form of messages.
type logForm string

const (
	logText logForm = "text"
	logJSON logForm = "json"
)

func (o *serveOptions) registerWatching(c *cobra.Command) {
	o.log = logText
	c.Flags().StringVar(&o.metrics, metricsFlag, "",
		"serve metrics and health for the operator of the league at `ADDR`, such as "+usualMetrics)
	shell.Must(c.RegisterFlagCompletionFunc(
		metricsFlag, cobra.FixedCompletions([]string{usualMetrics}, cobra.ShellCompDirectiveNoFileComp)))
	shell.Enum[logForm]{Values: []logForm{logText, logJSON}}.Register(c, &o.log, "log",
		"write messages as `FORM`: %s")
}

// watched is what an operator watches.
type watched struct {
	vitals *vitals.Vitals
	site   *operator.Site
}

// Close ends the server. A nil watched serves nothing.
func (w *watched) Close() error {
	if w == nil {
		return nil
	}
	return w.site.Close()
}

// serveVitals serves what an operator watches, if that was asked for.
func (o *serveOptions) serveVitals(
	ctx context.Context, s *shell.Shell, l *openLeague, health *league.Health,
) (*watched, error) {
	if o.metrics == "" {
		return nil, nil //nolint:nilnil // nobody watches
	}
	listener, err := shell.ListenAt("--"+metricsFlag, o.metrics)
	if err != nil {
		return nil, err
	}
	v := vitals.New(vitals.Options{
		Version: shell.ArenaVersion(), Health: health,
		Inbox: func() (int, time.Time) { return admission.Waiting(l.Folder) },
	})
	v.Plays(o.slots(), nil)
	site := operator.Serve(ctx, operator.Options{
		Title: l.Name.Raw(), Listener: listener, Listen: o.metrics, Log: s.Err.Logger(),
		Gatherer: v.Gatherer(), State: v.State, Sections: v.Sections,
	})
	if !server.IsLocal(listener.Addr()) {
		leagues.Note(s, "anybody who can reach this machine can read the metrics")
	}
	fmt.Fprintf(s.Err, "note: metrics and health are at %s\n", shell.AddressOf(o.metrics, listener.Addr())+"/")
	return &watched{v, site}, nil
}

// remoteOf returns the connection to other machines that play; nil if none does.
func remoteOf(there *broker.Broker) vitals.Remote {
	if there == nil {
		return nil
	}
	return there
}

// tellWhoPlays tells those who watch over the league who plays it.
func (o *serveOptions) tellWhoPlays(w *watched, health *league.Health, there vitals.Remote) {
	if there != nil {
		health.Queues(there.Trouble)
	}
	if w == nil {
		return
	}
	w.vitals.Plays(o.slots(), there)
}

// slots returns how many matches this machine plays at a time.
func (o *serveOptions) slots() int {
	if o.net.only {
		return 0
	}
	return o.jobs
}
