package website

import (
	"fmt"
	"net/http"
	"time"
)

// Stream is an answer that is sent in parts, as events. It keeps the first error, after which
// nothing is sent.
type Stream struct {
	to      http.ResponseWriter
	control *http.ResponseController
	err     error
}

// NewStream begins a stream of events.
func NewStream(w http.ResponseWriter) *Stream {
	w.Header().Set("Content-Type", "text/event-stream")
	s := &Stream{to: w, control: http.NewResponseController(w)}
	s.err = s.control.SetReadDeadline(time.Time{}) // the request is complete
	return s
}

// Err returns the first error.
func (s *Stream) Err() error { return s.err }

// Write writes a part, which the reader has to read within ten seconds.
func (s *Stream) Write(format string, args ...any) {
	if s.err == nil {
		s.err = s.control.SetWriteDeadline(time.Now().Add(eventTime))
	}
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.to, format, args...)
	}
}

// Flush sends what was written.
func (s *Stream) Flush() {
	if s.err == nil {
		s.err = s.control.Flush()
	}
}

// Send writes a part and sends it.
func (s *Stream) Send(format string, args ...any) {
	s.Write(format, args...)
	s.Flush()
}
