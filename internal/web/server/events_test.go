package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// reading is a reader's connection that is written to without a network.
type reading struct {
	*httptest.ResponseRecorder
	sent   string // what was flushed
	broken error  // what every flush ends with
}

func (r *reading) FlushError() error                { r.sent = r.Body.String(); return r.broken }
func (r *reading) SetReadDeadline(time.Time) error  { return nil }
func (r *reading) SetWriteDeadline(time.Time) error { return nil }

func newReading() *reading { return &reading{ResponseRecorder: httptest.NewRecorder()} }

func request(ctx context.Context) *http.Request {
	return httptest.NewRequestWithContext(ctx, http.MethodGet, "/events", nil)
}

func TestAReaderGetsNewsWheneverThereAreSome(t *testing.T) {
	for name, both := range map[string]func(c chan struct{}) (a, b <-chan struct{}){
		"the first channel":  func(c chan struct{}) (a, b <-chan struct{}) { return c, nil },
		"the second channel": func(c chan struct{}) (a, b <-chan struct{}) { return nil, c },
	} {
		synctest.Test(t, func(t *testing.T) {
			readers := Readers{Called: "readers", Most: 1, Retry: 3 * time.Second}
			w, more, asked := newReading(), make(chan struct{}), 0
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				readers.Stream(w, request(t.Context()), func(to *Stream) (a, b <-chan struct{}) {
					asked++
					to.Write("data: %d\n\n", asked)
					if asked == 2 {
						return nil, nil
					}
					return both(more)
				})
			}()
			synctest.Wait()
			require.Equal(t, "retry: 3000\n\ndata: 1\n\n", w.sent, name)
			require.Equal(t, 1, readers.Now())
			close(more)
			<-ended
			require.Equal(t, "retry: 3000\n\ndata: 1\n\ndata: 2\n\n", w.sent, name)
			require.Zero(t, readers.Now())
			require.Equal(t, "text/event-stream", w.Header().Get("Content-Type"))
			require.Equal(t, "no", w.Header().Get("X-Accel-Buffering"))
		})
	}
}

// TestAStreamEndsWithItsReader who is gone, or to whom nothing can be written any more.
func TestAStreamEndsWithItsReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		readers := Readers{Called: "readers", Most: 1}
		ctx, leave := context.WithCancel(t.Context())
		ended := make(chan struct{})
		w, asked := newReading(), 0
		go func() {
			defer close(ended)
			readers.Stream(w, request(ctx), func(*Stream) (a, b <-chan struct{}) { asked++; return make(chan struct{}), nil })
		}()
		time.Sleep(heartbeatTime + time.Second)
		synctest.Wait()
		require.Equal(t, "retry: 0\n\n: still here\n\n", w.sent)
		leave()
		<-ended

		broken := newReading()
		broken.broken = http.ErrHandlerTimeout
		readers.Stream(broken, request(t.Context()), func(*Stream) (a, b <-chan struct{}) {
			require.Fail(t, "nobody is there to be told")
			return nil, nil
		})
		require.Zero(t, readers.Now())
	})
}

// TestNoMoreReadersThanTheMost, and who has most of the places keeps nobody from elsewhere away.
func TestNoMoreReadersThanTheMost(t *testing.T) {
	readers := Readers{Called: "readers", Most: 3}
	w, from := newReading(), request(t.Context())
	first, _, err := readers.Enter(from.RemoteAddr)
	require.NoError(t, err)
	second, leave, err := readers.Enter(from.RemoteAddr)
	require.NoError(t, err)
	_, _, err = readers.Enter(from.RemoteAddr)
	require.NoError(t, err)
	readers.Stream(w, from, nil)
	require.Equal(t, http.StatusServiceUnavailable, w.Code)
	require.Equal(t, "there are 3 readers already\n", w.Body.String())
	require.Equal(t, 3, readers.Now(), "who was turned away is not counted")
	_, _, err = readers.Enter("203.0.113.1:1")
	require.NoError(t, err)
	<-first
	require.Equal(t, 3, readers.Now())
	_, _, err = readers.Enter("203.0.113.2:1")
	require.NoError(t, err)
	<-second
	leave()
	require.Equal(t, 3, readers.Now(), "it has lost its place already")
	_, _, err = readers.Enter("203.0.113.2:2")
	require.Error(t, err, "nobody has more")
}

// TestAReaderWhoHasLostItsPlaceIsSentAway.
func TestAReaderWhoHasLostItsPlaceIsSentAway(t *testing.T) {
	readers := Readers{Called: "readers", Most: 2}
	ctx, stop := context.WithCancel(t.Context())
	here, gone := make(chan struct{}), make(chan struct{})
	for range 2 {
		go func() {
			readers.Stream(newReading(), request(ctx), func(*Stream) (a, b <-chan struct{}) {
				here <- struct{}{}
				return make(chan struct{}), nil
			})
			gone <- struct{}{}
		}()
		<-here
	}
	_, _, err := readers.Enter("203.0.113.1:1")
	require.NoError(t, err)
	<-gone
	require.Equal(t, 2, readers.Now())
	stop()
	<-gone
	require.Equal(t, 1, readers.Now())
}
