package results

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/botarena/arena/internal/web/results/resultpage"
	"github.com/botarena/arena/internal/web/server"
)

// mostAsked is how many matches a program is sent at once.
const mostAsked = 1000

// handleAPI answers programs, as openapi.json describes it.
func (s *site) handleAPI(mux *http.ServeMux) {
	mux.HandleFunc("GET /feed.atom", func(w http.ResponseWriter, r *http.Request) { s.view(w, r, view{form: formFeed}) })
	mux.HandleFunc("GET /api/openapi.json", func(w http.ResponseWriter, r *http.Request) {
		server.Answer(w, r, jsonType, resultpage.OpenAPI)
	})
	mux.HandleFunc("GET /api/table", func(w http.ResponseWriter, r *http.Request) {
		s.view(w, r, view{form: formTable})
	})
	mux.HandleFunc("GET /api/bots/{bot}", func(w http.ResponseWriter, r *http.Request) {
		s.view(w, r, view{form: formBot, bot: botOf(r)})
	})
	mux.HandleFunc("GET /api/matches", s.someMatches)
}

// someMatches answers with matches from a number on, which counts from 1.
func (s *site) someMatches(w http.ResponseWriter, r *http.Request) {
	from, err := number(r, "from", 1, 1, 1<<30)
	most, wrong := number(r, "most", 100, 1, mostAsked)
	for _, err := range []error{err, wrong} {
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
	}
	leave, err := s.making.enter(r.Context())
	if err != nil {
		s.failed(w, r, err)
		return
	}
	defer leave()
	matches, err := s.matches.Between(r.Context(), from-1, from-1+most)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	text, err := resultpage.MatchesJSON(matches)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	server.Answer(w, r, jsonType, text)
}

// number reads a number of a query.
func number(r *http.Request, name string, usual, least, most int) (int, error) {
	given := r.URL.Query().Get(name)
	if given == "" {
		return usual, nil
	}
	n, err := strconv.Atoi(given)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%s: %q is no number from %d to %d", name, given, least, most)
	}
	return n, nil
}
