package results

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/web/results/resultpage"
	"github.com/botarena/arena/internal/web/server"
)

// Handler returns the handler of all requests.
func (s *site) Handler() server.Guarded {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { s.current(&s.page).answer(w, r, htmlType) })
	mux.HandleFunc("GET /tables", func(w http.ResponseWriter, r *http.Request) {
		s.current(&s.tables).answer(w, r, htmlType)
	})
	mux.HandleFunc("GET /bots.json", func(w http.ResponseWriter, r *http.Request) {
		s.current(&s.bots).answer(w, r, jsonType)
	})
	mux.HandleFunc("GET /matches.json", func(w http.ResponseWriter, r *http.Request) {
		last, err := s.lastPart(r.Context())
		if err != nil {
			s.failed(w, r, err)
			return
		}
		last.answer(w, r, jsonType)
	})
	mux.HandleFunc("GET /matches/{part}", s.earlier)
	mux.HandleFunc("GET /chart", s.charts)
	mux.HandleFunc("GET /{table}", func(w http.ResponseWriter, r *http.Request) {
		table := resultpage.Table(r.PathValue("table"))
		if !slices.Contains(resultpage.Tables, table) {
			http.NotFound(w, r)
			return
		}
		s.view(w, r, view{table: table})
	})
	mux.HandleFunc("GET /bot/{bot}", func(w http.ResponseWriter, r *http.Request) { s.view(w, r, view{bot: botOf(r)}) })
	mux.HandleFunc("GET /author/{bot}", func(w http.ResponseWriter, r *http.Request) {
		s.view(w, r, view{form: formAuthor, bot: botOf(r)})
	})
	s.handleAPI(mux)
	mux.HandleFunc("GET /events", s.events)
	mux.HandleFunc("GET /healthz", s.health)
	mux.HandleFunc("GET /match/{key}", s.match)
	mux.HandleFunc("POST /match/{key}/play", s.playAgain)
	mux.HandleFunc("GET /picture/{key}", s.picture)
	if s.play != nil {
		mux.Handle("GET /play/", http.StripPrefix("/play", s.play))
		mux.HandleFunc("GET /play", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "play/") // relative, as the site may be below a folder of another
			w.WriteHeader(http.StatusFound)
		})
	}
	if s.people != nil {
		mux.Handle("GET /session", s.people)
		mux.Handle("POST /session", s.people)
		mux.Handle("DELETE /session", s.people)
		mux.Handle("POST /submissions", s.people)
		mux.Handle("GET /submissions/{id}", s.people)
		mux.Handle("GET /submissions", s.people)
		mux.Handle("GET /challenges", s.people)
		mux.Handle("POST /challenges", s.people)
		mux.Handle("GET /challenge", s.challenges)
		mux.Handle("GET /challenge/{id}", s.challenges)
		mux.Handle("GET /challenge/{id}/{match}", s.challenges)
		mux.Handle("GET /sources", s.people)
		mux.Handle("GET /sources/{bot}", s.people)
	}
	return s.Guard(resultpage.Policy(), mux)
}

// botOf is the bot of an address.
func botOf(r *http.Request) int {
	bot, err := strconv.Atoi(r.PathValue("bot"))
	if err != nil {
		return -1 // no bot has this number
	}
	return bot
}

const (
	htmlType = "text/html; charset=utf-8"
	jsonType = "application/json"
)

// current returns one of the bodies that [site.Show] replaces.
func (s *site) current(which *body) body {
	s.mu.Lock()
	defer s.mu.Unlock()
	return *which
}

// events streams what a reader does not have yet: an event "match" for each match, and an
// event "table" when there are new tables. The event "again" ends the stream of a reader who
// must read all matches anew.
func (s *site) events(w http.ResponseWriter, r *http.Request) {
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

// earlier answers with a part of the matches that is not the last.
func (s *site) earlier(w http.ResponseWriter, r *http.Request) {
	number, err := strconv.Atoi(strings.TrimSuffix(r.PathValue("part"), ".json"))
	if err != nil || number < 0 {
		http.NotFound(w, r)
		return
	}
	switch part, exists, err := s.part(r.Context(), number); {
	case err != nil:
		s.failed(w, r, err)
	case !exists:
		http.NotFound(w, r)
	default:
		part.answer(w, r, jsonType)
	}
}

// The address of a match is its number, from 1, and its key: the number says where it is, and the key that it is the
// one that was meant, as another one can get the number. In the list it is the number alone, and once it was the key.
var address = late.Regexp(`^(?:([0-9]{1,9})-)?([0-9a-f]{64})$|^([0-9]{1,9})$`)

// find returns a match by its address, which is whole if nothing has to be looked up for it; false if there is none.
func (s *site) find(ctx context.Context, given string) (m ref, whole, found bool, err error) {
	parts := address().FindStringSubmatch(given)
	if parts == nil {
		return ref{}, false, false, nil
	}
	number, key := parts[1]+parts[3], parts[2]
	if number == "" {
		leave, err := s.making.enter(ctx)
		if err != nil {
			return ref{}, false, false, err
		}
		defer leave()
		found, err := s.matches.NumberOf(ctx, key)
		return ref{Number: found, Key: key}, false, found >= 0, err
	}
	one, _ := strconv.Atoi(number)
	is, err := s.matches.KeyOf(ctx, one-1)
	return ref{Number: one - 1, Key: is}, key != "", err == nil && is != "" && (key == "" || key == is), err
}

// address is the whole one, in the folder of matches.
func (m ref) address() string { return strconv.Itoa(m.Number+1) + "-" + m.Key }

// match answers with the page of a match, or with one that waits for it. It does not have a
// match played, which any link could ask for.
func (s *site) match(w http.ResponseWriter, r *http.Request) {
	m, whole, found, err := s.find(r.Context(), r.PathValue("key"))
	switch {
	case err != nil:
		s.failed(w, r, err)
		return
	case !found:
		http.Error(w, "there is no such match", http.StatusNotFound)
		return
	case !whole:
		w.Header().Set("Location", m.address()) // relative, as the site may be below a folder of another
		w.WriteHeader(http.StatusFound)
		return
	}
	page, err := s.shows.page(r.Context(), m)
	switch {
	case err != nil:
		s.failed(w, r, err)
	case page == nil:
		server.Answer(w, r, htmlType, resultpage.Waiting(fmt.Sprintf("Match %d", m.Number+1)))
	default:
		w.Header().Set("Content-Security-Policy", s.shows.viewer.Policy()+"; frame-ancestors 'none'")
		server.Answer(w, r, htmlType, page)
	}
}

// playAgain has a match played again whose replay is not kept, and tells how far that is.
func (s *site) playAgain(w http.ResponseWriter, r *http.Request) {
	if !server.FromPage(r, "play") {
		http.Error(w, "only the page itself may ask for that", http.StatusForbidden)
		return
	}
	m, _, found, err := s.find(r.Context(), r.PathValue("key"))
	if err != nil {
		s.failed(w, r, err)
		return
	}
	if !found {
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
		s.failed(w, r, err)
		return
	}
	server.Answer(w, r, jsonType, text)
}
