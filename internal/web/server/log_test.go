package server

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestEachRequestIsALineOfJSON with the fields that docs/league.md names, without the secret of the site.
func TestEachRequestIsALineOfJSON(t *testing.T) {
	site := New("127.0.0.1:0", here)
	var out bytes.Buffer
	site.LogTo(slog.New(slog.NewJSONHandler(&out, nil)))
	handler := site.Guard("", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/none" {
			http.Error(w, "no", http.StatusNotFound)
			return
		}
		_, _ = io.WriteString(w, "12345")
	}))
	ask := func(path string) (line map[string]any) {
		t.Helper()
		out.Reset()
		r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:1"+site.Path(), nil)
		r.URL.Path += path
		r.RemoteAddr = "192.0.2.1:5"
		handler.ServeHTTP(httptest.NewRecorder(), r)
		require.NotContains(t, out.String(), strings.Trim(site.Path(), "/"))
		require.Equal(t, 1, strings.Count(out.String(), "\n"))
		require.NoError(t, json.Unmarshal(out.Bytes(), &line))
		at, err := time.Parse(time.RFC3339Nano, line["time"].(string))
		require.NoError(t, err)
		require.WithinDuration(t, time.Now(), at, time.Minute)
		require.GreaterOrEqual(t, line["seconds"], 0.0)
		delete(line, "time")
		delete(line, "seconds")
		return line
	}
	require.Equal(t, map[string]any{
		"level": "INFO", "msg": "request", "method": "GET", "path": "/match/7", "from": "192.0.2.1:5", "status": 200.0,
		"bytes": 5.0,
	}, ask("match/7"))
	require.Equal(t, 404.0, ask("none")["status"])
	require.Len(t, ask(strings.Repeat("x", 5000))["path"], longestPath)
	require.NotContains(t, ask("\x1b[31m\u202e\nb")["path"], "\x1b")

	out.Reset()
	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "http://127.0.0.1:1/wrong/x", nil))
	require.Empty(t, out.String(), "who has no secret can't fill the disk")
}

// TestStreamsAreLoggedToo, and still sent at once.
func TestStreamsAreLoggedToo(t *testing.T) {
	site := New("127.0.0.1:0", here)
	site.ForEverybody()
	var out bytes.Buffer
	site.LogTo(slog.New(slog.NewJSONHandler(&out, nil)))
	flushed := 0
	w := &flusher{httptest.NewRecorder(), &flushed}
	site.answer(w, httptest.NewRequest(http.MethodGet, "/events", nil),
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			require.NoError(t, http.NewResponseController(w).Flush())
		}))
	require.Equal(t, 1, flushed)
	require.Contains(t, out.String(), `"path":"/events"`)
}

// flusher counts how often it is flushed.
type flusher struct {
	http.ResponseWriter

	count *int
}

func (f *flusher) Flush() { *f.count++ }
