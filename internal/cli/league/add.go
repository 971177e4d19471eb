package league

import (
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/process/sandbox"

	"github.com/botarena/arena/internal/cli/shell"
)

func newLeagueAdd(s *shell.Shell) *cobra.Command {
	from, sub := &shell.BotFlags{}, admission.Submission{}
	c := &cobra.Command{
		Use:   "add FOLDER BOT...",
		Short: "Let bots join a league",
		Long: `Let bots join a league. Each is copied into the folder of the league, and checked as
arena check does; then, where the league wants that, it must be better than the bot at
the gate. It joins with the next match that is handed out, also while the league is
played.

A bot with a name that is there already is a new version: it takes the place of the old
one, whose matches stay in the table.
If a bot comes in a signed package, its name belongs to the key that signed it: from then
on no other bot may have that name, also when this one has left. --rekey gives the name to
the signer of this bot, and to nobody if it is not signed.

` + sandbox.StrangersRule + `
A package is a stranger's unless your own key has signed it.`,
		Example: `  arena league add tuesdays examples/demo
  arena league add tuesdays build/zorg --name Zorg
  arena league add tuesdays friend-1.2.0.bot`,
		Args: shell.WantArgs(2, -1),
		ValidArgsFunction: completeLeague(
			func(c *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
				return shell.CompleteBots(c), cobra.ShellCompDirectiveDefault
			}),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 2 && sub.Name != "" {
				return shell.Misused("add them one by one", "--name: is for one bot, and there are %d", len(args)-1)
			}
			return withLeague(s, c.Context(), args[0], store.Options{}, func(l *openLeague) error {
				return l.add(c.Context(), s, from, args[1:], sub)
			})
		},
	}
	from.RegisterDir(c)
	from.RegisterSandbox(c)
	from.RegisterStored(c)
	c.Flags().StringVar(&sub.Name, "name", "", "`NAME` under which the bot plays (default: its own)")
	c.Flags().BoolVar(&sub.Rekey, "rekey", false, "give the name to the signer of this bot, even if it has another owner")
	return c
}

// add lets bots join, until one is refused.
func (l *openLeague) add(
	ctx context.Context, s *shell.Shell, from *shell.BotFlags, typed []string, sub admission.Submission,
) error {
	if err := l.Confine(from); err != nil {
		return err
	}
	a, err := l.admission(s, *from, runtime.NumCPU(), s.Out)
	if err != nil {
		return err
	}
	for _, sub.Typed = range typed {
		s.Err.Progress("checking %s", sub.Typed)
		joined, err := a.Admit(ctx, sub)
		s.Err.Clear()
		if err != nil {
			return notAdmitted(err)
		}
		fmt.Fprintf(s.Out, "%s joins %s with the next match\n", title(joined), l.Name)
	}
	return nil
}

func newLeagueRemove(s *shell.Shell) *cobra.Command {
	invitation, why := false, ""
	c := &cobra.Command{
		Use:   "remove FOLDER NAME",
		Short: "Remove a bot from a league, or an invitation",
		Long: `Remove the bot of a name from a league with the next match. Its matches stay in the
table, and if a key holds the name, it stays with that key.

With --invitation, remove that of a worker, or the line for authors: its key is shut out
at once. Others get the worker's matches; bots that authors have submitted stay.`,
		Example: `  arena league remove tuesdays Zorg
  arena league remove tuesdays anna --invitation
  arena league remove tuesdays authors --invitation`,
		Args: shell.WantArgs(2, 2),
		ValidArgsFunction: completeLeague(
			func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
				if invitation {
					return workerNames(s, c.Context(), args[0]), cobra.ShellCompDirectiveNoFileComp
				}
				return namesIn(s, c.Context(), args[0]), cobra.ShellCompDirectiveNoFileComp
			}),
		RunE: func(c *cobra.Command, args []string) error {
			if invitation {
				return endInvitation(s, c.Context(), args[0], args[1], why)
			}
			if c.Flags().Changed("why") {
				return shell.Misused("--invitation", "--why: has no effect without --invitation")
			}
			return removeBot(s, c.Context(), args[0], args[1])
		},
	}
	c.Flags().BoolVar(&invitation, "invitation", false, "remove the invitation of this NAME, not a bot")
	c.Flags().StringVar(&why, "why", "was revoked by hand", "`TEXT` that is listed with an invitation that ends")
	shell.Must(c.RegisterFlagCompletionFunc("why", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveNoFileComp)))
	return c
}

// removeBot lets a bot leave with the next match.
func removeBot(s *shell.Shell, ctx context.Context, typed, name string) error {
	return withLeague(s, ctx, typed, store.Options{}, func(l *openLeague) error {
		left, err := l.Store.Withdraw(ctx, l.ID, name)
		switch {
		case err != nil:
			return err
		case !left:
			return noBot(l, name)
		}
		safe.Fprintf(s.Out, "%s leaves %s with the next match\n", name, l.Name)
		return nil
	})
}

// namesIn returns the names of the bots that play in a league, for completion.
func namesIn(s *shell.Shell, ctx context.Context, folder string) (names []string) {
	_ = withLeague(s, ctx, folder, store.Options{ReadOnly: true}, func(l *openLeague) error {
		for _, e := range l.Entrants {
			if e.Stays() {
				names = append(names, e.Name)
			}
		}
		return nil
	})
	return names
}
