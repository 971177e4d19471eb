package league

import (
	"context"

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
