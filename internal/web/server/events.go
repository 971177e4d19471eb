package server

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
)

// Readers are those who read a stream of events at the same time.
type Readers struct {
	Called string // as in "there are 200 readers already"
	Most   int
	Retry  time.Duration // until a reader who has lost the connection asks again
	now    atomic.Int32
}

// News writes what a reader does not have yet. It returns what it waits for: when one of the channels is
// closed, it is called again. If both are nil, the stream has ended.
type News func(s *Stream) (more, other <-chan struct{})

// Enter counts one reader more, until leave is called. It fails if there are too many.
func (r *Readers) Enter() (leave func(), err error) {
	if r.now.Add(1) > int32(r.Most) { //nolint:gosec // it is some hundreds
		r.now.Add(-1)
		return nil, fmt.Errorf("there are %d %s already", r.Most, r.Called)
	}
	return func() { r.now.Add(-1) }, nil
}

// Now returns how many there are.
func (r *Readers) Now() int { return int(r.now.Load()) }

// Stream answers a reader with events as they come, until there will be no more or the reader is gone.
func (r *Readers) Stream(w http.ResponseWriter, from *http.Request, news News) {
	leave, err := r.Enter()
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	defer leave()
	stream := newStream(w)
	stream.send("retry: %d\n\n", r.Retry.Milliseconds())
	heartbeat := time.NewTicker(heartbeatTime)
	defer heartbeat.Stop()
	for stream.err == nil {
		more, other := news(stream)
		stream.flush()
		if more == nil && other == nil {
			return
		}
		select {
		case <-more:
		case <-other:
		case <-heartbeat.C:
			stream.send(": still here\n\n")
		case <-from.Context().Done():
			return
		}
	}
}
