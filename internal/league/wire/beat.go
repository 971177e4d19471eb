package wire

import (
	"slices"
	"sync"
	"time"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/league/scheduler"
)

// Beat is what a worker says every third of AckWait, as JSON.
type Beat struct {
	Slots   int             // how many matches it plays at a time
	Playing []scheduler.Key `json:",omitempty"`
	About   []byte          `json:",omitempty"` // what it tells about itself, at most [MostAbout] bytes
}

// Answer is what the league answers to a beat, as JSON.
type Answer struct {
	AckWait time.Duration // how long the worker may be silent, from [MinAckWait]
	Refused safe.Outside  `json:",omitempty"` // why the worker is not wanted
	Full    int           `json:",omitempty"` // how many workers there are, if there is no room for this one
}

const (
	// MinAckWait is the shortest AckWait: beats are a third of it apart.
	MinAckWait = time.Second
	// MostAbout is how many bytes a worker tells about itself.
	MostAbout = 4 << 10
)

// Place is where and when a job, or a result, was put into its queue. The time tells apart those that had
// the same number, before and after the server was killed.
type Place struct {
	sequence uint64
	time     int64
}

// PlaceOf returns the place of a message of a number that came to its stream at some time.
func PlaceOf(number uint64, at time.Time) Place { return Place{number, at.UnixNano()} }

// Seen knows messages that came: the server sends one again as long as it has not heard that it is done
// with. Its zero value knows none. Its methods may be called by several goroutines.
type Seen struct {
	mu   sync.Mutex
	open map[Place]bool                 // that are not done with yet
	done [4 * scheduler.MostSlots]Place // the last ones that are
	next int
}

// Came notes that a message came. It returns whether it came before, and whether it is done with.
func (s *Seen) Came(p Place) (before, done bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Contains(s.done[:], p) {
		return true, true
	}
	if before = s.open[p]; s.open == nil {
		s.open = make(map[Place]bool)
	}
	s.open[p] = true
	return before, false
}

// End notes that a message is done with, or is to be forgotten.
func (s *Seen) End(p Place, done bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if delete(s.open, p); done {
		s.done[s.next] = p
		s.next = (s.next + 1) % len(s.done)
	}
}
