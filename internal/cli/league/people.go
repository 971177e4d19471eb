package league

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/members"

	"github.com/botarena/arena/internal/cli/shell"
)

func newLeaguePeople(s *shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "people",
		Short: "Give each person of a class a link to hand in bots by",
		Long: `Give each person of a class a link of their own to the page of arena league serve --http.
It signs in there, without a password. What they hand in is theirs: its name is, whatever
browser it comes from, and what one author may bring counts for the person.`,
	}
	shell.Group(c)
	c.AddCommand(newPeopleAdd(s), s.Reader(newPeopleList(s)), newPeopleRemove(s), newPeopleRenew(s))
	return c
}

func newPeopleAdd(s *shell.Shell) *cobra.Command {
	page := ""
	c := &cobra.Command{
		Use:   "add FOLDER FILE",
		Short: "Make a link for each person of a list",
		Long: `Make a link for each person of a CSV file, and print the file with them in a column link,
for a mail program that fills in letters. Its first line names the columns: name, and if
you like group, team and any others, such as an address. Names must differ. Those of one
team share their bots. People who have a link keep it.

A link lets its holder submit bots as that person, so send each like a password. The
league can't print it again; arena league people renew makes another one.`,
		Example: `  arena league people add tuesdays people.csv > links.csv
  arena league people add tuesdays people.csv --link https://course.school.edu > links.csv`,
		Args:              shell.WantArgs(2, 2),
		ValidArgsFunction: completeLeague(completeCSV),
		RunE: func(c *cobra.Command, args []string) error {
			list, err := readPeople(args[1])
			if err != nil {
				return err
			}
			return withPeople(s, c.Context(), args[0], page, func(l *openLeague, p people) error {
				return p.add(c.Context(), s, l, list)
			})
		},
	}
	registerLink(c, &page)
	return c
}

func completeCSV(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return []cobra.Completion{"csv"}, cobra.ShellCompDirectiveFilterFileExt
}

func registerLink(c *cobra.Command, page *string) {
	c.Flags().StringVar(page, "link", "",
		"lead to the page at `ADDRESS` (default: where the league is or was served with --http)")
}

// people are those who have links to the page of a league.
type people struct {
	members.Folder
	page *url.URL // of the league
}

// withPeople does something with the people of a league, whose page is where the user says, or else where it was last.
func withPeople(
	s *shell.Shell, ctx context.Context, typed, page string, do func(l *openLeague, p people) error,
) error {
	return withLeague(s, ctx, typed, store.Options{}, func(l *openLeague) (err error) {
		p := people{Folder: members.Folder(l.Folder.Workers())}
		if p.page, err = p.at(page); err != nil {
			return err
		}
		return do(l, p)
	})
}

// at returns the address of the page.
func (p people) at(typed string) (*url.URL, error) {
	if typed != "" {
		return pageAt(typed)
	}
	page, err := p.Page()
	if err == nil && page == "" {
		err = hint.New("", "nobody knows yet where the page of the league is",
			"name it: --link https://course.school.edu, or serve it first, with --http")
	}
	if err != nil {
		return nil, err
	}
	return pageAt(page)
}

func (p people) link(token string) string { return linkTo(p.page, token) }

// pageAt reads the address of a page.
func pageAt(typed string) (*url.URL, error) {
	at, err := url.Parse(typed)
	if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" || at.RawQuery+at.Fragment != "" {
		return nil, shell.Misused("--link https://course.school.edu", "--link %s: is not the address of a page", typed)
	}
	return at, nil
}

// linkTo is the link by which the holder of a secret key submits.
func linkTo(page *url.URL, token string) string {
	at := page.JoinPath("/")
	at.Fragment = "submit=" + token
	return at.String()
}

// add makes links for those of a list who have none.
func (p people) add(ctx context.Context, s *shell.Shell, l *openLeague, list *peopleList) error {
	tokens, err := p.AddPeople(list.people, time.Now())
	if err != nil {
		return err
	}
	added, there := 0, []string(nil)
	for i, token := range tokens {
		if token == "" {
			there = append(there, list.people[i].Name)
			continue
		}
		added++
		list.setLink(i, p.link(token))
	}
	err = list.Write(s.Out)
	if err == nil && added > 0 {
		err = l.note(ctx, fmt.Sprintf("people: %d added", added))
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Err, "%d added\n", added)
	if added > 0 {
		fmt.Fprintln(s.Err, "hint: each link is secret: send it to its person alone, as you would send a password")
	}
	if len(there) > 0 {
		fmt.Fprintf(s.Err, "note: %s: there already, with %s\n", someOf(there), linksThatStay(len(there)))
	}
	return nil
}

func linksThatStay(count int) string {
	if count == 1 {
		return "a link that stays"
	}
	return "links that stay"
}

// someOf names so many that a line has room for them.
func someOf(names []string) string {
	const most = 10
	text := safe.Name(strings.Join(names[:min(len(names), most)], ", "))
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func newPeopleList(s *shell.Shell) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "list FOLDER",
		Short: "List who has a link of their own",
		Long: `List who has or had a link of their own to hand in bots by, since when, and whether it
counts.`,
		Example: `  arena league people list tuesdays
  arena league people list tuesdays --json`,
		Args:              shell.WantArgs(1, 1),
		ValidArgsFunction: completeLeague(nil),
		RunE: func(c *cobra.Command, args []string) error {
			folder, err := workersOf(s, c.Context(), args[0])
			if err != nil {
				return err
			}
			all, err := folder.People()
			if err != nil {
				return err
			}
			if asJSON {
				return shell.PrintJSON(s.Out, peopleJSON(all))
			}
			printPeople(s, args[0], all)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

func printPeople(s *shell.Shell, typed string, all []members.Member) {
	if len(all) == 0 {
		fmt.Fprintln(s.Out, "nobody has a link of their own")
		fmt.Fprintf(s.Err, "hint: %s\n", safe.Shell("arena", "league", "people", "add", typed, "people.csv"))
		return
	}
	t := shell.NewTable("name", "group", "team", "link made", "link")
	for _, m := range all {
		state := "valid"
		if m.Revoked != "" {
			state = "ended: " + m.Revoked
		}
		t.Row(m.Name, m.Group, m.Team, minuteOf(m.Invited), state)
	}
	t.Print(s.Out)
}

// personJSON is somebody who has or had a link of their own.
type personJSON struct {
	invitationJSON
	Person string `json:"person_id"` // by whom the league knows them; the same for all of a team
	Group  string `json:"group"`
	Team   string `json:"team"`
}

func peopleJSON(all []members.Member) []personJSON {
	list := make([]personJSON, len(all))
	for i, m := range all {
		list[i] = personJSON{invitationOf(m), m.Person, m.Group, m.Team}
	}
	return list
}

func newPeopleRemove(s *shell.Shell) *cobra.Command {
	why := ""
	c := &cobra.Command{
		Use:   "remove FOLDER NAME",
		Short: "End the link of a person",
		Long: `End the link of a person, at once. Their bots stay, and are theirs again if they are added
anew; arena league remove lets a bot leave.`,
		Example:           `  arena league people remove tuesdays "Anna Ab"`,
		Args:              shell.WantArgs(2, 2),
		ValidArgsFunction: completePerson(s),
		RunE: func(c *cobra.Command, args []string) error {
			return withLeague(s, c.Context(), args[0], store.Options{}, func(l *openLeague) error {
				found, err := members.Folder(l.Folder.Workers()).RemovePerson(args[1], why)
				if err != nil {
					return err
				}
				if !found {
					return noPerson(args)
				}
				safe.Fprintf(s.Out, "%s: the link has ended\n", args[1])
				return l.note(c.Context(), "people: 1 removed")
			})
		},
	}
	c.Flags().StringVar(&why, "why", "was revoked by hand", "`TEXT` that is listed with an invitation that ends")
	return c
}

func newPeopleRenew(s *shell.Shell) *cobra.Command {
	page := ""
	c := &cobra.Command{
		Use:   "renew FOLDER NAME",
		Short: "Make another link for a person",
		Long: `Print another link for a person who has lost theirs, or given it away. The old one ends at
once; their bots stay theirs.`,
		Example:           `  arena league people renew tuesdays "Anna Ab"`,
		Args:              shell.WantArgs(2, 2),
		ValidArgsFunction: completePerson(s),
		RunE: func(c *cobra.Command, args []string) error {
			return withPeople(s, c.Context(), args[0], page, func(l *openLeague, p people) error {
				token, err := p.Renew(args[1], time.Now())
				if err != nil {
					return err
				}
				if token == "" {
					return noPerson(args)
				}
				fmt.Fprintln(s.Out, p.link(token))
				return l.note(c.Context(), "people: 1 link made anew")
			})
		},
	}
	registerLink(c, &page)
	return c
}

// noPerson says that nobody of the typed name has a link.
func noPerson(args []string) error {
	return shell.Misused(safe.Shell("arena", "league", "people", "list", args[0]),
		"%s: nobody of this name has a link", args[1])
}

// completePerson completes the names of those who have a link.
func completePerson(s *shell.Shell) cobra.CompletionFunc {
	return completeLeague(func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 1 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		folder, err := workersOf(s, c.Context(), args[0])
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		all, _ := folder.People() // none if they can't be read
		var names []string
		for _, m := range all {
			if m.Revoked == "" {
				names = append(names, m.Name)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	})
}

// owner is a person, or a team, whose bots the league has.
type owner struct {
	names, group, team string
	ended              bool // none of them has a link that counts
}

// readOwners returns the names of the people of a league, by their IDs. The system may not let every reader of the
// league see them: then there are none.
func (l *openLeague) readOwners() (map[string]owner, error) {
	all, err := members.Folder(l.Folder.Workers()).People()
	if errors.Is(err, fs.ErrPermission) {
		return nil, nil
	}
	owners := make(map[string]owner)
	for _, m := range all {
		o, known := owners[m.Person]
		o.ended = (o.ended || !known) && m.Revoked != ""
		o.names, o.team = joined(o.names, m.Name), m.Team
		if !strings.Contains(", "+o.group+", ", ", "+m.Group+", ") {
			o.group = joined(o.group, m.Group)
		}
		owners[m.Person] = o
	}
	return owners, err
}

// authorNames are what people of the league are called, by the owner of their bots: a team by its name and its people.
func (l *openLeague) authorNames() map[string]string {
	names := make(map[string]string)
	owners, _ := l.readOwners() // without it, the page has numbers
	for id, o := range owners {
		if o.team != "" {
			o.names = o.team + ": " + o.names
		}
		names[store.Entrant{Person: id}.Owner()] = engine.Printable(o.names)
	}
	return names
}

func joined(list, name string) string {
	if list == "" || name == "" {
		return list + name
	}
	return list + ", " + name
}
