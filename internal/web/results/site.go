package results

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/web/results/resultpage"
	"github.com/botarena/arena/internal/web/server"
)

// mostReaders is how many may read the stream at the same time.
const mostReaders = 500

// ref is how a page refers to a match.
type ref struct {
	Number int    // from 0
	Key    string // identifies it, in letters and digits
	Of     int64  // the tournament, if it is another than that of the page
}

// site serves a page: tables, pages of those that are long and of each bot, a list of all matches, a stream of those
// that end, and each match in the viewer. The matches stay where they are stored; what it has of them is how many
// there are.
//
// Anybody who can reach the page may ask for everything, so each cost has a bound: pages are
// made when something changed and not for each reader, the many that few ask for one after the
// other and with a rest between, readers of the stream are limited and none is waited for, and
// matches that are played again wait in a short queue.
//
// It is made by [newSite]. Its methods may be called at the same time.
type site struct {
	*server.Site // which says who may ask

	stream  *stream
	readers server.Readers
	shows   *shows
	healthz atomic.Pointer[func() (string, error)] // nil if nobody knows

	matches storedMatches
	making  *maker
	drawing *maker
	play    http.Handler // of the playground; nil if there is none
	people  http.Handler // for those who hand in bots; nil if nobody does
	authors Authors

	challenges http.Handler // for what they ask for, if somebody hands in

	mu         sync.Mutex
	list       list
	shown      resultpage.Page
	shownTimes int // how often there was another
	page       body
	tables     body
	bots       body
	views      bodies[view]
	pictures   bodies[string] // by keys of matches

	warn    func(error) // nil if nobody hears it
	warning sync.Mutex
	told    string // the last warning
}

// newSite returns a site for requests to the address at, which the user gave as listen. It shows
// an empty page until [site.Show].
func newSite(listen string, at net.Addr, viewer matchViewer, matches storedMatches) *site {
	s := &site{
		Site: server.New(listen, at), stream: newStream(), shows: newShows(viewer), matches: matches, making: newMaker(),
		drawing: newMaker(), pictures: newBodies[string](mostPictures),
		readers: server.Readers{Called: "readers", Most: mostReaders, Retry: 2 * time.Second},
	}
	s.Reset(0, 0)
	return s
}

// tell tells who serves the page why something is not shown, once as long as it is the same.
func (s *site) tell(ctx context.Context, err error) {
	s.warning.Lock()
	defer s.warning.Unlock()
	if err != nil && ctx.Err() == nil && s.warn != nil && err.Error() != s.told {
		s.told = err.Error()
		s.warn(err)
	}
}

// failed answers that something can't be shown. Why is not for strangers: an error may have the names of files in it.
func (s *site) failed(w http.ResponseWriter, r *http.Request, err error) {
	s.tell(r.Context(), err)
	http.Error(w, "the arena can't show that; it tells those why who serve it", http.StatusInternalServerError)
}

// Reset says that all matches are others: how many there are, and the number after the last. Readers get them anew.
func (s *site) Reset(count, end int) {
	s.mu.Lock()
	s.list = list{count: count, end: end, parts: newBodies[int](mostParts), late: s.list.late + 1}
	s.stream.restart()
	s.mu.Unlock()
}

// Add adds matches that have ended, which those that are read must have by now.
func (s *site) Add(matches []played.Match) error {
	events := make([][]byte, len(matches))
	for i, m := range matches {
		var err error
		if events[i], err = resultpage.EventJSON(m); err != nil {
			return err
		}
	}
	s.mu.Lock()
	for _, m := range matches {
		s.list.add(m.Number)
	}
	s.stream.add(events)
	s.mu.Unlock()
	return nil
}

// Show shows new tables. The page's matches are not used.
func (s *site) Show(p resultpage.Page) error {
	p.Play, p.People = s.play != nil, s.people != nil
	if s.authors.are(nil) {
		p.Names = s.authors.Names()
	}
	page, err := written(p, resultpage.WriteLive)
	if err != nil {
		return err
	}
	tables, err := written(p, resultpage.WriteTables)
	if err != nil {
		return err
	}
	text, err := resultpage.BotsJSON(p)
	if err != nil {
		return err
	}
	bots, err := newBody(text)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.page, s.tables, s.bots = page, tables, bots
	s.shown, s.views = p, newBodies[view](mostViews)
	s.shownTimes++
	s.mu.Unlock()
	s.stream.newTables()
	return nil
}

func written(p resultpage.Page, write func(io.Writer, resultpage.Page) error) (body, error) {
	var text bytes.Buffer
	if err := write(&text, p); err != nil {
		return body{}, err
	}
	return newBody(text.Bytes())
}

// Serve serves until ctx ends. It closes the listener, and returns when all requests and all
// matches that are played again have ended.
func (s *site) Serve(ctx context.Context, listener net.Listener) error {
	var playing sync.WaitGroup
	ctx, stop := context.WithCancel(ctx)
	playing.Go(func() { s.shows.play(ctx) })
	err := s.Site.Serve(ctx, listener, s.Handler())
	stop()
	playing.Wait()
	return err
}
