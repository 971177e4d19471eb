package resultsite

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"

	"github.com/botarena/arena/internal/web/results/resultpage"
	"github.com/botarena/arena/internal/web/server"
)

// Handler returns the handler of all requests.
func (s *Site) Handler() server.Guarded {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { s.current(&s.page).answer(w, r, html) })
	mux.HandleFunc("GET /tables", func(w http.ResponseWriter, r *http.Request) { s.current(&s.tables).answer(w, r, html) })
	mux.HandleFunc("GET /matches.json", func(w http.ResponseWriter, r *http.Request) {
		list, err := s.listBody()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		list.answer(w, r, "application/json")
	})
	mux.HandleFunc("GET /events", s.events)
	mux.HandleFunc("GET /healthz", s.health)
	mux.HandleFunc("GET /match/{key}", s.match)
	mux.HandleFunc("POST /match/{key}/play", s.playAgain)
	return s.site.Guard(resultpage.Policy(), mux)
}

const html = "text/html; charset=utf-8"

// current returns one of the bodies that [Site.Show] replaces.
func (s *Site) current(which *body) body {
	s.mu.Lock()
	defer s.mu.Unlock()
	return *which
}

// events streams what a reader does not have yet: an event "match" for each match, and an
// event "table" when there are new tables. The event "again" ends the stream of a reader who
// must read all matches anew.
func (s *Site) events(w http.ResponseWriter, r *http.Request) {
	after := r.Header.Get("Last-Event-ID")
	if after == "" {
		after = r.URL.Query().Get("after")
	}
	session, next, err := readPlace(after)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	tables := -1 // not known: those that the reader has may be old
	s.readers.Stream(w, r, func(to *server.Stream) (more, other <-chan struct{}) {
		news, known := s.stream.after(session, next)
		if !known {
			to.Write("event: again\ndata:\n\n")
			return nil, nil
		}
		for _, match := range news.events {
			next++
			to.Write("event: match\nid: %s\ndata: %s\n\n", placeOf(session, next), match)
		}
		if news.tables != tables {
			tables = news.tables
			to.Write("event: table\ndata: %d\n\n", tables)
		}
		return news.more, nil
	})
}

// someNumber is what stands for a match in the list; its key is longer.
var someNumber = regexp.MustCompile(`^[0-9]{1,9}$`)

// match answers with the page of a match, or with one that waits for it. It does not have a
// match played, which any link could ask for.
func (s *Site) match(w http.ResponseWriter, r *http.Request) {
	key := r.PathValue("key")
	if someNumber.MatchString(key) {
		number, _ := strconv.Atoi(key)
		if key, known := s.keyOf(number - 1); known {
			w.Header().Set("Location", key) // relative, as the site may be below a folder of another
			w.WriteHeader(http.StatusFound)
			return
		}
	}
	m, known := s.find(key)
	if !known {
		http.Error(w, "there is no such match", http.StatusNotFound)
		return
	}
	page, err := s.shows.page(r.Context(), m)
	switch {
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	case page == nil:
		server.Answer(w, r, html, resultpage.Waiting(fmt.Sprintf("Match %d", m.Number+1)))
	default:
		w.Header().Set("Content-Security-Policy", s.shows.theater.Policy()+"; frame-ancestors 'none'")
		server.Answer(w, r, html, page)
	}
}

// playAgain has a match played again whose replay is not kept, and tells how far that is.
func (s *Site) playAgain(w http.ResponseWriter, r *http.Request) {
	if !server.FromPage(r, "play") {
		http.Error(w, "only the page itself may ask for that", http.StatusForbidden)
		return
	}
	m, known := s.find(r.PathValue("key"))
	if !known {
		http.Error(w, "there is no such match", http.StatusNotFound)
		return
	}
	state, room := s.shows.ask(m)
	if !room {
		w.Header().Set("Retry-After", "5")
		http.Error(w, fmt.Sprintf("%d matches are waiting already", mostWaiting), http.StatusServiceUnavailable)
		return
	}
	text, err := json.Marshal(state)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	server.Answer(w, r, "application/json", text)
}
