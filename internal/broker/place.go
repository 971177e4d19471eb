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

// recent are the last places that were added.
type recent struct {
	mu     sync.Mutex
	places [4 * MostSlots]place
	next   int
}

func (r *recent) add(p place) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.places[r.next] = p
	r.next = (r.next + 1) % len(r.places)
}

func (r *recent) has(p place) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Contains(r.places[:], p)
}
