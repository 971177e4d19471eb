package results

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"sync"

	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/store"
)

// Options say which page is served, and where.
type Options struct {
	Archive archive.Archive
	ID      int64 // of the tournament
	Look    Look

	Listener net.Listener // which [Serve] closes
	Listen   string       // its address, as the user gave it
	// Open makes it a page for everybody who can reach its address. Otherwise there is a secret in the path of one
	// that only this machine can reach.
	Open  bool
	Names []string // of a web server in front, as [server.Site.AlsoAt] takes them

	// KeepRatings keeps in the store, which may be written, how the bots of a league are rated on each day.
	KeepRatings bool

	// Pictures has the matches to watch played again whose replays are not kept, as it takes one to draw a match.
	Pictures bool
	// Address is where others find the page on the web; "" if that is not known. Chats get pictures there.
	Address string

	// Playing, if not nil, returns who sits in the matches that are played now.
	Playing func() [][]int

	// Play, if not nil, answers requests for paths below play/, of which it sees the rest.
	Play http.Handler
	// People, if not nil, answers those who hand in bots.
	People http.Handler
	// Authors says what those are called whose bots they are.
	Authors Authors
	// PlayAgain plays a match of the store again, whose replay is not kept. It is not called at the same time as
	// itself.
	PlayAgain func(context.Context, store.Tournament, store.Match) (replay []byte, difference string, err error)
	// Warn is told why the page is not up to date, or can't show something.
	Warn func(error)
	Log  *slog.Logger // of requests; nil without
}

// Authors are those whose the bots of a league are. The zero value knows no names.
type Authors struct {
	// Names are what they are called, by [store.Entrant.Owner].
	Names func() map[string]string
	// MayKnow reports whether the names are for who asks; nil if they are for everybody.
	MayKnow func(*http.Request) bool
}

// are reports whether the names are for who asks; without a request, whether they are for everybody.
func (a Authors) are(forWho *http.Request) bool {
	return a.Names != nil && (a.MayKnow == nil || forWho != nil && a.MayKnow(forWho))
}

// Live is a page that is served. [Serve] makes it.
type Live struct {
	site    *site
	stop    context.CancelFunc
	running sync.WaitGroup
	served  error
}

// Serve serves the page of a tournament, and keeps it up to date with the store, also if other processes play the
// matches. It goes on when ctx is done: [Live.Close] or [Live.Until] end it.
func Serve(ctx context.Context, o Options) (*Live, error) {
	pages := newMatchPages(o)
	site := newSite(o.Listen, o.Listener.Addr(), pages, pages)
	site.warn = o.Warn
	site.play, site.people, site.authors = o.Play, o.People, o.Authors
	site.challenges = (&challenges{o, site}).handler()
	if o.Open {
		site.ForEverybody()
	}
	site.AlsoAt(o.Names)
	if o.Log != nil {
		site.LogTo(o.Log)
	}
	f := &follower{o: o, site: site}
	f.pictured.next = f.clock().Add(pictureAgain) // until then, other matches follow soon
	if err := f.begin(ctx); err != nil {
		_ = o.Listener.Close() // nobody was served
		return nil, err
	}
	l := &Live{site: site}
	ctx, l.stop = context.WithCancel(context.WithoutCancel(ctx))
	l.running.Go(func() { l.served = site.Serve(ctx, o.Listener) })
	l.running.Go(func() { f.follow(ctx) })
	return l, nil
}

// Path returns what the address of the page has after the port.
func (l *Live) Path() string { return l.site.Path() }

// TellHealth lets /healthz answer with a line of state, or with why the tournament does not work.
func (l *Live) TellHealth(state func() (string, error)) { l.site.TellHealth(state) }

// Close ends the page. It returns why it had ended before, if it had.
func (l *Live) Close() error {
	l.stop()
	return l.wait()
}

// Until serves the page until ctx is done, or it can't be served any more.
func (l *Live) Until(ctx context.Context) error {
	defer context.AfterFunc(ctx, l.stop)()
	return l.wait()
}

func (l *Live) wait() error {
	l.running.Wait()
	return l.served
}
