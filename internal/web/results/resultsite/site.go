// Package resultsite serves the page of a tournament while its matches are played: tables, a
// list of all matches, a stream of those that end, and each match in the viewer.
//
// Anybody who can reach the page may ask for everything, so each cost has a bound: pages are
// made when something changed and not for each reader, readers of the stream are limited and
// none is waited for, and matches that are played again wait in a short queue.
package resultsite

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"log/slog"
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

// Match is a match of the page.
type Match struct {
	played.Match

	Key string // identifies it, in letters and digits
}

// Site serves a page. It is made by [New]. Its methods may be called at the same time.
type Site struct {
	site    *server.Site
	stream  *stream
	readers server.Readers
	shows   *shows
	healthz atomic.Pointer[func() (string, error)] // nil if nobody knows

	mu      sync.Mutex
	matches []Match
	numbers map[int]int    // index of a match by its number from 0
	keys    map[string]int // and by its key
	page    body
	tables  body
	list    list
}

// New returns a site for requests to the address at, which the user gave as listen. It shows
// an empty page until [Site.Show].
func New(listen string, at net.Addr, theater Theater) *Site {
	s := &Site{
		site: server.New(listen, at), stream: newStream(), shows: newShows(theater),
		readers: server.Readers{Called: "readers", Most: mostReaders, Retry: 2 * time.Second},
		numbers: make(map[int]int), keys: make(map[string]int),
	}
	return s
}

// ForEverybody makes it a page for everybody who can reach its address. It is called before Serve.
func (s *Site) ForEverybody() { s.site.ForEverybody() }

// LogTo logs all requests. It is called before Serve.
func (s *Site) LogTo(to *slog.Logger) { s.site.LogTo(to) }

// Path returns what the address of the page has after the port. It is a secret if only this machine can
// reach it, unless the page is for everybody.
func (s *Site) Path() string { return s.site.Path() }

// body is an answer that many ask for.
type body struct{ plain, packed []byte }

func newBody(plain []byte) (body, error) {
	packed, err := server.Pack(plain, gzip.DefaultCompression)
	return body{plain, packed}, err
}

func (b body) answer(w http.ResponseWriter, r *http.Request, kind string) {
	if server.AcceptsPacked(r) {
		server.AnswerPacked(w, kind, b.packed)
		return
	}
	server.Answer(w, r, kind, b.plain)
}

// Reset replaces all matches. Readers get the new ones.
func (s *Site) Reset(matches []Match) {
	s.mu.Lock()
	s.matches, s.numbers, s.keys = nil, make(map[int]int), make(map[string]int)
	s.append(matches)
	s.stream.restart()
	s.mu.Unlock()
}

// Add adds matches that have ended.
func (s *Site) Add(matches []Match) error {
	events := make([][]byte, len(matches))
	for i, m := range matches {
		var err error
		if events[i], err = resultpage.EventJSON(m.Match); err != nil {
			return err
		}
	}
	s.mu.Lock()
	s.append(matches)
	s.stream.add(events)
	s.mu.Unlock()
	return nil
}

func (s *Site) append(matches []Match) {
	for _, m := range matches {
		s.numbers[m.Number], s.keys[m.Key] = len(s.matches), len(s.matches)
		s.matches = append(s.matches, m)
	}
}

// Show shows new tables. The page's matches are only used for its table of faults.
func (s *Site) Show(p resultpage.Page) error {
	var whole, tables bytes.Buffer
	if err := errors.Join(resultpage.WriteLive(&whole, p), resultpage.WriteTables(&tables, p)); err != nil {
		return err
	}
	page, err := newBody(whole.Bytes())
	if err != nil {
		return err
	}
	part, err := newBody(tables.Bytes())
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.page, s.tables = page, part
	s.mu.Unlock()
	s.stream.newTables()
	return nil
}

// find returns a match by its key.
func (s *Site) find(key string) (Match, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, known := s.keys[key]
	if !known {
		return Match{}, false
	}
	return s.matches[i], true
}

// keyOf returns the key of the match with a number.
func (s *Site) keyOf(number int) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, known := s.numbers[number]
	if !known {
		return "", false
	}
	return s.matches[i].Key, true
}

// Serve serves until ctx ends. It closes the listener, and returns when all requests and all
// matches that are played again have ended.
func (s *Site) Serve(ctx context.Context, listener net.Listener) error {
	var playing sync.WaitGroup
	ctx, stop := context.WithCancel(ctx)
	playing.Go(func() { s.shows.play(ctx) })
	err := s.site.Serve(ctx, listener, s.Handler())
	stop()
	playing.Wait()
	return err
}
