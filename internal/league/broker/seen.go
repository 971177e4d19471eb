package broker

import (
	"slices"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
)

// place is where and when a job, or a result, was put into its queue. The time tells apart those that had
// the same number, before and after the server was killed.
type place struct {
	sequence uint64
	time     int64
}

func placeOf(m *jetstream.MsgMetadata) place {
	return place{m.Sequence.Stream, m.Timestamp.UnixNano()}
}

// seen knows messages that came: the server sends one again as long as it has not heard that it is done
// with.
type seen struct {
	mu   sync.Mutex
	open map[place]bool       // that are not done with yet
	done [4 * MostSlots]place // the last ones that are
	next int
}

// came notes that a message came. It returns whether it came before, and whether it is done with.
func (s *seen) came(p place) (before, done bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Contains(s.done[:], p) {
		return true, true
	}
	if before = s.open[p]; s.open == nil {
		s.open = make(map[place]bool)
	}
	s.open[p] = true
	return before, false
}

// end notes that a message is done with, or is to be forgotten.
func (s *seen) end(p place, done bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if delete(s.open, p); done {
		s.done[s.next] = p
		s.next = (s.next + 1) % len(s.done)
	}
}
