package viewer

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/reader"
	"github.com/botarena/arena/internal/web/server"
)

// Limits of the server.
const (
	maxSpectators = 200

	// Opening a file takes seconds and hundreds of megabytes at worst.
	maxArriving = 8                // files that arrive or wait at the same time
	maxOpening  = 2                // files that are read at the same time
	openingTime = 10 * time.Second // to wait for one that is being read
)

// policy is the content security policy of all that the server sends, except two pages of beside.go.
// Only our own script runs, whatever a bot calls itself.
const (
	policy    = ownPolicy + "; frame-ancestors 'none'"
	ownPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
		"img-src 'self' data: blob:; " +
		"base-uri 'none'; form-action 'none'"
)

// Server shows a match to browsers, or one after another.
type Server struct {
	shown      shown
	offered    *Matches // nil if there are no others
	brancher   Brancher // nil if nobody can play on
	seat       *Seat    // nil if no person plays
	games      []engine.Game
	site       *server.Site
	spectators server.Readers
	arriving   chan struct{} // has a place for each file that arrives or waits
	opening    chan struct{} // has a place for each file that is read
	branching  chan struct{} // has a place for the match that is played on
}

// NewServer returns a server for requests to the address at, which the user gave as
// listen, such as "127.0.0.1:0". It can open files of these games. The match is the only
// one, unless [Server.Show] is called before Serve.
func NewServer(feed *Feed, games engine.Games, listen string, at net.Addr) *Server {
	return &Server{
		shown: newShown(feed), games: games, site: server.New(listen, at),
		spectators: server.Readers{Called: "spectators", Most: maxSpectators, Retry: time.Second},
		arriving:   make(chan struct{}, maxArriving), opening: make(chan struct{}, maxOpening),
		branching: make(chan struct{}, 1),
	}
}

// Serve serves until ctx ends. It closes the listener, and returns when all requests
// are done.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	return s.site.Serve(ctx, listener, s.Handler())
}

// Path returns what the addresses of the page have after the port. It is a secret if only this machine can
// reach them.
func (s *Server) Path() string { return s.site.Path() }

// Ticket returns a path that leads to [Server.Path] once, for the arguments of a browser: to the person's page, if one
// plays.
func (s *Server) Ticket() string {
	if s.seat != nil {
		return s.site.TicketTo(s.seat.Query())
	}
	return s.site.Ticket()
}

// Handler returns the handler of all requests.
func (s *Server) Handler() server.Guarded {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		server.Answer(w, r, "text/html; charset=utf-8", servedPage(s.shown.now().feed.title(), s.offered.firstKey()))
	})
	mux.HandleFunc("GET /page.js", answerPacked("text/javascript; charset=utf-8", pageJS))
	mux.HandleFunc("GET /second.js", answerPacked("text/javascript; charset=utf-8", secondJS))
	mux.HandleFunc("GET /third.js", answerPacked("text/javascript; charset=utf-8", thirdJS))
	mux.HandleFunc("GET /page.css", answerPacked("text/css; charset=utf-8", pageCSS))
	for _, table := range languageTables {
		mux.HandleFunc("GET /"+table.name, answerWith("application/json", table.text))
	}
	mux.HandleFunc("GET /match.json", func(w http.ResponseWriter, r *http.Request) {
		now := s.shown.now()
		server.Answer(w, r, "application/json", now.feed.whole(now.number))
	})
	mux.HandleFunc("GET /events", s.events)
	mux.HandleFunc("POST /open", s.open)
	mux.HandleFunc("GET /bots", s.listBots)
	mux.HandleFunc("GET /words", s.listWords)
	mux.HandleFunc("POST /branch", s.branch)
	mux.HandleFunc("GET /seat", s.tellSeat)
	mux.HandleFunc("POST /orders", s.takeOrders)
	mux.HandleFunc("POST /clock", s.choose("clock", (*Seat).choose))
	mux.HandleFunc("POST /back", s.choose("back", (*Seat).retake))
	mux.HandleFunc("GET /matches", s.listMatches)
	mux.HandleFunc("GET /matches/{key}", s.oneMatch)
	mux.HandleFunc("GET /matches/{key}/end", s.oneEnding)
	s.handleBeside(mux)
	return s.site.Guard(policy, mux)
}

// open turns a file that was dropped on the page into the data of the page. Only the
// page itself may ask: no other page can send the header.
func (s *Server) open(w http.ResponseWriter, r *http.Request) {
	if !server.FromPage(r, "open") {
		http.Error(w, "only the page itself may open a file", http.StatusForbidden)
		return
	}
	match, refused := s.openFile(w, r)
	if refused != nil {
		http.Error(w, refused.reason, refused.code)
		return
	}
	server.Answer(w, r, "application/json", match) // by now, the next file may be opened
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
	file, err := io.ReadAll(http.MaxBytesReader(w, r.Body, story.MaxFile))
	if large := new(http.MaxBytesError); errors.As(err, &large) {
		return nil, &refusal{reader.ErrTooLarge.Error(), http.StatusRequestEntityTooLarge}
	}
	if err != nil {
		return nil, &refusal{"the file did not arrive completely", http.StatusBadRequest}
	}
	done, refused := s.takeTurn()
	if refused != nil {
		return nil, refused
	}
	defer done()
	match, err := reader.Read(file, s.games)
	if err != nil {
		return nil, &refusal{err.Error(), http.StatusUnprocessableEntity}
	}
	return match, nil
}

// takeTurn waits until a file may be read. The caller says when it is done.
func (s *Server) takeTurn() (done func(), refused *refusal) {
	select {
	case s.opening <- struct{}{}:
		return func() { <-s.opening }, nil
	case <-time.After(openingTime):
		return nil, tooBusy
	}
}
