package viewer

import (
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/botarena/arena/internal/website"
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
	if s.spectators.Add(1) > maxSpectators {
		s.spectators.Add(-1)
		http.Error(w, fmt.Sprintf("there are %d spectators already", maxSpectators), http.StatusServiceUnavailable)
		return
	}
	defer s.spectators.Add(-1)
	stream := website.NewStream(w)
	stream.Send("retry: 1000\n\n")
	heartbeat := time.NewTicker(s.heartbeat)
	defer heartbeat.Stop()
	now := s.shown.now()
	if number != now.number {
		stream.Send("event: match\ndata:\n\n")
		return
	}
	for told := false; stream.Err() == nil; {
		rounds, more := now.feed.from(next)
		for _, round := range rounds {
			stream.Write("event: round\nid: %d\ndata: %s\n\n", next, round)
			next++
		}
		stream.Flush()
		if rounds != nil {
			continue
		}
		if more == nil && !told {
			told = true
			stream.Send("event: end\ndata: %s\n\n", mustJSON(now.feed.ending()))
			if now.number == 0 {
				return
			}
		}
		select {
		case <-more:
		case <-now.replaced:
			stream.Send("event: match\ndata:\n\n")
			return
		case <-heartbeat.C:
			stream.Send(": still here\n\n")
		case <-r.Context().Done():
			return
		}
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
