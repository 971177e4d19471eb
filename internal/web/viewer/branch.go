package viewer

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/server"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// An Asked says how a match is played on.
type Asked struct {
	Path   string // of the match, or "" for the one that is shown
	Round  int    // up to it, the match is as it was
	Seat   int
	Bot    string // that plays in the seat, one of [Brancher.Bots]; or "" if who did play goes on
	Orders string // that the seat gives first, as a bot writes them; may be ""
}

// A Brancher plays on from a round of a match with another bot, or with other orders.
type Brancher interface {
	// Bots returns the names of the bots that may play.
	Bots() []string
	// Branch plays on a match. It also returns the command that does the same.
	Branch(ctx context.Context, a Asked) (match *story.Story, command string, err error)
}

// longestBranch is how long it may take to play on, with the start of the bots.
const longestBranch = 15 * time.Minute

// maxBranch is the size of a request to play on, in bytes.
const maxBranch = 64 << 10

// branchRequest is what a page asks for.
type branchRequest struct {
	Match  string `json:"match"` // the key of one of several matches, or ""
	Round  int    `json:"round"`
	Seat   int    `json:"seat"`
	Bot    string `json:"bot"`
	Orders string `json:"orders"`
}

// branched is the answer to it.
type branched struct {
	Command string         `json:"command"`
	Match   pagedata.Match `json:"match"`
}

// Offers lets the page play on with other bots. It must be called before Serve, and only if nobody
// but this machine's user can reach the page: it starts programs.
func (s *Server) Offers(b Brancher) { s.brancher = b }

// listBots answers with the names of the bots that may play on.
func (s *Server) listBots(w http.ResponseWriter, r *http.Request) {
	if s.brancher == nil {
		http.NotFound(w, r)
		return
	}
	server.Answer(w, r, "application/json", mustJSON(s.brancher.Bots()))
}

// listWords answers with what a unit of a game can be told, for orders that are given on the board.
func (s *Server) listWords(w http.ResponseWriter, r *http.Request) {
	if s.brancher == nil {
		http.NotFound(w, r)
		return
	}
	game, err := engine.Games(s.games).Find(r.URL.Query().Get("game"))
	var words []pagedata.Word
	if err == nil {
		words, err = pagedata.WordsOf(game.Info())
	}
	if err != nil {
		http.Error(w, engine.Printable(err.Error()), http.StatusBadRequest)
		return
	}
	server.Answer(w, r, "application/json", mustJSON(words))
}

// branch plays on from a round. Only the page itself may ask, and for one match at a time.
func (s *Server) branch(w http.ResponseWriter, r *http.Request) {
	switch {
	case s.brancher == nil:
		http.NotFound(w, r)
		return
	case !server.FromPage(r, "branch"):
		http.Error(w, "only the page itself may play on", http.StatusForbidden)
		return
	}
	var asked branchRequest
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBranch)).Decode(&asked); err != nil {
		http.Error(w, "not a request to play on", http.StatusBadRequest)
		return
	}
	path, found := "", true
	if asked.Match != "" {
		path, found = s.pathOf(asked.Match)
	}
	if !found {
		http.Error(w, "the file has changed since, or is gone", http.StatusNotFound)
		return
	}
	select {
	case s.branching <- struct{}{}:
		defer func() { <-s.branching }()
	default:
		http.Error(w, "another match is being played; try again", http.StatusServiceUnavailable)
		return
	}
	ctx, stop := context.WithTimeout(r.Context(), longestBranch)
	defer stop()
	// Usually an answer must be there sooner.
	if err := http.NewResponseController(w).SetWriteDeadline(time.Now().Add(longestBranch)); err != nil {
		http.Error(w, "the server can't wait for a match", http.StatusInternalServerError)
		return
	}
	match, command, err := s.brancher.Branch(ctx, Asked{path, asked.Round, asked.Seat, asked.Bot, asked.Orders})
	if err != nil {
		http.Error(w, engine.Printable(err.Error()), http.StatusUnprocessableEntity)
		return
	}
	server.Answer(w, r, "application/json", mustJSON(branched{command, pagedata.Encode(match)}))
}
