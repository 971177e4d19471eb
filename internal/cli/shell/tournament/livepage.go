package tournament

import (
	"context"
	"fmt"
	"net"
	"net/http"

	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/web/results"
	"github.com/botarena/arena/internal/web/server"

	"github.com/botarena/arena/internal/cli/shell"
)

// LivePage is the page of a tournament that is served.
type LivePage struct {
	s       *shell.Shell
	Site    *results.Live
	Address string
	At      net.Addr
}

// Live is a tournament of a store whose page is served.
type Live struct {
	archive.Archive

	ID    int64
	Again archive.Again // plays its matches again

	// Open makes it a page for everybody who can reach its address. Otherwise the address that is printed
	// of a page for this machine has a secret in it.
	Open  bool
	Names []string     // by which it is reached, too
	Play  http.Handler // of the playground, below play/; nil if there is none
	// People answers those who hand in bots; nil if nobody does.
	People http.Handler
	// Authors says what those are called whose bots they are.
	Authors results.Authors
	// KeepRatings keeps in the store how the bots of a league are rated on each day.
	KeepRatings bool
	// Pictures has matches to watch played again whose replays are not kept.
	Pictures bool
	// Playing, if not nil, returns who sits in the matches that are played now.
	Playing func() [][]int
}

// look returns the looks of the page: it shows all figures, also CPU times.
func (l Live) look() results.Look {
	return View{l.Archive, l.Again.Programs.Folder.Dir, true}.look(l.ID)
}

// ServePage serves the page of a tournament at an address, such as 127.0.0.1:8080, until it is
// closed.
func ServePage(s *shell.Shell, ctx context.Context, listen string, live Live) (*LivePage, error) {
	listener, err := shell.ListenAt("--http", listen)
	if err != nil {
		return nil, err
	}
	if live.Open || !server.IsLocal(listener.Addr()) {
		live.Store = live.Store.Public(nil)
	}
	address := ""
	if all := server.Addresses(listener.Addr(), live.Names); len(all) > 0 {
		address = all[0]
	}
	site, err := results.Serve(ctx, results.Options{
		Archive: live.Archive, ID: live.ID, Look: live.look(), Listener: listener, Listen: listen, Open: live.Open,
		Names: live.Names, Address: address, Play: live.Play, People: live.People, Authors: live.Authors,
		KeepRatings: live.KeepRatings, Playing: live.Playing, Pictures: live.Pictures,
		PlayAgain: Player{quietly(live.Again), s}.Play,
		Warn:      func(err error) { fmt.Fprintf(s.Err, "warning: the page: %v\n", err) },
		Log:       s.Err.Logger(),
	})
	if err != nil {
		return nil, err
	}
	if !server.IsLocal(listener.Addr()) {
		fmt.Fprintln(s.Err, "note: anybody who can reach this machine can look at the page, and have matches played again",
			"for it")
	}
	return &LivePage{s, site, shell.AddressOf(listen, listener.Addr()) + site.Path(), listener.Addr()}, nil
}

// Close ends the page. The page of nil is none.
func (p *LivePage) Close() error {
	if p == nil {
		return nil
	}
	return p.failed(p.Site.Close())
}

// StayOpen prints where the page is, and serves it until ctx is done.
func (p *LivePage) StayOpen(ctx context.Context) error {
	fmt.Fprintln(p.s.Out, p.Address)
	fmt.Fprintln(p.s.Err, "Ctrl-C stops it")
	return p.failed(p.Site.Until(ctx))
}

// failed says of which page an error is, if there is one.
func (p *LivePage) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the page at %s: %w", p.Address, shell.PlainError(err))
}
