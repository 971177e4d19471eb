package viewer

import (
	"fmt"
	"net/http"
	"strconv"
	"sync"

	"github.com/botarena/arena/internal/web/server"
)

// shown is what a server shows: one match, or one after another.
type shown struct {
	mu      sync.Mutex
	current showing
}

// showing is a match that is shown.
type showing struct {
	feed     *Feed
	number   int           // from 1; 0 if no other match will follow
	replaced chan struct{} // closed when another is shown
}

func newShown(f *Feed) shown { return shown{current: showing{feed: f, replaced: make(chan struct{})}} }

func (s *shown) now() showing {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current
}

// Show replaces the match, also in the pages that are open.
func (s *Server) Show(f *Feed) {
	s.shown.mu.Lock()
	defer s.shown.mu.Unlock()
	close(s.shown.current.replaced)
	s.shown.current = showing{f, s.shown.current.number + 1, make(chan struct{})}
}

// events streams the rounds that the browser doesn't have yet. The event "end" follows the
// last one, and the event "match" tells that another match is shown.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	number, next, err := wanted(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	now := s.shown.now()
	told := false
	s.spectators.Stream(w, r, func(to *server.Stream) (more, replaced <-chan struct{}) {
		if number != now.number || isClosed(now.replaced) {
			to.Write("event: match\ndata:\n\n")
			return nil, nil
		}
		more, next = now.feed.tell(to, next)
		if more == nil && !told {
			told = true
			to.Write("event: end\ndata: %s\n\n", mustJSON(now.feed.ending()))
		}
		if more == nil && now.number == 0 {
			return nil, nil
		}
		return more, now.replaced
	})
}

// tell writes the rounds from a number on, until there are none yet. It returns what closes when there may be
// more, or nil if there will never be any, and the number of the next round.
func (f *Feed) tell(to *server.Stream, next int) (more <-chan struct{}, after int) {
	for {
		rounds, more := f.from(next)
		for _, round := range rounds {
			to.Write("event: round\nid: %d\ndata: %s\n\n", next, round)
			next++
		}
		if rounds == nil {
			return more, next
		}
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// wanted returns the number of the match that a browser has, and that of the first round
// of it that it doesn't have.
func wanted(r *http.Request) (match, round int, err error) {
	query := r.URL.Query()
	if text := query.Get("match"); text != "" {
		if match, err = strconv.Atoi(text); err != nil {
			return 0, 0, fmt.Errorf("match: %q is not a number", text)
		}
	}
	after := r.Header.Get("Last-Event-ID")
	if after == "" {
		after = query.Get("after")
	}
	if after == "" {
		return match, 0, nil
	}
	last, err := strconv.Atoi(after)
	if err != nil || last < -1 || last > 1<<30 {
		return 0, 0, fmt.Errorf("after: %q is not a round", after)
	}
	return match, last + 1, nil
}
