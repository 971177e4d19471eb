package league

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/store"

	"github.com/botarena/arena/internal/cli/shell"
)

func newLeaguePause(s *shell.Shell) *cobra.Command {
	return &cobra.Command{
		Use:   "pause FOLDER NAME",
		Short: "Let a bot play no more for some time",
		Long: `Let the bot of a name play no more, from the next match on. It stays in the table, and plays
on after arena league resume, or when its author hands in a new version.`,
		Example:           `  arena league pause tuesdays Zorg`,
		Args:              shell.WantArgs(2, 2),
		ValidArgsFunction: completeBot(s),
		RunE: func(c *cobra.Command, args []string) error {
			return changeBot(s, c.Context(), args[0], args[1], "pause", "plays no more from the next match on",
				(*store.Store).Pause)
		},
	}
}

func newLeagueResume(s *shell.Shell) *cobra.Command {
	return &cobra.Command{
		Use:   "resume FOLDER NAME",
		Short: "Let a bot play on that was paused",
		Long: `Let the bot of a name play on that arena league pause has stopped, from the next match on,
with all its earlier matches. It need not catch up.`,
		Example:           `  arena league resume tuesdays Zorg`,
		Args:              shell.WantArgs(2, 2),
		ValidArgsFunction: completeLeague(nil),
		RunE: func(c *cobra.Command, args []string) error {
			return changeBot(s, c.Context(), args[0], args[1], "resume", "plays on with the next match", (*store.Store).GoOn)
		},
	}
}

const (
	usualPreferred = 40
	mostPreferred  = 100
)

func newLeaguePrefer(s *shell.Shell) *cobra.Command {
	matches := 0
	c := &cobra.Command{
		Use:   "prefer FOLDER NAME",
		Short: "Let a bot play before others for some matches",
		Long: fmt.Sprintf(`Let the bot of a name, or a new version of it, play before others, beside its share, until it
has had so many matches more: %d at most. It plays in every second match for that, and others
in the rest, so that nobody waits for it. -n 0 ends it sooner.`, mostPreferred),
		Example: `  arena league prefer tuesdays Zorg
  arena league prefer tuesdays Zorg -n 0`,
		Args:              shell.WantArgs(2, 2),
		ValidArgsFunction: completeBot(s),
		RunE: func(c *cobra.Command, args []string) error {
			if matches < 0 || matches > mostPreferred {
				return shell.Misused(fmt.Sprint("-n ", usualPreferred), "--matches: %d is not from 0 to %d", matches, mostPreferred)
			}
			what, then := safe.Sprintf("prefer for %s", safe.Count(matches, "match")),
				safe.Sprintf("plays %s before others", safe.Count(matches, "match"))
			if matches == 0 {
				then = "plays as the others do"
			}
			return changeBot(s, c.Context(), args[0], args[1], what, then,
				func(in *store.Store, ctx context.Context, league int64, name string) (bool, error) {
					return in.Prefer(ctx, league, name, matches)
				})
		},
	}
	c.Flags().IntVarP(&matches, "matches", "n", usualPreferred, "for `N` matches; 0 ends it")
	return c
}

// changeBot changes how a bot takes part in a league, and writes that down.
func changeBot(s *shell.Shell, ctx context.Context, typed, name, what, then string,
	change func(*store.Store, context.Context, int64, string) (bool, error),
) error {
	return withLeague(s, ctx, typed, store.Options{}, func(l *openLeague) error {
		found, err := change(l.Store, ctx, l.ID, name)
		switch {
		case err != nil:
			return err
		case !found:
			return noBot(l, name)
		}
		safe.Fprintf(s.Out, "%s %s\n", name, then)
		return l.note(ctx, what+": "+name)
	})
}

// completeBot completes the folder of a league, and the name of a bot that plays there.
func completeBot(s *shell.Shell) cobra.CompletionFunc {
	return completeLeague(func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return namesIn(s, c.Context(), args[0]), cobra.ShellCompDirectiveNoFileComp
	})
}
