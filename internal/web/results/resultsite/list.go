package resultsite

import (
	"iter"
	"strings"
	"sync"
	"time"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/web/results/resultpage"
)

// listTime is how old the list of all matches may be. What came since then is in the stream.
const listTime = 2 * time.Second

// list is the list of all matches as it was made last.
type list struct {
	making sync.Mutex
	body   body
	at     string // its place in the stream
	made   time.Time
}

// fresh reports whether the list will do for a reader who asks now, when the stream is at a
// place.
func (l *list) fresh(now string) bool {
	session, _, _ := strings.Cut(now, ".")
	return l.at == now || strings.HasPrefix(l.at, session+".") && time.Since(l.made) < listTime
}

// results yields matches without their keys.
func results(matches []Match) iter.Seq[played.Match] {
	return func(yield func(played.Match) bool) {
		for _, m := range matches {
			if !yield(m.Match) {
				return
			}
		}
	}
}

// listBody returns the list, which is made at most once in listTime, however many ask.
func (s *Site) listBody() (body, error) {
	s.list.making.Lock()
	defer s.list.making.Unlock()
	s.mu.Lock() // so that no match is in one of list and stream alone
	at := s.stream.end()
	if s.list.fresh(at) {
		defer s.mu.Unlock()
		return s.list.body, nil
	}
	matches := s.matches // which are only added to, or replaced
	s.mu.Unlock()
	text, err := resultpage.MatchesJSON(results(matches), at)
	if err != nil {
		return body{}, err
	}
	made, err := newBody(text)
	if err == nil {
		s.list.body, s.list.at, s.list.made = made, at, time.Now()
	}
	return made, err
}
