package league

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/process/worker"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/tournament"
)

const (
	bestFlag  = "best"
	usualBest = 8
	// usualFinal is a multiple of the seats that games usually have.
	usualFinal = 120
)

type finalOptions struct {
	best, matches, jobs int
	again               bool
	from                shell.BotFlags
}

func newLeagueFinal(s *shell.Shell) *cobra.Command {
	o := &finalOptions{}
	c := &cobra.Command{
		Use:   "final FOLDER",
		Short: "Play the final of a league: its best bots, on seeds that nobody knew before",
		Long: `Play the final of a league, once its deadline is over, and the time of --late: a series of
the best bots of its whole table, not of the one that others see after a --freeze, on seeds
that are drawn then, so that nobody can have prepared for them. Bots and first seed are
written down before the first match. After Ctrl-C the same command goes on with them, and
--again draws another final.

The result is printed, and is in arena league show and on the page of the league. Whoever
has the bots can play the same matches by arena series -s SEED.`,
		Example: `  arena league final tuesdays
  arena league final tuesdays --best 4 -n 400`,
		Args:              shell.WantArgs(1, 1),
		ValidArgsFunction: completeLeague(nil),
		RunE:              func(c *cobra.Command, args []string) error { return o.run(c, s, args[0]) },
	}
	c.Flags().IntVar(&o.best, bestFlag, usualBest, "let the best `N` bots of the table play")
	c.Flags().IntVarP(&o.matches, "matches", "n", usualFinal, "play `N` matches")
	c.Flags().IntVarP(&o.jobs, "jobs", "j", 0, "play `N` matches at a time; 0 means one per processor")
	c.Flags().BoolVar(&o.again, "again", false, "draw another final, with other seeds")
	o.from.RegisterDir(c)
	shell.Must(c.Flags().MarkHidden("bots")) // they are in the folder
	o.from.RegisterSandbox(c)
	o.from.RegisterStored(c)
	return c
}

func (o *finalOptions) run(c *cobra.Command, s *shell.Shell, folder string) error {
	switch {
	case o.jobs < 0:
		return shell.Misused("-j 0 plays one match per processor", "--jobs: %d is negative", o.jobs)
	case o.matches < 1:
		return shell.Misused(fmt.Sprint("-n ", usualFinal), "--matches: %d is less than 1", o.matches)
	case o.best < 1:
		return shell.Misused(fmt.Sprintf("--%s %d", bestFlag, usualBest), "--%s: %d is less than 1", bestFlag, o.best)
	}
	l, err := opened(s, c.Context(), folder, store.Options{})
	if err != nil {
		return err
	}
	defer l.Close() //nolint:errcheck // what was played is in the store
	if err := l.Confine(&o.from); err != nil {
		return err
	}
	f, begun, err := l.Store.Final(c.Context(), l.ID)
	if err == nil && (!begun || o.again) {
		f, err = o.draw(c.Context(), s, l)
	} else if err == nil && (c.Flags().Changed(bestFlag) || c.Flags().Changed("matches")) {
		return shell.Misused("leave out --best and -n, or draw another one by --again", "%s: its final has begun", folder)
	}
	if err != nil {
		return err
	}
	names := make([]string, len(f.Entrants))
	for i, e := range f.Entrants {
		names[i] = engine.Printable(e.Name)
	}
	fmt.Fprintf(s.Out, "final of %s, drawn %s: %s of %s, first seed %d\n", l.Name, f.Begun.Format(admission.TimeFormat),
		safe.Count(f.Of, "match"), strings.Join(names, ", "), f.First)
	err = o.play(c.Context(), s, l, f)
	if cause := context.Cause(c.Context()); cause != nil && errors.Is(err, cause) {
		return hint.With(err, "the same command goes on")
	}
	if err != nil {
		return err
	}
	t, err := l.readFinal(c.Context(), s)
	if err != nil {
		return err
	}
	return t.Tell(s.Out, false)
}

// draw begins a final.
func (o *finalOptions) draw(ctx context.Context, s *shell.Shell, l *openLeague) (f store.Final, err error) {
	if waiting, _ := admission.Waiting(l.Folder); waiting > 0 {
		return f, hint.New(l.typed, safe.Count(waiting, "submission")+" not checked yet",
			safe.Shell("arena", "league", "serve", l.typed)+" checks what came in time")
	}
	view := l.view(s)
	view.Tables = true
	t, err := view.Read(ctx, l.Tournament)
	if err != nil {
		return f, err
	}
	table, _ := t.Ranking(t.Standings.SoFar())
	if f, err = l.DrawFinal(ctx, table, o.best, o.matches, time.Now()); err != nil {
		return f, l.noFinal(err)
	}
	return f, l.note(ctx, fmt.Sprintf("final: the best %d, %s, first seed %d", len(f.Entrants),
		safe.Count(f.Of, "match"), f.First))
}

// noFinal says what to do before a final can be drawn.
func (l *openLeague) noFinal(err error) error {
	open, unplayed := new(league.OpenError), new(league.UnplayedError)
	typed := func(args ...string) string { return safe.Shell(append([]string{"arena", "league"}, args...)...) }
	switch {
	case errors.Is(err, league.ErrNoDeadline):
		return hint.New(l.typed, err.Error(), typed("set", l.typed, "--deadline", "now")).Because(err)
	case errors.As(err, &open):
		return hint.New(l.typed, "takes bots until "+open.Until.Format(admission.TimeFormat),
			"draw the final later, or close it by "+typed("set", l.typed, "--deadline", "now", "--late", "0")).Because(err)
	case errors.As(err, &unplayed):
		return hint.New(l.typed, err.Error(), typed("serve", l.typed)+", or remove it").Because(err)
	case errors.Is(err, league.ErrTooFewBots):
		return hint.New(l.typed, err.Error(), typed("show", l.typed)).Because(err)
	}
	return err
}

// play plays the matches of a final that are missing.
func (o *finalOptions) play(ctx context.Context, s *shell.Shell, l *openLeague, f store.Final) error {
	finder := o.from.Finder()
	finder.Game = l.Game
	bots, turns, err := l.Finalists(ctx, finder, f)
	if err != nil {
		return err
	}
	run := contest.Run{
		Setup: l.Match, Random: l.Random, Entrants: bots, Limits: l.limits, Sandbox: o.from.Level, Keep: series.KeepAll,
		Jobs: o.jobs, Arena: shell.ArenaVersion(), Worker: worker.Order{Args: shell.WorkerArgs, Stderr: s.Err},
		Games: s.Games, Memory: contest.MemoryOf(l.Store, f.Tournament), FreezeUnstarted: true,
	}
	played := 0
	defer s.Err.Clear()
	return run.Play(ctx, turns.Matches(), f.Of, func(series.Match) bool {
		played++
		s.Err.Progress("%d of %s", played, safe.Count(f.Of, "match"))
		return true
	})
}

// readFinal reads the final as it is now; nil if there is none.
func (l *openLeague) readFinal(ctx context.Context, s *shell.Shell) (*tournament.Tournament, error) {
	f, begun, err := l.Store.Final(ctx, l.ID)
	if err != nil || !begun {
		return nil, err
	}
	return l.view(s).Read(ctx, f.Tournament)
}

// printFinal prints the table of the final, if there is one.
func (t *leagueTable) printFinal(to io.Writer) {
	if t.final == nil {
		return
	}
	fmt.Fprintf(to, "final, drawn %s: %s\n", t.final.Begun.Format(admission.TimeFormat),
		safe.Count(t.final.Count(), "match"))
	if t.final.Count() > 0 {
		summary := t.final.Standings.SoFar()
		order, _ := t.final.Ranking(summary)
		tournament.PrintStandings(to, summary, t.final.All.Bots, order, false)
		fmt.Fprintln(to, t.final.Standings.SeedsPlayed())
	}
}
