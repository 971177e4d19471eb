package results

import (
	"fmt"
	"net/http"
)

// TellHealth lets /healthz answer with a line of state, or with why the tournament does not work. Both are for
// everybody.
func (s *site) TellHealth(state func() (string, error)) { s.healthz.Store(&state) }

// health answers a program that watches over the server, and needs no page.
func (s *site) health(w http.ResponseWriter, r *http.Request) {
	ask := s.healthz.Load()
	if ask == nil {
		http.NotFound(w, r)
		return
	}
	state, err := (*ask)()
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = fmt.Fprintln(w, err) // a watcher that is gone needs no answer
		return
	}
	_, _ = fmt.Fprintln(w, "is served: "+state)
}
