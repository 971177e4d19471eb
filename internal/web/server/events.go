package server

import (
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/botarena/arena/internal/base/crowd"
)

// Readers are those who read a stream of events at the same time.
type Readers struct {
	Called string // as in "there are 200 readers already"
	Most   int
	Retry  time.Duration // until a reader who has lost the connection asks again

	mu  sync.Mutex
	all []*reader // the oldest first
}

type reader struct {
	home  netip.Prefix
	ended chan struct{} // closed when another one takes its place
}

// News writes what a reader does not have yet. It returns what it waits for: when one of the channels is
// closed, it is called again. If both are nil, the stream has ended.
type News func(s *Stream) (more, other <-chan struct{})

// Enter counts one reader more, from an address, until leave is called. If there are too many, it takes the place of
// one from where more are, and fails if that is nowhere. Who has lost its place is told by ended.
func (r *Readers) Enter(from string) (ended <-chan struct{}, leave func(), err error) {
	one := &reader{crowd.HomeOf(from), make(chan struct{})}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.all) >= r.Most {
		first, most := crowd.Leaver(r.all, func(o *reader) netip.Prefix { return o.home })
		same := 1
		for _, other := range r.all {
			if other.home == one.home {
				same++
			}
		}
		if same >= most {
			return nil, nil, fmt.Errorf("there are %d %s already", r.Most, r.Called)
		}
		close(first.ended)
		r.forget(first)
	}
	r.all = append(r.all, one)
	return one.ended, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.forget(one)
	}, nil
}

func (r *Readers) forget(one *reader) {
	r.all = slices.DeleteFunc(r.all, func(other *reader) bool { return other == one })
}

// Now returns how many there are.
func (r *Readers) Now() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.all)
}

// Stream answers a reader with events as they come, until there will be no more or the reader is gone.
func (r *Readers) Stream(w http.ResponseWriter, from *http.Request, news News) {
	ended, leave, err := r.Enter(from.RemoteAddr)
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
		case <-ended:
			return
		case <-from.Context().Done():
			return
		}
	}
}

// Stream is an answer that is sent in parts, as events. It keeps the first error, after which
// nothing is sent. [Readers.Stream] begins it.
type Stream struct {
	to      http.ResponseWriter
	control *http.ResponseController
	err     error
}

func newStream(w http.ResponseWriter) *Stream {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // or nginx sends events when it has many
	s := &Stream{to: w, control: http.NewResponseController(w)}
	s.err = s.control.SetReadDeadline(time.Time{}) // the request is complete
	return s
}

// Write writes a part, which the reader has to read within ten seconds.
func (s *Stream) Write(format string, args ...any) {
	if s.err == nil {
		s.err = s.control.SetWriteDeadline(time.Now().Add(eventTime))
	}
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.to, format, args...)
	}
}

// flush sends what was written.
func (s *Stream) flush() {
	if s.err == nil {
		s.err = s.control.Flush()
	}
}

func (s *Stream) send(format string, args ...any) {
	s.Write(format, args...)
	s.flush()
}
