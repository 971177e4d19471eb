package server

import (
	"cmp"
	"crypto/rand"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
)

// secret is the first folder in every address of a site that is for one user of this machine.
// That only this machine can reach a port does not keep its other users out.
//
// It is no cookie: a browser sends those to every port of a machine, also to that of a server
// which another user has started.
type secret struct {
	key string // "" if the site is for everybody

	mu     sync.Mutex
	ticket string // leads to the key once; "" if there is none
	query  string // that it adds to the address
}

// IsLocal reports whether only this machine can reach an address.
func IsLocal(at net.Addr) bool {
	address, err := netip.ParseAddrPort(at.String())
	return err == nil && address.Addr().IsLoopback()
}

// Addresses returns where others find a site at an address by names. Where only this machine can reach it, they get it
// from a web server in front.
func Addresses(at net.Addr, names []string) (all []string) {
	_, port, _ := net.SplitHostPort(at.String())
	for _, name := range names {
		if IsLocal(at) {
			all = append(all, "https://"+name+"/")
		} else {
			all = append(all, "http://"+net.JoinHostPort(name, port)+"/")
		}
	}
	return all
}

// ForEverybody makes it a site for everybody who can reach its address. It is called before Serve.
func (s *Site) ForEverybody() { s.secret.key = "" }

// Path returns what the addresses of the site have after the port. Anyone who knows it may ask for everything.
func (s *Site) Path() string {
	if s.secret.key == "" {
		return "/"
	}
	return "/" + s.secret.key + "/"
}

// Ticket returns a path that leads to [Site.Path], but only once. Other users can read the
// arguments of a program, so a browser is started with this.
func (s *Site) Ticket() string {
	if s.secret.key == "" {
		return "/"
	}
	return s.TicketTo("")
}

// TicketTo returns a path that leads once to [Site.Path] with a query that others should not read, either.
func (s *Site) TicketTo(query string) string {
	s.secret.mu.Lock()
	defer s.secret.mu.Unlock()
	s.secret.ticket, s.secret.query = rand.Text(), query
	return "/" + s.secret.ticket + "/"
}

const errSecret = "this page is for the user who started it; use the whole address that arena printed, with the " +
	"letters after the port"

// enter returns a request as the handler of a site knows it, without the secret. It answers
// those that don't have it, and returns nil.
func (s *Site) enter(w http.ResponseWriter, r *http.Request) *http.Request {
	first, rest, within := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	known := s.secret.key != "" && same(first, s.secret.key)
	switch query, has := s.secret.spend(first, r); {
	case known && within:
		return inside(r, "/"+rest)
	case known:
		http.Redirect(w, r, s.Path(), http.StatusFound)
	case has:
		query = cmp.Or(query, r.URL.RawQuery)
		http.Redirect(w, r, (&url.URL{Path: s.Path() + rest, RawQuery: query}).String(), http.StatusFound)
	case s.secret.key == "":
		return r
	default:
		http.Error(w, errSecret, http.StatusForbidden)
	}
	return nil
}

// inside returns a request with the path that is left without its first folder.
func inside(r *http.Request, path string) *http.Request {
	in := *r
	in.URL = &url.URL{Path: path, RawQuery: r.URL.RawQuery}
	if _, raw, found := strings.Cut(strings.TrimPrefix(r.URL.RawPath, "/"), "/"); found {
		in.URL.RawPath = "/" + raw
	}
	return &in
}

// spend reports whether a request has the ticket, which is worth nothing afterwards, and what it adds to the address.
func (s *secret) spend(given string, r *http.Request) (query string, has bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Method != http.MethodGet || s.ticket == "" || !same(given, s.ticket) || !isOwn(r) {
		return "", false
	}
	query, s.ticket, s.query = s.query, "", ""
	return query, true
}

// same compares in a time that does not tell how much is right.
func same(given, want string) bool {
	return subtle.ConstantTimeCompare([]byte(given), []byte(want)) == 1
}
