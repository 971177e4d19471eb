package server

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// TestNobodyIsWaitedForWithoutEnd: who connects and says nothing, or reads nothing, holds a connection of ours.
func TestNobodyIsWaitedForWithoutEnd(t *testing.T) {
	type key struct{}
	s := newServer(context.WithValue(t.Context(), key{}, "ours"), Guarded{})
	for name, limit := range map[string]time.Duration{
		"header": s.ReadHeaderTimeout, "request": s.ReadTimeout, "answer": s.WriteTimeout, "next request": s.IdleTimeout,
	} {
		require.Positive(t, limit, name)
		require.LessOrEqual(t, limit, time.Minute, name)
	}
	require.LessOrEqual(t, s.ReadHeaderTimeout, 5*time.Second)
	require.Positive(t, s.MaxHeaderBytes)
	require.LessOrEqual(t, s.MaxHeaderBytes, 16<<10)
	require.Equal(t, "ours", s.BaseContext(nil).Value(key{}), "streams end with it")
}

// TestServeWaitsForItsRequests: what they use may be closed afterwards.
func TestServeWaitsForItsRequests(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	site := New("127.0.0.1:0", listener.Addr())
	began, done := make(chan struct{}), false
	handler := site.Guard("", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(began)
		<-r.Context().Done()
		time.Sleep(50 * time.Millisecond)
		done = true
	}))
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- site.Serve(ctx, listener, handler) }()
	go func() {
		if r, err := http.Get("http://" + listener.Addr().String() + site.Path()); err == nil {
			_ = r.Body.Close()
		}
	}()
	<-began
	stop()
	require.NoError(t, <-served)
	require.True(t, done)
}

// TestServeEndsAtOnce although browsers keep spare connections open.
func TestServeEndsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		spare, one := net.Pipe()
		defer func() { _ = spare.Close() }()
		listener := &accepts{one: one, closed: make(chan struct{})}
		site := New("127.0.0.1:0", &net.TCPAddr{})
		ctx, stop := context.WithCancel(t.Context())
		served := make(chan error, 1)
		go func() { served <- site.Serve(ctx, listener, site.Guard("", http.NotFoundHandler())) }()
		synctest.Wait()
		begun := time.Now()
		stop()
		require.NoError(t, <-served)
		require.Zero(t, time.Since(begun))
	})
}

// accepts is a listener to which one connection has come.
type accepts struct {
	one    net.Conn
	closed chan struct{}
	once   sync.Once
}

func (a *accepts) Accept() (net.Conn, error) {
	if one := a.one; one != nil {
		a.one = nil
		return one, nil
	}
	<-a.closed
	return nil, net.ErrClosed
}

func (a *accepts) Close() error {
	a.once.Do(func() { close(a.closed) })
	return nil
}

func (*accepts) Addr() net.Addr { return &net.TCPAddr{} }

// timed is a connection that remembers until when it may be read and written.
type timed struct {
	*reading
	read, write []time.Time
	fails       error // what every write ends with
}

func (c *timed) SetReadDeadline(at time.Time) error  { c.read = append(c.read, at); return nil }
func (c *timed) SetWriteDeadline(at time.Time) error { c.write = append(c.write, at); return nil }
func (c *timed) Write(text []byte) (int, error) {
	if c.fails != nil {
		return 0, c.fails
	}
	return c.reading.Write(text)
}

// TestAReaderHasTenSecondsForEachPart, and as long as it likes without one.
func TestAReaderHasTenSecondsForEachPart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun, w := time.Now(), &timed{reading: newReading()}
		readers, later := Readers{Called: "readers", Most: 1}, make(chan struct{})
		time.AfterFunc(5*time.Second, func() { close(later) })
		readers.Stream(w, request(t.Context()), func(to *Stream) (a, b <-chan struct{}) {
			to.Write("data: x\n\n")
			if time.Since(begun) > 0 {
				return nil, nil
			}
			return later, nil
		})
		require.Equal(t, []time.Time{{}}, w.read, "the request is complete")
		first, second := begun.Add(10*time.Second), begun.Add(15*time.Second)
		require.Equal(t, []time.Time{first, first, second}, w.write)
	})
}

func TestNothingIsWrittenAfterAnError(t *testing.T) {
	w := &timed{reading: newReading(), fails: io.ErrClosedPipe}
	readers := Readers{Called: "readers", Most: 1}
	readers.Stream(w, request(t.Context()), func(*Stream) (a, b <-chan struct{}) {
		require.Fail(t, "nobody is there to be told")
		return nil, nil
	})
	s := &Stream{to: w, err: errors.New("gone")}
	s.Write("x")
	require.EqualError(t, s.err, "gone")
}

// TestOnlyItsOwnPageIsBelieved: all that browsers say must be right, and no other page can send X-Arena.
func TestOnlyItsOwnPageIsBelieved(t *testing.T) {
	for _, c := range []struct {
		says, origin, site string
		own                bool
	}{
		{"open", "http://127.0.0.1:1", "", true},
		{"open", "http://127.0.0.1:1", "same-origin", true},
		{"open", "https://127.0.0.1:1", "", true}, // a web server in front has TLS
		{"open", "https://127.0.0.1:1", "same-origin", true},
		{"open", "http://127.0.0.1:1", "cross-site", false},
		{"open", "http://127.0.0.1:1", "same-site", false},
		{"", "http://127.0.0.1:1", "same-origin", false},
		{"branch", "http://127.0.0.1:1", "", false},
		{"open", "", "", false},
		{"open", "", "same-origin", false},
		{"open", "null", "", false},
		{"open", "http://127.0.0.1:2", "", false},
		{"open", "http://127.0.0.1:1.evil.example", "", false},
	} {
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:1/open", nil)
		r.Header.Set("X-Arena", c.says)
		r.Header.Set("Origin", c.origin)
		if c.site != "" {
			r.Header.Set("Sec-Fetch-Site", c.site)
		}
		require.Equal(t, c.own, FromPage(r, "open"), "%+v", c)
	}
}

// TestWhatIsSentToABrowser: nothing that it may guess about, keep or give to another page; packed if it asks for that.
func TestWhatIsSentToABrowser(t *testing.T) {
	site := New("127.0.0.1:0", here)
	text := strings.Repeat("text ", 100)
	handler := site.Guard("default-src 'none'", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		Answer(w, r, "text/plain", []byte(text))
	}))
	ask := func(accepts string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:1"+site.Path(), nil)
		r.Header.Set("Accept-Encoding", accepts)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	for name, value := range map[string]string{
		"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff",
		"Referrer-Policy":              "no-referrer",
		"Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store", "Content-Type": "text/plain",
		"Content-Encoding": "",
	} {
		require.Equal(t, value, ask("br").Header().Get(name), name)
	}
	require.Equal(t, text, ask("br").Body.String())
	packed := ask("deflate, gzip")
	require.Equal(t, "gzip", packed.Header().Get("Content-Encoding"))
	require.Less(t, packed.Body.Len(), len(text))
}

// TestTheNameOfTheMachineIsOursWhereAllAddressesAre.
func TestTheNameOfTheMachineIsOursWhereAllAddressesAre(t *testing.T) {
	name, err := os.Hostname()
	require.NoError(t, err)
	at := &net.TCPAddr{IP: net.IPv4(10, 0, 0, 5), Port: 8080}
	for listen, ours := range map[string]bool{
		":8080": true, "0.0.0.0:8080": true, "[::]:8080": true,
		"10.0.0.5:8080": false,
	} {
		require.Equal(t, ours, newHosts(listen, at).allow(name+":8080"), listen)
		require.Equal(t, ours, newHosts(listen, at).allow("10.9.9.9:8080"), listen)
	}
	require.True(t, newHosts("Box.Local:8080", at).allow("box.local:8080"))
}

// TestNoTicketLeadsNowhere: before there is one, and once it is spent, nothing is as good as it.
func TestNoTicketLeadsNowhere(t *testing.T) {
	site, at := served(t, "127.0.0.1:0")
	require.Equal(t, http.StatusForbidden, status(t, at, "/"))
	require.Equal(t, http.StatusOK, status(t, at, site.Ticket()))
	require.Equal(t, http.StatusForbidden, status(t, at, "/"))
}

// TestAPathMayHaveStrokesInAName, which its handler tells from those between names.
func TestAPathMayHaveStrokesInAName(t *testing.T) {
	site, ask := guarded(t)
	require.Equal(t, "asked for /a%2Fb/c", text(t, ask(http.MethodGet, site.Path()+"a%2Fb/c")))
}
