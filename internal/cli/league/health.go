package league

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/tournament"
)

func newLeagueHealth(s *shell.Shell) *cobra.Command {
	return &cobra.Command{
		Use:   "health FOLDER",
		Short: "Tell whether a league is served and works",
		Long: `Tell whether a league is served, its store can be read and its disk has room: the exit code
is 0 if so, else 1, with the reason. It says what the process that serves the league has
found in the last 30 seconds, for a service or a container that restarts when it is ill.

With arena league serve --http, /healthz answers the same: 200, or 503 and the reason.`,
		Example:           `  arena league health tuesdays`,
		Args:              shell.WantArgs(1, 1),
		ValidArgsFunction: completeLeague(nil),
		RunE: func(c *cobra.Command, args []string) error {
			state, err := healthOf(c.Context(), args[0])
			if err == nil {
				safe.Fprintf(s.Out, "%s: is served: %s\n", args[0], state)
			}
			return err
		},
	}
}

// longestHealth is how long a folder may take to answer, as one of a machine that is gone. It is replaced in tests.
var longestHealth = 5 * time.Second

func healthOf(ctx context.Context, typed string) (string, error) {
	type found struct {
		state string
		err   error
	}
	answer := make(chan found, 1)
	go func() { // it is left behind if the system does not answer; then the program ends
		if _, err := os.Stat(league.Folder(typed).Store()); err != nil {
			answer <- found{err: noLeague(typed)}
			return
		}
		state, err := league.Folder(typed).Health(time.Now())
		answer <- found{state, notWell(typed, err)}
	}()
	select {
	case f := <-answer:
		return f.state, f.err
	case <-ctx.Done():
		return "", context.Cause(ctx)
	case <-time.After(longestHealth):
		return "", hint.New(typed, fmt.Sprintf("does not answer for %v", longestHealth), "")
	}
}

// notWell says why a league does not work, and what to do.
func notWell(typed string, err error) error {
	switch ill := league.HealthError(""); {
	case err == nil:
		return nil
	case errors.Is(err, league.ErrNotServed):
		return hint.New(typed, err.Error(), safe.Shell("arena", "league", "serve", typed)).Because(err)
	case errors.As(err, &ill):
		return hint.New(typed, err.Error(), "see what arena league serve has printed").Because(err)
	}
	return shell.PlainPathError(err)
}

// health returns the health of a league that is served.
func (l *openLeague) health() *league.Health {
	return league.NewHealth(l.Folder, func(ctx context.Context) (store.Tournament, error) {
		return l.Store.Tournament(ctx, l.ID)
	})
}

// watchHealth looks after a league that is served, until what it returns is called.
func (l *openLeague) watchHealth(
	ctx context.Context, s *shell.Shell, page *tournament.LivePage, health *league.Health,
) (stop func()) {
	if page != nil {
		page.Site.TellHealth(health.State)
	}
	ctx, end := context.WithCancel(ctx)
	var watching sync.WaitGroup
	watching.Go(func() {
		health.Watch(ctx, func(ill error) { fmt.Fprintf(s.Err, "warning: %s: %s\n", l.Name, ill) })
	})
	return func() {
		end()
		watching.Wait()
	}
}
