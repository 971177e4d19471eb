package results

import (
	"context"
	"slices"
	"sync"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/web/results/resultpage"
)

const (
	mostWaiting = 20 // matches that wait to be played again
	mostPages   = 16 // pages of matches that are kept
	mostMaking  = 2  // pages that are made at the same time: each takes some 100 ms and tens of MB
	mostEnded   = 100
)

// matchViewer shows matches.
type matchViewer interface {
	// Page returns the page of a match, or nil if its replay is not kept.
	Page(ctx context.Context, m ref) ([]byte, error)
	// Picture returns a picture of a match, as PNG, or nil if its replay is not kept.
	Picture(ctx context.Context, m ref) ([]byte, error)
	// Policy is the content security policy of these pages.
	Policy() string
	// Play plays a match again and keeps its replay. It is not called at the same time as
	// itself, and must come to an end.
	Play(ctx context.Context, m ref) error
}

// shows are the matches that are shown, and those that wait until they can be.
type shows struct {
	viewer  matchViewer
	making  chan struct{} // has a place for each page that is made
	waiting chan ref

	mu    sync.Mutex
	order []string          // keys of the matches that wait, the one first that is being played
	ended map[string]string // why a match that was played can't be shown, or "", by its key
	pages map[ref][]byte
	kept  []ref // the matches of the pages, the oldest first
}

func newShows(v matchViewer) *shows {
	return &shows{
		viewer: v, making: make(chan struct{}, mostMaking), waiting: make(chan ref, mostWaiting),
		ended: make(map[string]string), pages: make(map[ref][]byte),
	}
}

// page returns the page of a match, or nil if its replay is not kept.
func (s *shows) page(ctx context.Context, m ref) ([]byte, error) {
	if page := s.keptPage(m); page != nil {
		return page, nil
	}
	select {
	case s.making <- struct{}{}:
		defer func() { <-s.making }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if page := s.keptPage(m); page != nil { // it was made meanwhile
		return page, nil
	}
	page, err := s.viewer.Page(ctx, m)
	if err == nil && page != nil {
		s.keep(m, page)
	}
	return page, err
}

func (s *shows) keptPage(m ref) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pages[m]
}

func (s *shows) keep(m ref, page []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.kept) == mostPages {
		delete(s.pages, s.kept[0])
		s.kept = s.kept[1:]
	}
	s.kept, s.pages[m] = append(s.kept, m), page
}

// ask has a match played, unless it was, and returns how far that is; or false if there is no
// room for it.
func (s *shows) ask(m ref) (resultpage.Progress, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch ahead := slices.Index(s.order, m.Key); {
	case ahead == 0:
		return resultpage.Progress{State: "playing"}, true
	case ahead > 0:
		return resultpage.Progress{State: "waiting", Ahead: ahead}, true
	}
	if reason, ended := s.ended[m.Key]; ended {
		if reason != "" {
			return resultpage.Progress{State: "failed", Reason: reason}, true
		}
		delete(s.ended, m.Key) // asked again later, the replay may be gone
		return resultpage.Progress{State: "kept"}, true
	}
	select {
	case s.waiting <- m:
		s.order = append(s.order, m.Key)
		return resultpage.Progress{State: "waiting", Ahead: len(s.order) - 1}, true
	default:
		return resultpage.Progress{}, false
	}
}

// play plays what waits, one match after the other, until ctx is done.
func (s *shows) play(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-s.waiting:
			err := s.viewer.Play(ctx, m)
			s.end(m.Key, err)
		}
	}
}

func (s *shows) end(key string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.order = s.order[1:]
	if len(s.ended) >= mostEnded {
		clear(s.ended) // who still asks has it played again
	}
	s.ended[key] = ""
	if err != nil {
		s.ended[key] = engine.Printable(err.Error())
	}
}
