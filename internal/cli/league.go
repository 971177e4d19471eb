package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/sandbox"
	"github.com/botarena/arena/internal/store"
	"github.com/botarena/arena/internal/words"
)

func newLeague(s *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "league",
		Short: "Hold a league that bots join and leave at any time",
		Long: `Hold a league: any number of bots that join and leave at any time, and a table that
goes on. A league is a folder, with the store of its matches, the programs of its bots,
and an inbox into which bots can be put. docs/league.md tells how to hold one.`,
		Args: wantArgs(0, -1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			return misused(c.CommandPath()+" --help", "%s: no such command of %s", words.Name(args[0]), c.CommandPath())
		},
	}
	c.AddCommand(newLeagueNew(s), newLeagueAdd(s), newLeagueSubmit(s), newLeagueRemove(s), newLeagueServe(s), s.reader(newLeagueHealth(s)), s.reader(newLeagueShow(s)), newLeagueInvite(s), s.reader(newLeagueWorkers(s)), newLeagueRevoke(s))
	return c
}

// openLeague is a league whose folder was named.
type openLeague struct {
	store.League

	folder league.Folder
	typed  string // the name of the folder
	store  *store.Store
	setup  engine.Setup
	limits host.Limits
}

// openLeague opens the league in a folder. It must be closed.
func (s *program) openLeague(ctx context.Context, typed string, o store.Options) (*openLeague, error) {
	l := &openLeague{folder: league.Folder(typed), typed: typed}
	if _, err := os.Stat(l.folder.Store()); err != nil {
		return nil, noLeague(typed)
	}
	var err error
	if l.store, err = store.Open(ctx, l.folder.Store(), o); err != nil {
		return nil, notWritten(err)
	}
	if err := l.read(ctx, s); err != nil {
		_ = l.store.Close()
		return nil, fmt.Errorf("%s: %w", words.Name(typed), err)
	}
	return l, nil
}

// notWritten puts the name of the file first, if the system has refused it.
func notWritten(err error) error {
	if hintOf(err) != "" {
		return err
	}
	return plainPathError(err)
}

// noLeague says that there is no league in what was typed.
func noLeague(typed string) error {
	switch {
	case typed == "":
		return misused("arena league show tuesdays", "FOLDER: is empty")
	case filepath.Base(typed) == filepath.Base(league.Folder("").Store()):
		return misused("that is "+words.Name(filepath.Dir(typed)), "%s: a league is named by its folder", words.Name(typed))
	}
	return withHint(fmt.Errorf("%s: there is no league in it", words.Name(typed)), words.Shell("arena", "league", "new", typed, "GAME"))
}

func (l *openLeague) close() error { return l.store.Close() }

// read reads the league as it is now.
func (l *openLeague) read(ctx context.Context, s *program) (err error) {
	if l.League, err = l.store.League(ctx); err != nil {
		return err
	}
	game, err := s.games.Find(l.Game)
	if err != nil {
		return err
	}
	if l.setup, err = game.ReadSetup(l.Setup); err != nil {
		return err
	}
	l.limits, err = host.ReadLimits(l.Limits)
	return err
}

// confine sets the sandbox to that of the league. Whoever made the folder chose it, and the
// programs too; so only the user may do without one.
func (l *openLeague) confine(from *botFlags) error {
	var level sandbox.Level
	if err := level.Set(l.Sandbox); err != nil {
		return fmt.Errorf("%s: sandbox: %w", words.Name(l.typed), err)
	}
	switch {
	case from.askedSandbox() && from.level != level:
		return misused("leave out --sandbox", "--sandbox %s: the league was made with %s", &from.level, &level)
	case level == sandbox.None && from.level != level:
		return withHint(fmt.Errorf("%s: its bots play without a sandbox", words.Name(l.typed)), "--sandbox none lets them")
	}
	from.level = level
	_, err := from.confine()
	return err
}

// results are the options by which the matches of the league are opened.
func (l *openLeague) results(from botFlags) *resultsOptions {
	from.dir = l.folder.Bots()
	return &resultsOptions{path: l.folder.Store(), from: from}
}

// current returns the number of the entrant of a name that plays or will, or -1.
func (l *openLeague) current(name string) int {
	for number, e := range l.Entrants {
		if e.Name == name && e.Stays() {
			return number
		}
	}
	return -1
}

// completeLeague completes the folder of a league as the first argument.
func completeLeague(then cobra.CompletionFunc) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 && then != nil {
			return then(c, args, typed)
		}
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		found, _ := filepath.Glob(filepath.Join("*", "league.db"))
		for i, path := range found {
			found[i] = filepath.Dir(path)
		}
		return found, cobra.ShellCompDirectiveFilterDirs
	}
}

// errServed tells what to do about a league that is served already.
func errServed(typed string, err error) error {
	if errors.Is(err, league.ErrServed) {
		return withHint(fmt.Errorf("%s: %w", words.Name(typed), err), "bots that are added join there; to end it, press Ctrl-C where it runs")
	}
	return fmt.Errorf("%s: %w", words.Name(typed), err)
}
