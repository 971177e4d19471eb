// Package league has the commands of those who hold a league.
package league

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/process/host"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/tournament"
)

// Commands returns the commands of arena league for those who hold one.
func Commands(s *shell.Shell) []*cobra.Command {
	return []*cobra.Command{
		newLeagueNew(s), newLeagueAdd(s), newLeagueRemove(s), newLeagueServe(s), newLeagueSet(s),
		newLeagueFinal(s), newLeagueRejudge(s), newLeaguePause(s), newLeagueResume(s), newLeaguePrefer(s),
		s.Reader(newLeagueHealth(s)), s.Reader(newLeagueShow(s)), s.Reader(newLeagueSimilar(s)), newLeagueInvite(s),
		s.Reader(newLeagueWorkers(s)), newLeaguePeople(s),
		newLeagueBackup(s), newLeagueRestore(s),
		shell.RenamedCommand("revoke", "league", "remove", "--invitation"),
	}
}

// openLeague is a league whose folder was named.
type openLeague struct {
	*league.League

	typed  string      // the name of the folder
	limits host.Limits // of its bots, once [openLeague.Confine] has agreed to them
}

// withLeague does something with the league in a folder.
func withLeague(
	s *shell.Shell, ctx context.Context, typed string, o store.Options, do func(l *openLeague) error,
) error {
	l, err := opened(s, ctx, typed, o)
	if err != nil {
		return err
	}
	return errors.Join(do(l), l.Close())
}

// opened opens the league in a folder. It must be closed.
func opened(s *shell.Shell, ctx context.Context, typed string, o store.Options) (*openLeague, error) {
	l, err := league.Open(ctx, league.Folder(typed), s.Games, o)
	unread := new(league.UnreadError)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, noLeague(typed)
	case errors.As(err, &unread):
		return nil, hint.Wrap(typed, err)
	case err != nil:
		return nil, notWritten(err)
	}
	return &openLeague{League: l, typed: typed}, nil
}

// notWritten puts the name of the file first, if the system has refused it.
func notWritten(err error) error {
	if hint.Of(err) != "" {
		return err
	}
	return shell.PlainPathError(err)
}

// noLeague reports that the typed folder holds no league.
func noLeague(typed string) error {
	switch {
	case filepath.Base(typed) == filepath.Base(league.Folder("").Store()):
		return shell.Misused("that is "+safe.Name(filepath.Dir(typed)), "%s: a league is named by its folder", typed)
	}
	return hint.New(typed, "there is no league in it", safe.Shell("arena", "league", "new", "GAME", typed))
}

// Confine sets the sandbox and the limits to those of the league. The maker of the folder chose them.
func (l *openLeague) Confine(from *shell.BotFlags) error {
	level, err := l.Level(from.Terms())
	other := new(league.LevelError)
	switch {
	case errors.As(err, &other):
		return shell.Misused("leave out --sandbox", "--sandbox %s: the league was made with %s", &other.Asked, &other.Made)
	case errors.Is(err, league.ErrUnconfined):
		return hint.New(l.typed, err.Error(), "--sandbox none lets them").Because(err)
	case err != nil:
		return hint.Wrap(l.typed, err)
	}
	from.Level = level
	if l.limits, err = l.BotLimits.Within(from.LeagueBounds()); err != nil {
		return l.tooLoose(err)
	}
	_, err = from.Confine()
	return err
}

// tooLoose says what the user can do about limits that nobody has typed.
func (l *openLeague) tooLoose(err error) error {
	loose := new(host.LooseError)
	if errors.As(err, &loose) && loose.None == nil {
		return hint.New(l.typed, "its bots have looser limits than the usual ones: "+strings.Join(loose.Looser, ", "),
			"--stored-limits lets them").Because(err)
	}
	return hint.New(l.typed, "its bots have "+err.Error(), "a league that arena league new makes has all limits").
		Because(err)
}

// live is the league as a page shows it, which has matches played again by the league's own copies of bots.
func (l *openLeague) live(s *shell.Shell, from shell.BotFlags) tournament.Live {
	from.Dir = l.Folder.Bots()
	again := tournament.Again(s, l.Folder.Store(), &from)
	again.Limits = from.LeagueBounds()
	return tournament.Live{Archive: l.view(s).Archive, ID: l.ID, Again: again}
}

// view is the league as it is printed.
func (l *openLeague) view(s *shell.Shell) tournament.View {
	path := l.Folder.Store()
	return tournament.View{
		Archive: archive.Archive{Path: path, Store: l.Store, Games: s.Games}, Bots: l.Folder.Bots(),
	}
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
		return hint.New(typed, err.Error(),
			"bots that are added join there; to end it, press Ctrl-C where it runs").Because(err)
	}
	return hint.Wrap(typed, err)
}
