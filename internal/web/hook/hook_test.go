package hook

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// hooked is a hook to a program, whose answers a test gives.
type hooked struct {
	*Hook
	t     *testing.T
	came  chan string // bodies
	codes chan int

	mu     sync.Mutex
	warned []string
}

// newHooked makes one that rests for a moment between two tries.
func newHooked(t *testing.T) *hooked {
	h := &hooked{t: t, came: make(chan string, 10), codes: make(chan int, 10)}
	program := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %s %v", r.Method, r.Header, err)
		}
		h.came <- string(text)
		code := <-h.codes
		w.Header().Set("Location", "http://127.0.0.1:1/elsewhere")
		w.WriteHeader(code)
	}))
	t.Cleanup(program.Close)
	to, err := Check(program.URL + "/secret?key=1")
	require.NoError(t, err)
	h.Hook = newHook(t.Context(), to, func(err error) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.warned = append(h.warned, err.Error())
	}, time.Millisecond)
	return h
}

func (h *hooked) comes(answer int) (e Event) {
	h.t.Helper()
	text := testkit.Receive(h.t, "an event", h.came)
	require.NoError(h.t, json.Unmarshal([]byte(text), &e))
	h.codes <- answer
	return e
}

func (h *hooked) warnings() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.warned
}

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func TestEventsComeInTheirOrderAndAreTriedAgain(t *testing.T) {
	h := newHooked(t)
	h.Tell(noon, "one")
	h.Tell(noon, map[string]int{"two": 2})
	require.Equal(t, Event{1, noon, "one"}, h.comes(http.StatusServiceUnavailable))
	require.Equal(t, 1, h.comes(http.StatusTooManyRequests).Number)
	require.Equal(t, 1, h.comes(http.StatusNoContent).Number)
	require.Equal(t, Event{2, noon, map[string]any{"two": 2.0}}, h.comes(http.StatusOK))
	h.Close()
	require.Empty(t, h.warnings())
	h.Tell(noon, "too late")
}

// TestWhatDoesNotHelpIsNotTriedAgain, and nobody is sent elsewhere.
func TestWhatDoesNotHelpIsNotTriedAgain(t *testing.T) {
	h := newHooked(t)
	for _, code := range []int{http.StatusNotFound, http.StatusTemporaryRedirect, http.StatusFound} {
		h.Tell(noon, code)
		require.InDelta(t, code, h.comes(code).What, 0)
	}
	h.Tell(noon, "fails thrice")
	for range tries {
		h.comes(http.StatusInternalServerError)
	}
	h.Close()
	host := h.to.Host
	require.Equal(t, []string{
		host + ": an event is lost: answered 404 Not Found",
		host + ": an event is lost: answered 307 Temporary Redirect",
		host + ": an event is lost: answered 302 Found",
		host + ": an event is lost: answered 500 Internal Server Error",
	}, h.warnings())
}

// TestNobodyWaitsForAProgramThatDoesNotAnswer: events over the most are lost, and their numbers are missing.
func TestNobodyWaitsForAProgramThatDoesNotAnswer(t *testing.T) {
	h := newHooked(t)
	h.Tell(noon, 0)
	testkit.Receive(t, "the first event", h.came)
	for range mostWaiting + 3 {
		h.Tell(noon, 1)
	}
	require.Equal(t, []string{h.to.Host + ": 1000 events wait already; others are lost"}, h.warnings())
	h.stop() // as it does some seconds after Close
	h.Close()
	h.codes <- http.StatusOK
}

func TestAProgramThatIsNotThereIsNamedWithoutItsSecret(t *testing.T) {
	var warned []string
	h := newHook(t.Context(), &url.URL{Scheme: "http", Host: "127.0.0.1:1", Path: "/secret"}, func(err error) {
		warned = append(warned, err.Error())
	}, time.Millisecond)
	h.Tell(noon, "one")
	h.Tell(noon, "two")
	h.Close()
	require.Len(t, warned, 1, "it is told once")
	require.Contains(t, warned[0], "127.0.0.1:1: an event is lost: dial tcp")
	require.NotContains(t, warned[0], "secret")
}

func TestOnlyAddressesOfTheWebAreTaken(t *testing.T) {
	for typed, good := range map[string]bool{
		"https://chat.example.org/hooks/1?key=2": true, "http://127.0.0.1:9000": true,
		"": false, "chat.example.org": false, "ftp://example.org/": false, "http://": false, "http://a/#b": false,
		"http://a b": false,
	} {
		_, err := Check(typed)
		require.Equal(t, good, err == nil, typed)
	}
}
