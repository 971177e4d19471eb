package viewer

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/show"
)

// Limits of the server. A spectator that reads too slowly loses the connection and
// connects again for the rest; nobody else waits for it.
const (
	headerTime    = 5 * time.Second  // to send the header of a request
	requestTime   = 60 * time.Second // to send the whole request
	answerTime    = 60 * time.Second // to read the answer
	eventTime     = 10 * time.Second // to read some events
	heartbeatTime = 15 * time.Second // between heartbeats
	maxSpectators = 200

	// Opening a file takes seconds and hundreds of megabytes at worst.
	maxArriving = 8                // files that arrive or wait at the same time
	maxOpening  = 2                // files that are read at the same time
	openingTime = 10 * time.Second // to wait for one that is being read
)

// policy is the content security policy of everything the server sends. Only our own
// script runs, whatever a bot calls itself.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Server shows a match to browsers, or one after another.
type Server struct {
	shown      shown
	games      []engine.Game
	hosts      hosts
	heartbeat  time.Duration
	spectators atomic.Int32
	arriving   chan struct{} // has a place for each file that arrives or waits
	opening    chan struct{} // has a place for each file that is read
	busy       sync.RWMutex  // held for reading by each request that is answered
}

// NewServer returns a server for requests to the address at, which the user gave as
// listen, such as "127.0.0.1:0". It can open files of these games. The match is the only
// one, unless [Server.Show] is called before Serve.
func NewServer(feed *Feed, games engine.Games, listen string, at net.Addr) *Server {
	return &Server{
		shown: newShown(feed), games: games, hosts: newHosts(listen, at), heartbeat: heartbeatTime,
		arriving: make(chan struct{}, maxArriving), opening: make(chan struct{}, maxOpening),
	}
}

// Serve serves until ctx ends. It closes the listener, and returns when all requests
// are done.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: headerTime, ReadTimeout: requestTime, WriteTimeout: answerTime,
		IdleTimeout: answerTime, MaxHeaderBytes: 16 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx }, // which ends the streams
		ErrorLog:    log.New(io.Discard, "", 0),                        // errors of spectators don't concern the match
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
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

// Handler returns the handler of all requests.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		s.answer(w, r, "text/html; charset=utf-8", servedPage(s.shown.now().feed.title()))
	})
	mux.HandleFunc("GET /page.js", func(w http.ResponseWriter, r *http.Request) {
		s.answer(w, r, "text/javascript; charset=utf-8", []byte(pageJS))
	})
	mux.HandleFunc("GET /page.css", func(w http.ResponseWriter, r *http.Request) {
		s.answer(w, r, "text/css; charset=utf-8", []byte(pageCSS))
	})
	mux.HandleFunc("GET /match.json", func(w http.ResponseWriter, r *http.Request) {
		now := s.shown.now()
		s.answer(w, r, "application/json", now.feed.whole(now.number))
	})
	mux.HandleFunc("GET /events", s.events)
	mux.HandleFunc("POST /open", s.open)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.busy.RLock()
		defer s.busy.RUnlock()
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !s.hosts.allow(r.Host) {
			http.Error(w, fmt.Sprintf("%q is not a name of this server; use the address that arena printed", r.Host), http.StatusForbidden)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// answer sends a body, packed if the browser accepts it.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		if packed, err := pack(body, gzip.BestSpeed); err == nil {
			w.Header().Set("Content-Encoding", "gzip")
			body = packed
		}
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // a browser that is gone needs no answer
}

// stream is an answer that is written in parts. It keeps the first error.
type stream struct {
	to      http.ResponseWriter
	control *http.ResponseController
	err     error
}

func newStream(w http.ResponseWriter) *stream {
	s := &stream{to: w, control: http.NewResponseController(w)}
	s.err = s.control.SetReadDeadline(time.Time{}) // the request is complete
	return s
}

// write writes a part, which the spectator has to read within eventTime.
func (s *stream) write(format string, args ...any) {
	if s.err == nil {
		s.err = s.control.SetWriteDeadline(time.Now().Add(eventTime))
	}
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.to, format, args...)
	}
}

func (s *stream) flush() {
	if s.err == nil {
		s.err = s.control.Flush()
	}
}

func (s *stream) send(format string, args ...any) {
	s.write(format, args...)
	s.flush()
}

// open turns a file that was dropped on the page into the data of the page. Only the
// page itself may ask: no other page can send the header.
func (s *Server) open(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("X-Arena") != "open" || r.Header.Get("Origin") != "http://"+r.Host {
		http.Error(w, "only the page itself may open a file", http.StatusForbidden)
		return
	}
	match, refused := s.openFile(w, r)
	if refused != nil {
		http.Error(w, refused.reason, refused.code)
		return
	}
	s.answer(w, r, "application/json", match) // by now, the next file may be opened
}

// refusal is why a file is not opened.
type refusal struct {
	reason string
	code   int
}

var tooBusy = &refusal{"busy with other files; try again", http.StatusServiceUnavailable}

// openFile receives a file and returns the data of the page. A slow sender holds up
// nobody whose file is complete.
func (s *Server) openFile(w http.ResponseWriter, r *http.Request) ([]byte, *refusal) {
	select {
	case s.arriving <- struct{}{}:
		defer func() { <-s.arriving }()
	default:
		return nil, tooBusy
	}
	file, err := io.ReadAll(http.MaxBytesReader(w, r.Body, show.MaxFile))
	if large := new(http.MaxBytesError); errors.As(err, &large) {
		return nil, &refusal{fmt.Sprintf("larger than %d MB", show.MaxFile>>20), http.StatusRequestEntityTooLarge}
	}
	if err != nil {
		return nil, &refusal{"the file did not arrive completely", http.StatusBadRequest}
	}
	select {
	case s.opening <- struct{}{}:
		defer func() { <-s.opening }()
	case <-time.After(openingTime):
		return nil, tooBusy
	}
	opened, err := show.Read(file, s.games)
	if err != nil {
		return nil, &refusal{engine.Printable(err.Error()), http.StatusUnprocessableEntity}
	}
	return mustJSON(Encode(opened)), nil
}
