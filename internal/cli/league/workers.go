package league

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/members"

	"github.com/botarena/arena/internal/cli/shell"
)

func newLeagueInvite(s *shell.Shell) *cobra.Command {
	address, page, submit, organises := "", "", false, false
	c := &cobra.Command{
		Use:   "invite FOLDER [NAME]",
		Short: "Invite a worker, which plays matches of a league on another machine, or authors",
		Long: `Print the line by which a machine joins as a worker of that name: arena worker 'LINE'.
The line has the worker's key, so send it as you would send a password. It counts at
once, also while the league is served, and until arena league remove --invitation.

All bots of the league go to its workers.

With --submit, print a link by which a whole class can submit bots instead, and nothing
else: on the page of arena league serve --http, or by arena league submit. The name is that
of the link, to remove it; usually it is authors. --link says where the page is, if not
where it is or was served. With --organiser, it shows there what all hand in.`,
		Example: `  arena league invite tuesdays anna
  arena league invite tuesdays --submit
  arena league invite tuesdays --link https://course.school.edu
  arena league invite tuesdays --link https://course.school.edu --organiser
  arena league invite tuesdays anna --address arena.example.org:4222`,
		Args: shell.WantArgs(1, 2),
		ValidArgsFunction: completeLeague(
			func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}),
		RunE: func(c *cobra.Command, args []string) error {
			submit = submit || page != ""
			switch {
			case submit && address != "":
				return shell.Misused("--link https://course.school.edu", "--address: is for workers; a link leads to the page")
			case organises && !submit:
				return shell.Misused("--submit", "--organiser: has no effect without --submit or --link")
			}
			if len(args) == 1 && organises {
				args = append(args, "organiser")
			}
			if len(args) == 1 {
				if !submit {
					return shell.Misused(safe.Shell("arena", "league", "invite", args[0], "NAME"),
						"%s: name the worker, or say --submit", args[0])
				}
				args = append(args, "authors")
			}
			if err := checkWorker(args[1]); err != nil {
				return err
			}
			folder, err := workersOf(s, c.Context(), args[0])
			if err != nil {
				return err
			}
			if submit {
				return printLink(s, people{Folder: folder}, args, page, organises)
			}
			line, err := folder.Invite(args[1], address)
			if err != nil {
				return notInvited(args[0], args[1], err)
			}
			fmt.Fprintln(s.Out, line)
			fmt.Fprintln(s.Err, "hint: keep it secret; on the other machine: arena worker 'LINE', or arena worker - to paste it")
			return nil
		},
	}
	c.Flags().BoolVar(&submit, "submit", false, "for authors, who may share it to submit bots")
	c.Flags().StringVar(&page, "link", "", "the same, with a link to the page at `ADDRESS`")
	c.Flags().BoolVar(&organises, "organiser", false, "with --submit, for who holds the league: show what all hand in")
	c.Flags().StringVar(
		&address, "address", "", "`HOST:PORT` that the worker connects to (default: where the league is or was served)")
	shell.Must(c.RegisterFlagCompletionFunc("address", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveNoFileComp)))
	return c
}

// printLink prints the link by which authors submit on a page.
func printLink(s *shell.Shell, p people, args []string, page string, organises bool) (err error) {
	if p.page, err = p.at(page); err != nil {
		return err
	}
	token, err := p.InviteToPage(args[1], organises)
	if err != nil {
		return notInvited(args[0], args[1], err)
	}
	fmt.Fprintln(s.Out, p.link(token))
	told := "authors may share it: it leads to the page, and is for arena league submit 'LINK' BOT"
	if organises {
		told = "keep it secret: who opens it sees what all hand in"
	}
	fmt.Fprintln(s.Err, "hint:", told)
	return nil
}

// notInvited says why there is no invitation, and what to type.
func notInvited(league, name string, err error) error {
	fix := hint.Of(err)
	if errors.Is(err, members.ErrInvited) {
		fix = safe.Shell("arena", "league", "remove", league, name, "--invitation") + " ends that one; or choose another name"
	}
	return hint.New(name, err.Error(), fix).Because(err)
}

// mostWorkerName is how many characters the name of a worker may have.
const mostWorkerName = 40

func checkWorker(name string) error {
	if strings.TrimSpace(name) == "" || engine.Printable(name) != name || strings.Contains(name, "\t") ||
		len([]rune(name)) > mostWorkerName {
		return shell.Misused(fmt.Sprintf("a name may have %d characters that can be printed", mostWorkerName),
			"%s: is not a name for a worker", name)
	}
	return nil
}

// workersOf returns where the workers of a league are listed.
func workersOf(s *shell.Shell, ctx context.Context, typed string) (in members.Folder, err error) {
	err = withLeague(s, ctx, typed, store.Options{ReadOnly: true}, func(l *openLeague) error {
		in = members.Folder(l.Folder.Workers())
		return nil
	})
	return in, err
}

// endInvitation revokes the key of a worker, or of the link for authors.
func endInvitation(s *shell.Shell, ctx context.Context, typed, name, why string) error {
	folder, err := workersOf(s, ctx, typed)
	if err != nil {
		return err
	}
	found, err := folder.Revoke(name, why)
	if err != nil {
		return err
	}
	if !found {
		return shell.Misused(safe.Shell("arena", "league", "workers", typed),
			"%s: no worker of this name has a valid key", name)
	}
	safe.Fprintf(s.Out, "%s: its key is revoked\n", name)
	return nil
}

// workerNames returns the names of the workers whose keys count, for completion.
func workerNames(s *shell.Shell, ctx context.Context, typed string) (names []string) {
	folder, err := workersOf(s, ctx, typed)
	if err != nil {
		return nil
	}
	members, _ := folder.Members() // none if they can't be read
	for _, m := range members {
		if m.Revoked == "" && m.Person == "" {
			names = append(names, m.Name)
		}
	}
	return names
}
