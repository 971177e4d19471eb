package broker_test

import (
	"context"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
)

// besiege keeps so many connections open that say nothing, until the test ends. Whoever is sent away
// comes again a second later.
func besiege(t testing.TB, address string, count int) {
	ctx, stop := context.WithCancel(t.Context())
	var strangers, there sync.WaitGroup
	there.Add(count)
	for range count {
		strangers.Go(func() {
			arrived := sync.OnceFunc(there.Done)
			for ctx.Err() == nil {
				if c, err := new(net.Dialer).DialContext(ctx, "tcp", address); err == nil {
					arrived()
					away := context.AfterFunc(ctx, func() { _ = c.Close() })
					_, _ = io.Copy(io.Discard, c)
					away()
					_ = c.Close()
				}
				select {
				case <-ctx.Done():
				case <-time.After(time.Second):
				}
			}
		})
	}
	t.Cleanup(func() {
		stop()
		strangers.Wait()
	})
	there.Wait()
}

// TestSilentStrangers: whoever has a key gets in, however many without one hold connections, and
// though they come from the same address.
func TestSilentStrangers(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	besiege(t, l.Address(), 700)
	begun := time.Now()
	join(t, l.invite(t, "anna"), client.JoinOptions{Play: echo})
	l.give(t, 5)
	l.collect(t, 5)
	t.Logf("a worker joined and played after %v", time.Since(begun))
}

// TestWorkerWaitsForItsLeague, and says once what is wrong.
func TestWorkerWaitsForItsLeague(t *testing.T) {
	t.Parallel()
	o := options(t.TempDir())
	o.Listen = testkit.Address(t.Cleanup)
	l := open(t, o)
	i := l.invite(t, "anna")
	require.NoError(t, l.Close())
	var said sentences
	ended := join(t, i, client.JoinOptions{Play: echo, Say: said.say})
	told := func() bool { return len(said.get()) > 0 }
	testkit.Await(t, "it tells what is wrong", told)
	again := open(t, o)
	again.give(t, 5)
	again.collect(t, 5)
	require.NoError(t, ended())
	require.Len(t, said.get(), 1)
	require.Contains(t, said.get()[0], i.Address+": nothing answers there; this is tried again")
	require.Contains(t, said.get()[0], "whether the league is served there")
}

// TestFloodOfJunk: whoever sends what can't be read, without end, loses its key.
func TestFloodOfJunk(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	l.SetMostRate(500) // this machine may be slow
	enough := testkit.Patiently(t)
	l.floodedBy(t, "messages in", func(me *intruder, _ members.Invitation, _ int) error {
		if enough.Err() != nil {
			return context.Cause(enough)
		}
		return me.Publish("arena.beats."+me.id, []byte("junk"))
	})
}

// TestFullLeague: a worker for whom there is no room waits until there is.
func TestFullLeague(t *testing.T) {
	t.Parallel()
	o := silent(t.TempDir()) // so that it is soon known that the first one has gone
	o.MostWorkers = 1
	l := open(t, o)
	first, second := l.invite(t, "anna"), l.invite(t, "bert")
	leave := join(t, first, client.JoinOptions{Play: echo})
	testkit.Await(t, "the first one is there", func() bool { return len(l.Present()) == 1 })
	var said sentences
	join(t, second, client.JoinOptions{Play: echo, Say: said.say})
	testkit.Await(t, "it tells that it waits", func() bool { return len(said.get()) > 0 })
	l.give(t, 5)
	for _, id := range l.collect(t, 5) {
		require.Equal(t, first.ID(), id)
	}
	require.NoError(t, leave())
	require.NoError(t, l.Give(t.Context(), job(5)))
	d := l.next(t)
	d.Done()
	require.Equal(t, second.ID(), d.Worker)
	require.Equal(t, []string{"the league is full, with 1 worker; this one waits until there is room"}, said.get())
}

// TestNoRoomAtTheDoor: a worker whose connection is one too many is not told that its key does not count.
func TestNoRoomAtTheDoor(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	l.SetMostConnections(0)
	var said sentences
	join(t, l.invite(t, "anna"), client.JoinOptions{Play: echo, Say: said.say})
	testkit.Await(t, "it tells what is wrong", func() bool { return len(said.get()) > 0 })
	require.Contains(t, said.get()[0], "it ends the connection, as a league does that has no room; this is tried again")
	l.SetMostConnections(1)
	l.give(t, 5)
	l.collect(t, 5)
	require.Len(t, said.get(), 1)
}

// TestAWorkerWhoseOldConnectionsLingerWaits: a busy server may not have noticed yet that they broke, and the key of
// the worker counts as before.
func TestAWorkerWhoseOldConnectionsLingerWaits(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	i := l.invite(t, "anna")
	oldest := intrudeAtMost(t, i)
	var said sentences
	ended := join(t, i, client.JoinOptions{Play: echo, Say: said.say})
	testkit.Await(t, "it tells what is wrong", func() bool { return len(said.get()) > 0 })
	require.Contains(t, said.get()[0], "it ends the connection, as a league does that has no room; this is tried again")
	oldest.Close()
	l.give(t, 5)
	l.collect(t, 5)
	require.NoError(t, ended())
}
