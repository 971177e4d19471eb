// Package server is what the web servers of the arena have in common: who may ask, how
// long an answer may take, and streams of events.
//
// A page shows texts of bots, and a server runs on the machine of somebody who browses other
// pages too. So each answer has a content security policy, and a request must name the server.
package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// Limits of a server. A reader that is too slow loses the connection and connects again for
// the rest; nobody else waits.
const (
	headerTime  = 5 * time.Second  // to send the header of a request
	requestTime = 60 * time.Second // to send the whole request
	answerTime  = 60 * time.Second // to read the answer
	eventTime   = 10 * time.Second // to read some events
)

// heartbeatTime is how often a stream without events sends something, so that neither
// side takes the other for gone.
const heartbeatTime = 15 * time.Second

// Site is a web server at an address.
type Site struct {
	hosts  hosts
	secret secret
	log    *slog.Logger // of requests; nil if they are not logged
	busy   sync.RWMutex // held for reading by each request that is answered
}

// New returns a site for requests to the address at, which the user gave as listen, such as
// "127.0.0.1:0". If only this machine can reach it, the site is for who knows its [Site.Path].
func New(listen string, at net.Addr) *Site {
	s := &Site{hosts: newHosts(listen, at)}
	if IsLocal(at) {
		s.secret.key = rand.Text()
	}
	return s
}

// Guarded is a handler that answers only who may ask. [Site.Guard] makes it.
type Guarded struct{ handler http.HandlerFunc }

func (g Guarded) ServeHTTP(w http.ResponseWriter, r *http.Request) { g.handler(w, r) }

// Serve serves until ctx ends. It closes the listener, and returns when all requests
// are done.
func (s *Site) Serve(ctx context.Context, listener net.Listener, handler Guarded) error {
	server, door := newServer(ctx, handler), newDoor(listener)
	server.ConnState = door.note
	served := make(chan error, 1)
	go func() { served <- server.Serve(door) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	// Shutdown would wait for seconds for connections that browsers open in advance.
	_ = server.Close()
	s.busy.Lock()
	defer s.busy.Unlock()
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// newServer returns a server with a limit for each wait.
func newServer(ctx context.Context, handler Guarded) *http.Server {
	return &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTime, ReadTimeout: requestTime, WriteTimeout: answerTime,
		IdleTimeout: answerTime, MaxHeaderBytes: 16 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx }, // which ends the streams
		ErrorLog:    log.New(io.Discard, "", 0),                        // errors of readers don't concern the matches
	}
}

// Guard returns a handler that lets those requests through which mean this server and know its
// secret, if it has one. It sends the policy with each answer.
func (s *Site) Guard(policy string, handler http.Handler) Guarded {
	return Guarded{func(w http.ResponseWriter, r *http.Request) {
		s.busy.RLock()
		defer s.busy.RUnlock()
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !s.hosts.allow(r.Host) {
			http.Error(w, fmt.Sprintf("%q is not a name of this server; use the address that arena printed", r.Host),
				http.StatusForbidden)
			return
		}
		if in := s.enter(w, s.from(r)); in != nil {
			s.answer(w, in, handler)
		}
	}}
}

// FromPage reports whether a POST comes from a script of the server's own page, which says so in the header X-Arena. No
// other page can send that header, and browsers say of which site a page is. Whether that is reached by TLS, only a
// web server in front of this one knows, so the scheme does not count.
func FromPage(r *http.Request, says string) bool {
	return r.Header.Get("X-Arena") == says && r.Header.Get("Origin") != "" && sites.Check(r) == nil
}

var sites = http.NewCrossOriginProtection()
