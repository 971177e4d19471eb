package broker

import "sync"

// hand knows the results that the league was given: they come again if the connection to the server
// breaks before it has heard that they are stored.
type hand struct {
	mu     sync.Mutex
	held   map[place]bool // that are not stored yet
	stored recent
}

// takes notes that the league was given a result.
func (h *hand) takes(p place) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.held == nil {
		h.held = make(map[place]bool)
	}
	h.held[p] = true
}

// stores notes that the league has stored a result.
func (h *hand) stores(p place) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.held, p)
	h.stored.add(p)
}

// has reports whether the league was given a result, and whether it has stored it.
func (h *hand) has(p place) (given, stored bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	stored = h.stored.has(p)
	return stored || h.held[p], stored
}
