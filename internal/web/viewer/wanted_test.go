package viewer

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// TestWhatABrowserHasIsANumber, and everything else is refused.
func TestWhatABrowserHasIsANumber(t *testing.T) {
	for query, want := range map[string]struct {
		match, round int
		err          string
	}{
		"":                     {},
		"match=3":              {match: 3},
		"after=-1":             {},
		"after=0":              {round: 1},
		"match=2&after=41":     {match: 2, round: 42},
		"after=1073741824":     {round: 1<<30 + 1},
		"after=1073741825":     {err: `after: "1073741825" is not a round`},
		"after=-2":             {err: `after: "-2" is not a round`},
		"after=x":              {err: `after: "x" is not a round`},
		"match=x":              {err: `match: "x" is not a number`},
		"match=1e3&after=3":    {err: `match: "1e3" is not a number`},
		"after=99999999999999": {err: `after: "99999999999999" is not a round`},
	} {
		match, round, err := wanted(httptest.NewRequest(http.MethodGet, "/events?"+query, nil))
		if want.err != "" {
			require.EqualError(t, err, want.err, query)
			continue
		}
		require.NoError(t, err, query)
		require.Equal(t, want.match, match, query)
		require.Equal(t, want.round, round, query)
	}
}

func TestAMatchWithoutRoundsHasAnEmptyListOfThem(t *testing.T) {
	require.Contains(t, string(newLiveMatch(t, 3).live.Feed.whole(0)), `"played":[]`, "as of every other match")
}

// TestTheEndIsToldOnce, also to a page that goes on waiting for the next match.
func TestTheEndIsToldOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLiveMatch(t, 1)
		l.play(1)
		l.live.End(nil)
		s := NewServer(l.live.Feed, nil, "127.0.0.1:0", &net.TCPAddr{Port: 1})
		s.Show(l.live.Feed)
		ctx, leave := context.WithCancel(t.Context())
		r := eventsRequest(t, ctx)
		r.URL.RawQuery = "match=1&after=0"
		w := newQuietWriter()
		done := make(chan struct{})
		go func() { defer close(done); s.Handler().ServeHTTP(w, r) }()
		require.Equal(t, "retry: 1000\n\n", <-w.seen)
		require.Contains(t, <-w.seen, "event: end\n")
		begun := time.Now()
		for range 2 {
			require.Equal(t, ": still here\n\n", <-w.seen)
		}
		require.Equal(t, 30*time.Second, time.Since(begun))
		leave()
		<-done
	})
}

// TestASiteNeedsAReader of the arena's, and its page allows nothing else.
func TestASiteNeedsAReader(t *testing.T) {
	_, err := Site{Reader: []byte("MZ")}.Files()
	require.Equal(t, errNotReader, err)
	if len(releasedReader) == 0 {
		_, err = Site{Playground: "play.html"}.Files()
		require.Equal(t, ErrNoReader, err)
	}
	files, err := Site{Reader: []byte("\x00asm")}.Files()
	require.NoError(t, err)
	require.Equal(t, "index.html", files[0].Name)
	require.Contains(
		t, string(files[0].Data), `http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; script-src`)
}
