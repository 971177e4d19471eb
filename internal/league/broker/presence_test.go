package broker_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
)

// TestOthersKnowWhoIsThere: another process reads it in the folder, as long as the league is served.
func TestOthersKnowWhoIsThere(t *testing.T) {
	t.Parallel()
	folder := members.Folder(t.TempDir())
	_, served, err := folder.Present(time.Now())
	require.NoError(t, err)
	require.False(t, served)

	l, err := broker.Open(t.Context(), silent(string(folder)))
	require.NoError(t, err)
	anna, err := l.Invite("anna")
	require.NoError(t, err)
	leave := join(t, anna, client.JoinOptions{Slots: 3, Play: echo})
	whoIsThere := func() []members.PresentWorker {
		all, _, err := folder.Present(time.Now())
		require.NoError(t, err)
		return all
	}
	testkit.Await(t, "the folder tells who is there", func() bool { return len(whoIsThere()) == 1 })
	require.Equal(t, []members.PresentWorker{{ID: anna.ID(), Slots: 3}}, whoIsThere())

	noted, err := os.ReadFile(filepath.Join(string(folder), "present.json"))
	require.NoError(t, err)
	_, served, err = folder.Present(time.Now().Add(time.Minute))
	require.NoError(t, err)
	require.False(t, served, "a league that was killed is not served")

	require.NoError(t, leave())
	testkit.Await(t, "it has left", func() bool { return len(whoIsThere()) == 0 })
	_, served, err = folder.Present(time.Now())
	require.NoError(t, err)
	require.True(t, served)
	require.NoError(t, l.Close())
	_, served, err = folder.Present(time.Now())
	require.NoError(t, err)
	require.False(t, served)

	require.NoError(t, os.WriteFile(filepath.Join(string(folder), "present.json"), noted[:len(noted)/2], 0o600))
	_, served, err = folder.Present(time.Now())
	require.NoError(t, err)
	require.False(t, served)
}

// TestEndedWhileItStarts: who stops a league that is starting has damaged nothing.
func TestEndedWhileItStarts(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	leaveWork(t, folder)
	enough := errors.New("enough")
	for _, after := range []time.Duration{0, time.Millisecond, 5 * time.Millisecond, 25 * time.Millisecond} {
		ctx, stop := context.WithTimeoutCause(t.Context(), after, enough)
		o := options(folder)
		o.Say = func(sentence string) { require.Fail(t, sentence) }
		b, err := broker.Open(ctx, o)
		if err == nil { // it was in time
			require.NoError(t, b.Close())
		} else {
			require.ErrorIs(t, err, enough)
		}
		stop()
	}
	aside, err := filepath.Glob(filepath.Join(folder, "queues-damaged-*"))
	require.NoError(t, err)
	require.Empty(t, aside)
}

// TestTakenAddresses are told at once, and damage nothing.
func TestTakenAddresses(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows says it in other words, which are passed on")
	}
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close() //nolint:errcheck // nobody was there
	for listen, want := range map[string]string{
		taken.Addr().String(): taken.Addr().String() + ": another program listens there",
		"192.0.2.7:4222":      "192.0.2.7:4222: is not an address of this machine", // it is nobody's
	} {
		o := options(t.TempDir())
		o.Listen, o.Say = listen, func(sentence string) { require.Fail(t, sentence) }
		_, err := broker.Open(t.Context(), o)
		require.EqualError(t, err, want)
		require.NotEmpty(t, hint.Of(err))
	}
}

// setClock is a clock that a test sets. It may stand still, so that nobody is silent for as long as the test wants.
type setClock struct {
	stands     time.Time // if it does
	by, looked atomic.Int64
}

func (c *setClock) now() time.Time {
	c.looked.Add(1)
	now := c.stands
	if now.IsZero() {
		now = time.Now().Round(0)
	}
	return now.Add(time.Duration(c.by.Load()))
}

// waits waits until the league has looked at the clock so often that it has swept.
func (c *setClock) waits(t testing.TB) {
	t.Helper()
	before := c.looked.Load()
	testkit.Await(t, "the league looks at the clock", func() bool { return c.looked.Load() > before+10 })
}

// TestAClockThatIsSetSendsNobodyAway: workers stay, what they play counts once, and others see that they are there.
func TestAClockThatIsSetSendsNobodyAway(t *testing.T) {
	t.Parallel()
	folder, clock := t.TempDir(), &setClock{}
	o := silent(folder)
	o.Now = clock.now
	l := open(t, o)
	anna := l.invite(t, "anna")
	join(t, anna, client.JoinOptions{Slots: 2, Play: echo})
	for round, jump := range []time.Duration{0, time.Hour, 0, -time.Hour, time.Hour} {
		clock.by.Store(int64(jump))
		testkit.Await(t, fmt.Sprintf("who is there in round %d", round), func() bool {
			there, served, err := members.Folder(folder).Present(clock.now())
			require.NoError(t, err)
			return served && len(there) == 1 && there[0].ID == anna.ID()
		})
		for number := range 3 {
			require.NoError(t, l.Give(t.Context(), job(10*round+number)))
		}
		for _, worker := range l.collect(t, 3) {
			require.Equal(t, anna.ID(), worker)
		}
	}
	require.Empty(t, l.said.get())
}
