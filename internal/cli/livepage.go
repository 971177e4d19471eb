package cli

import (
	"context"
	"fmt"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/web/results"
	"github.com/botarena/arena/internal/web/server"
)

// livePage is the page of a tournament that is served.
type livePage struct {
	s       *program
	site    *results.Live
	address string
}

// servePage serves the page of a tournament at an address, such as 127.0.0.1:8080, until it is
// closed. The options say where the store and the bots are. Unless it is open to everybody who can reach the
// address, what is printed of a page for this machine has a secret in it.
func (s *program) servePage(
	ctx context.Context, listen string, open bool, o *resultsOptions, from *store.Store, id int64,
) (*livePage, error) {
	listener, err := listenAt("--http", listen)
	if err != nil {
		return nil, err
	}
	look := o.look(id)
	look.Costs = true
	site, err := results.Serve(ctx, results.Options{
		Archive: o.archive(s, from), ID: id, Look: look, Listener: listener, Listen: listen, Open: open,
		PlayAgain: o.againQuietly(s).play,
		Warn:      func(err error) { fmt.Fprintf(s.err, "warning: the page: %v\n", err) },
	})
	if err != nil {
		return nil, o.question.misused(err)
	}
	if !server.IsLocal(listener.Addr()) {
		fmt.Fprintln(s.err, "note: anybody who can reach this machine can look at the page, and have matches played again",
			"for it")
	}
	return &livePage{s, site, addressOf(listen, listener.Addr()) + site.Path()}, nil
}

// close ends the page. The page of nil is none.
func (p *livePage) close() error {
	if p == nil {
		return nil
	}
	return p.failed(p.site.Close())
}

// stayOpen prints where the page is, and serves it until ctx is done.
func (p *livePage) stayOpen(ctx context.Context) error {
	fmt.Fprintln(p.s.out, p.address)
	fmt.Fprintln(p.s.err, "Ctrl-C stops it")
	return p.failed(p.site.Until(ctx))
}

// failed says of which page an error is, if there is one.
func (p *livePage) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the page at %s: %w", p.address, plainError(err))
}
