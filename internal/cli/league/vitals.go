package league

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/league/remote"
	"github.com/botarena/arena/internal/league/vitals"
	"github.com/botarena/arena/internal/web/operator"

	"github.com/botarena/arena/internal/cli/shell"
)

const (
	metricsFlag  = "metrics"
	usualMetrics = "127.0.0.1:9464"
)

// logForm is how what is told is written.
type logForm string

const (
	logText logForm = "text"
	logJSON logForm = "json"
)

func (f *logForm) String() string { return string(*f) }

// Type implements [pflag.Value].
func (f *logForm) Type() string { return "FORM" }

// Set implements [pflag.Value].
func (f *logForm) Set(form string) error {
	if *f = logForm(form); *f != logText && *f != logJSON {
		return fmt.Errorf("is neither %s nor %s", logText, logJSON)
	}
	return nil
}

func (o *serveOptions) registerWatching(c *cobra.Command) {
	o.log = logText
	c.Flags().StringVar(&o.metrics, metricsFlag, "",
		"serve metrics and health for whoever operates the league at `ADDR`, such as "+usualMetrics)
	c.Flags().Var(&o.log, "log", "write what is told as `FORM`: text or json")
	fixed := func(values ...string) cobra.CompletionFunc {
		return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
	}
	shell.Must(c.RegisterFlagCompletionFunc(metricsFlag, fixed(usualMetrics)))
	shell.Must(c.RegisterFlagCompletionFunc("log", fixed(string(logText), string(logJSON))))
}

// watched is what an operator watches.
type watched struct {
	vitals *vitals.Vitals
	site   *operator.Site
}

// Close ends what is served. Nothing is, if it is nil.
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
	site := operator.Serve(ctx, operator.Options{
		Title: l.Name.Raw(), Listener: listener, Listen: o.metrics, Log: s.Err.Logger(),
		Gatherer: v.Gatherer(), State: v.State, Sections: func(ctx context.Context) (all []operator.Section) {
			for _, section := range v.Sections(ctx) {
				all = append(all, operator.Section(section))
			}
			return all
		},
	})
	fmt.Fprintf(s.Err, "note: metrics and health are at %s\n", shell.AddressOf(o.metrics, listener.Addr())+"/")
	return &watched{v, site}, nil
}

// tellWhoPlays tells those who watch over the league who plays it.
func (o *serveOptions) tellWhoPlays(w *watched, health *league.Health, over *remote.Players) {
	here := o.jobs
	if o.net.only {
		here = 0
	}
	var there vitals.Remote
	if over.There != nil {
		there = over.There
		health.Queues(over.There.Trouble)
	}
	if w != nil {
		w.vitals.Plays(here, there)
	}
}
