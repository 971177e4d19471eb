package results

import (
	"context"
	"strings"
	"time"

	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/web/results/resultpage"
)

// listTime is how old the last part of the matches may be. What came since then is in the stream.
const listTime = 2 * time.Second

// mostParts is how many parts of the matches are kept as they are sent.
const mostParts = 64

// storedMatches are those of the tournament. Its methods may be called at the same time.
type storedMatches interface {
	// Between returns the matches with numbers from first on and before end, in their order.
	Between(ctx context.Context, first, end int) ([]played.Match, error)
	// KeyOf identifies the match with a number, in letters and digits; "" if there is none.
	KeyOf(ctx context.Context, number int) (string, error)
	// NumberOf returns the number of the match with a key, or -1 if there is none. It may take long.
	NumberOf(ctx context.Context, key string) (int, error)
	// Chart reads at most [mostReplays] replays, and sums up what bots noted in all that have been read. It is not called
	// at the same time as itself.
	Chart(ctx context.Context, name string, only archive.Filter) (*archive.Chart, error)
}

// list is the list of all matches, in parts.
type list struct {
	count, end int // how many there are, and the number after the last
	parts      bodies[int]
	at         string // the place of the last part in the stream
	made       time.Time
	late       int // how often a part has changed that was not the last
}

// last is the number of the last part.
func (l *list) last() int { return max(0, resultpage.Parts(l.end)-1) }

// add counts a match.
func (l *list) add(number int) {
	last := l.last()
	l.count, l.end = l.count+1, max(l.end, number+1)
	if part := number / resultpage.MatchesOfPart; part < last || l.last() > last {
		l.parts.drop(min(part, last))
		l.late++
	}
}

// fresh reports whether the last part will do for a reader who asks now, when the stream is at a
// place.
func (l *list) fresh(now string) bool {
	session, _, _ := strings.Cut(now, ".")
	return l.at == now || strings.HasPrefix(l.at, session+".") && time.Since(l.made) < listTime
}

// lastPart returns the last part, which is made at most once in listTime, however many ask.
func (s *site) lastPart(ctx context.Context) (body, error) {
	leave, err := s.making.enter(ctx)
	if err != nil {
		return body{}, err
	}
	defer leave()
	s.mu.Lock()
	// The place is taken before the matches are read, so that none is in neither of list and stream.
	now := s.list
	now.at = s.stream.end()
	kept, known := s.list.parts.get(now.last())
	fresh := known && s.list.fresh(now.at)
	s.mu.Unlock()
	if fresh {
		return kept, nil
	}
	made, err := s.makePart(ctx, now.last(), now.count, now.at)
	if err != nil {
		return body{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.list.late == now.late {
		s.list.at, s.list.made = now.at, time.Now()
		s.list.parts.put(now.last(), made)
	}
	return made, nil
}

// part returns the part of that number; false if it is the last, or not there.
func (s *site) part(ctx context.Context, part int) (body, bool, error) {
	if kept, _, exists := s.keptPart(part); !exists || kept.packed != nil {
		return kept, exists, nil
	}
	leave, err := s.making.enter(ctx)
	if err != nil {
		return body{}, true, err
	}
	defer leave()
	kept, late, exists := s.keptPart(part)
	if !exists || kept.packed != nil { // it was made meanwhile
		return kept, exists, nil
	}
	made, err := s.makePart(ctx, part, 0, "")
	if err != nil {
		return body{}, true, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.list.late == late {
		s.list.parts.put(part, made)
	}
	return made, true, nil
}

// keptPart returns a part that is not the last, if it is kept, and whether there is one of that number.
func (s *site) keptPart(part int) (kept body, late int, exists bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if part >= s.list.last() {
		return body{}, 0, false
	}
	kept, _ = s.list.parts.get(part)
	return kept, s.list.late, true
}

func (s *site) makePart(ctx context.Context, part, all int, at string) (body, error) {
	matches, err := s.matches.Between(ctx, part*resultpage.MatchesOfPart, (part+1)*resultpage.MatchesOfPart)
	if err != nil {
		return body{}, err
	}
	text, err := resultpage.PartJSON(matches, part, all, at)
	if err != nil {
		return body{}, err
	}
	return newBody(text)
}
