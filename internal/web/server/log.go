package server

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/botarena/arena/internal/base/safe"
)

// LogTo logs each request that is answered: by which method and path, from where, with which status and how many
// bytes, and how long that took. The secret of a site is in no line. It is called before Serve.
func (s *Site) LogTo(to *slog.Logger) { s.log = to }

// answer lets a handler answer, and logs that.
func (s *Site) answer(w http.ResponseWriter, r *http.Request, handler http.Handler) {
	if s.log == nil {
		handler.ServeHTTP(w, r)
		return
	}
	c := &counting{ResponseWriter: w, status: http.StatusOK}
	began := time.Now()
	defer func() {
		s.log.LogAttrs(r.Context(), slog.LevelInfo, "request",
			slog.String("method", r.Method), slog.String("path", shortened(r.URL.Path)),
			slog.String("from", r.RemoteAddr), slog.Int("status", c.status), slog.Int64("bytes", c.bytes),
			slog.Float64("seconds", time.Since(began).Seconds()))
	}()
	handler.ServeHTTP(c, r)
}

// longestPath is how much of a path is logged: strangers choose it.
const longestPath = 200

func shortened(path string) string {
	if len(path) > longestPath {
		path = path[:longestPath]
	}
	return string(safe.Plain([]byte(path)))
}

// counting notes what is sent.
type counting struct {
	http.ResponseWriter

	status int
	bytes  int64
}

// Unwrap lets streams flush, and set their deadlines.
func (c *counting) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *counting) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

func (c *counting) Write(part []byte) (int, error) {
	n, err := c.ResponseWriter.Write(part)
	c.bytes += int64(n)
	return n, err
}
