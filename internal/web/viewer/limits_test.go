package viewer

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/match/story"
)

func newUnserved(t *testing.T) *Server {
	t.Helper()
	return NewServer(newLiveMatch(t, 3).live.Feed, nil, "127.0.0.1:0", &net.TCPAddr{Port: 1})
}

// TestFewFilesAreReadAtATime: whoever comes then waits for a while, and not for ever.
func TestFewFilesAreReadAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newUnserved(t)
		var dones []func()
		for range maxOpening {
			done, refused := s.takeTurn()
			require.Nil(t, refused)
			dones = append(dones, done)
		}
		begun := time.Now()
		_, refused := s.takeTurn()
		require.Equal(t, tooBusy, refused)
		require.Equal(t, openingTime, time.Since(begun))
		dones[0]()
		_, refused = s.takeTurn()
		require.Nil(t, refused)
	})
}

// TestManyFilesAreOpenedOneAfterTheOther: each gives its place back.
func TestManyFilesAreOpenedOneAfterTheOther(t *testing.T) {
	file := storytest.Record(t, storytest.Setup(t, duel.Game, 2))
	s := serve(t, NewFeed(readShow(t, file)))
	for range maxArriving + 1 {
		r := s.ask(http.MethodPost, "/open", bytes.NewReader(file), "X-Arena: open", "Origin: http://"+s.address)
		require.Equal(t, http.StatusOK, r.StatusCode)
	}
}

func TestHalfAFileIsNotOpened(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, "/open", iotest.ErrReader(errors.New("it is gone")))
	_, refused := newUnserved(t).openFile(httptest.NewRecorder(), r)
	require.Equal(t, &refusal{"the file did not arrive completely", http.StatusBadRequest}, refused)
}

// brancherUntil plays on until its context is done.
type brancherUntil struct{ begun, ended chan context.Context }

func (brancherUntil) Bots() []string { return nil }

func (b brancherUntil) Branch(ctx context.Context, _ Asked) (*story.Story, string, error) {
	b.begun <- ctx
	<-ctx.Done()
	b.ended <- ctx
	return nil, "", ctx.Err()
}

// TestPlayingOnEndsWithThePage that has asked for it, and after a quarter of an hour at the latest.
func TestPlayingOnEndsWithThePage(t *testing.T) {
	s := serve(t, NewFeed(readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 2)))))
	b := brancherUntil{make(chan context.Context, 1), make(chan context.Context, 1)}
	s.server.Offers(b)
	ctx, leave := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+s.address+s.server.Path()+"branch",
		strings.NewReader(`{}`))
	require.NoError(t, err)
	r.Header.Set("X-Arena", "branch")
	r.Header.Set("Origin", "http://"+s.address)
	asked := make(chan error, 1)
	go func() {
		answer, err := http.DefaultClient.Do(r)
		if err == nil {
			_ = answer.Body.Close()
		}
		asked <- err
	}()
	deadline, ends := (<-b.begun).Deadline()
	require.True(t, ends)
	require.WithinDuration(t, time.Now().Add(longestBranch), deadline, time.Minute)
	leave()
	require.ErrorIs(t, <-asked, context.Canceled)
	testkit.Receive(t, "an end, as it plays for nobody", b.ended)
}
