package server

import (
	"fmt"
	"net/http"
	"time"
)

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
