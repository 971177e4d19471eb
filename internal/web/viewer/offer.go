package viewer

import (
	"net/http"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/reader"
	"github.com/botarena/arena/internal/web/server"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// Offer lists more matches on the page, which shows those that the reader chooses. It is called
// before Serve.
func (s *Server) Offer(m *Matches) { s.offered = m }

// errChanged is why a match of the list is not sent.
const errChanged = "the file has changed since, or is gone"

// listMatches sends the list, which the page asks for again and again.
func (s *Server) listMatches(w http.ResponseWriter, r *http.Request) {
	if s.offered == nil {
		http.NotFound(w, r)
		return
	}
	server.Answer(w, r, "application/json", mustJSON(s.offered.list()))
}

// oneMatch sends a match of the list.
func (s *Server) oneMatch(w http.ResponseWriter, r *http.Request) {
	s.answerMatch(w, r, func(path string) ([]byte, error) {
		file, err := readMatch(path)
		if err != nil {
			return nil, err
		}
		return reader.Read(file, s.games)
	})
}

// oneEnding sends how a match of the list ended: its last frame as the only one.
func (s *Server) oneEnding(w http.ResponseWriter, r *http.Request) {
	s.answerMatch(w, r, func(path string) ([]byte, error) {
		key := r.PathValue("key")
		if ending := s.offered.ending(key); ending != nil {
			return ending, nil
		}
		file, err := readMatch(path)
		if err != nil {
			return nil, err
		}
		match, err := story.Read(file, s.games)
		if err != nil {
			return nil, err
		}
		ending := mustJSON(pagedata.Ended(match))
		s.offered.keepEnding(key, ending)
		return ending, nil
	})
}

// pathOf returns the path of a match of the list, if it is as it was.
func (s *Server) pathOf(key string) (path string, found bool) {
	if s.offered == nil {
		return "", false
	}
	return s.offered.find(key)
}

// answerMatch answers with the bytes made of a file of the list. As with files that are dropped on
// the page, only few are read at the same time.
func (s *Server) answerMatch(w http.ResponseWriter, r *http.Request, made func(path string) ([]byte, error)) {
	path, found := s.pathOf(r.PathValue("key"))
	if !found {
		http.Error(w, errChanged, http.StatusNotFound)
		return
	}
	done, refused := s.takeTurn()
	if refused != nil {
		http.Error(w, refused.reason, refused.code)
		return
	}
	text, err := made(path)
	done()
	if err != nil {
		http.Error(w, engine.Printable(err.Error()), http.StatusUnprocessableEntity)
		return
	}
	server.Answer(w, r, "application/json", text)
}
