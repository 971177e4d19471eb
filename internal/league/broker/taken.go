package broker

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// taken is how far the league has come with the results in its queue. When it is busy they wait there, and nobody has
// kept a match whose result does.
type taken struct {
	mu    sync.Mutex
	last  uint64    // the last result that was taken
	mark  uint64    // the last one that was in the queue
	at    time.Time // when it was looked
	known time.Time // all that were there by then were taken
}

// begin notes that the results are read anew, from the first one that is there; the server may count them anew, too.
func (t *taken) begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last, t.mark, t.at = 0, 0, t.known
}

func (t *taken) took(m jetstream.Msg) {
	meta, err := m.Metadata()
	if err != nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = max(t.last, meta.Sequence.Stream)
}

// until returns the time until which all results were taken, from the number of the last one that is in the queue now.
// Where that is not known, as the server can't be asked, the time is that of the look before.
func (t *taken) until(last uint64, now time.Time, known bool) time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	for range 2 { // the mark of before, and that of now
		if t.last < t.mark || !known {
			break
		}
		t.known, t.mark, t.at = t.at, last, now
	}
	return t.known
}

// lastResult returns the number of the last result that is in the queue; 0 if there is none.
func (b *Broker) lastResult(ctx context.Context) (uint64, error) {
	s, err := b.js.Stream(ctx, b.names.ResultStream())
	if err != nil || s.CachedInfo().State.Msgs == 0 {
		return 0, err
	}
	return s.CachedInfo().State.LastSeq, nil
}
