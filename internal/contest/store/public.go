package store

import (
	"context"
	"math"
	"sync"
	"time"
)

// public is how a store is seen by everybody.
type public struct {
	now func() time.Time

	mu   sync.Mutex
	seen seen
}

// Public returns the store as everybody may see it: after [Hours.Freeze], the bots of a league, its matches and those
// that can't be played are those of that time, so that pages need not know of it. The rest is as it is, and it is the
// same store: to close one closes the other. Now is the clock; nil means time.Now.
//
// A match counts by when it ended, as the league has written down. So it does not matter when the freeze was set,
// whether the league was served then, and by whom.
func (s *Store) Public(now func() time.Time) *Store {
	if now == nil {
		now = time.Now
	}
	view := *s
	view.public = &public{now: now}
	return &view
}

// hidden are the matches of a tournament that are not shown.
type hidden struct{ since time.Time } // zero if there are none

// has reports whether something is hidden that happened at a time.
func (h hidden) has(at time.Time) bool { return !h.since.IsZero() && at.After(h.since) }

// after is the last millisecond since 1970 that is shown.
func (h hidden) after() int64 {
	if h.since.IsZero() {
		return math.MaxInt64
	}
	return h.since.UnixMilli()
}

// hidden returns which matches of a tournament are not shown. That needs no clock: one that was set back shows none.
func (s *Store) hidden(ctx context.Context, tournament int64) (hidden, error) {
	if s.public == nil {
		return hidden{}, nil
	}
	h, err := s.Hours(ctx, tournament)
	return hidden{h.Freeze}, err
}

// freeze makes a tournament what everybody may see.
func (s *Store) freeze(ctx context.Context, t *Tournament) error {
	h, err := s.hidden(ctx, t.ID)
	if err != nil || h.since.IsZero() || s.public.now().Before(h.since) {
		return err
	}
	shown, err := s.count(ctx, t, h)
	if err != nil {
		return err
	}
	t.AsOf, t.Matches, t.Entrants, t.Preferred = h.since, shown.matches, before(t.Entrants, shown.end), nil
	return nil
}

// seen is how many matches of a tournament are shown.
type seen struct {
	tournament   int64
	hidden       hidden
	doubted      int
	matches, end int // how many, and the number after the last

	counted time.Time
	took    time.Duration
}

// countShare is how many times longer than counting matches the time is in which that is not done again.
const countShare = 20

// count counts the matches that are shown. Few come that ended before: those that were being stored.
func (s *Store) count(ctx context.Context, t *Tournament, h hidden) (seen, error) {
	s.public.mu.Lock()
	defer s.public.mu.Unlock()
	last := s.public.seen
	if last.tournament == t.ID && last.hidden == h && last.doubted == t.Doubted &&
		time.Since(last.counted) < countShare*last.took {
		return last, nil
	}
	now := seen{tournament: t.ID, hidden: h, doubted: t.Doubted, counted: time.Now()}
	err := s.read.QueryRowContext(ctx, `select count(*), coalesce(max(number) + 1, 0)
		from part join match on match.id = part.match where tournament = ? and played <= ?`, t.ID, h.after()).
		Scan(&now.matches, &now.end)
	now.took = time.Since(now.counted)
	if err == nil {
		s.public.seen = now
	}
	return now, err
}

// before returns the entrants of a league as they were before the match of a number. Who has not played by then is not
// there, and who left later is.
func before(entrants []Entrant, end int) []Entrant {
	count := 0
	for number := range entrants {
		e := &entrants[number]
		joined := e.Joined != nil && *e.Joined < end
		if joined {
			count = number + 1
		}
		if e.Leaving = false; joined && e.Gone != nil && *e.Gone >= end {
			e.Gone = nil
		}
		e.Paused = e.Paused && e.Gone != nil
	}
	return entrants[:count]
}
