package league

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/store"

	"github.com/botarena/arena/internal/cli/shell"
)

func newLeagueRejudge(s *shell.Shell) *cobra.Command {
	return &cobra.Command{
		Use:   "rejudge FOLDER NAME",
		Short: "Have all matches of a bot played anew",
		Long: `Have all matches of the bot of a name played anew, as after a time in which the machine was
too busy: they leave the table at once, and come back as they are played, with the same
seeds and bots. That begins at once if the league is served, and else when it is. Matches
with a bot that has left keep their result, if its program was removed meanwhile.`,
		Example:           `  arena league rejudge tuesdays Zorg`,
		Args:              shell.WantArgs(2, 2),
		ValidArgsFunction: completeBot(s),
		RunE:              func(c *cobra.Command, args []string) error { return rejudge(s, c.Context(), args[0], args[1]) },
	}
}

func rejudge(s *shell.Shell, ctx context.Context, typed, name string) error {
	return withLeague(s, ctx, typed, store.Options{}, func(l *openLeague) error {
		number := l.Current(name)
		if number < 0 {
			return noBot(l, name)
		}
		aside, stay, err := l.Rejudge(ctx, number, time.Now())
		if err != nil {
			return err
		}
		safe.Fprintf(s.Out, "%s of %s set aside, to be played anew\n", safe.Count(aside, "match"), name)
		if stay > 0 {
			safe.Fprintf(s.Out, "matches that stay, as the program of a bot in them was removed: %d\n", stay)
		}
		return l.note(ctx, safe.Sprintf("rejudge: %s, %s", name, safe.Count(aside, "match")))
	})
}

// noBot reports that no bot of a name plays in the league.
func noBot(l *openLeague, name string) error {
	return shell.Misused(safe.Shell("arena", "league", "show", l.typed), "%s: no bot of %s", name, l.Name)
}
