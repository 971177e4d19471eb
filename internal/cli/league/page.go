package league

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/web/server"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/tournament"
)

// pageOptions say where the page of a league is that is served.
type pageOptions struct {
	listen string // "" for no page
	names  []string
	play   string // the folder of the playground; "" for none
	builds bool   // sources that are handed in
	public bool   // the names of people are for everybody
	plays  bool   // this machine plays matches and challenges
	now    playedNow
}

// playedNow are the matches that are played now. The page asks for them while the league tells of them.
type playedNow struct {
	mu  sync.Mutex
	all [][]int // who sits in them
}

func (n *playedNow) set(out []schedule.Planned) {
	all := make([][]int, len(out))
	for i, m := range out {
		all[i] = m.Seats
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = all
}

func (n *playedNow) get() [][]int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.all
}

func (o *pageOptions) Register(c *cobra.Command) {
	shell.RegisterHTTP(c, &o.listen)
	c.Flags().StringArrayVar(&o.names, "name", nil,
		"with --http, let the page be reached as `HOST`, too, such as course.school.edu; repeatable")
	c.Flags().BoolVar(&o.public, "show-names", false,
		"with --http, show everybody the names of people, not only those who have links")
	c.Flags().StringVar(&o.play, "play", "", "with --http, serve the playground of `SITE`, from which bots are submitted")
	shell.Must(c.MarkFlagDirname("play"))
	shell.Must(c.RegisterFlagCompletionFunc("name", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveNoFileComp)))
}

func (o *pageOptions) Check() error {
	switch {
	case o.listen == "" && len(o.names) > 0:
		return shell.Misused("--http 127.0.0.1:8080", "--name: has no effect without --http")
	case o.listen == "" && o.public:
		return shell.Misused("--http 127.0.0.1:8080", "--show-names: has no effect without --http")
	case o.listen == "" && o.play != "":
		return shell.Misused("--http 127.0.0.1:8080", "--play: has no effect without --http")
	}
	for _, name := range o.names {
		if !server.IsHostName(name) {
			return shell.Misused("--name course.school.edu", "--name %s: is not the name of a host, alone", name)
		}
	}
	return nil
}

// Serve serves the page of the league, if that was asked for.
func (o *pageOptions) Serve(ctx context.Context, s *shell.Shell, l *openLeague, from shell.BotFlags,
	desk *admission.Desk,
) (*tournament.LivePage, error) {
	if o.listen == "" {
		return nil, nil //nolint:nilnil // there is no page
	}
	live := l.live(s, from)
	live.Open, live.Names, live.KeepRatings, live.Playing = true, o.names, true, o.now.get
	live.Pictures = o.plays
	handlers, err := o.handIn(s, l, desk)
	if err != nil {
		return nil, err
	}
	live.Play, live.People = handlers.Play, handlers.People
	if live.Authors.Names = l.authorNames; !o.public {
		live.Authors.MayKnow = handlers.Knows
	}
	page, err := tournament.ServePage(s, ctx, o.listen, live)
	if err != nil {
		return nil, err
	}
	others := o.forOthers(page.At)
	// Who reads where the page is may make links at once.
	if err := members.Folder(l.Folder.Workers()).ServedPage(append(others, page.Address)[0]); err != nil {
		return nil, errors.Join(err, page.Close())
	}
	fmt.Fprintf(s.Err, "the page is at %s\n", page.Address)
	for _, address := range others {
		fmt.Fprintf(s.Err, "for others it is %s\n", address)
	}
	if server.IsLocal(page.At) && len(o.names) > 0 {
		fmt.Fprintln(s.Err, "hint: a web server in front makes it so: docs/operating.md")
	}
	fmt.Fprintf(s.Err, "hint: %s makes the links by which people hand in bots\n",
		safe.Shell("arena", "league", "people", "add", l.typed, "people.csv"))
	return page, nil
}

// forOthers returns the addresses that people on other machines type.
func (o *pageOptions) forOthers(at net.Addr) (all []string) {
	if all = server.Addresses(at, o.names); all == nil && !server.IsLocal(at) {
		all = []string{"http://" + members.Reachable(at.String()) + "/"}
	}
	return all
}
