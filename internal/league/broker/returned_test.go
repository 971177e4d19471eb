package broker_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
)

// openFar opens a broker that has a bad network to a server of its own.
func openFar(t testing.TB, o broker.Options) (l *league, bad *proxy, server string) {
	server = testkit.Address(t.Cleanup)
	start(t, role{Server: t.TempDir(), Address: server})
	bad = newProxy(t, server)
	o.External = &wire.External{URL: "nats://" + bad.Addr().String()}
	return open(t, o), bad, server
}

// connect connects to a server that is nobody's.
func connect(t testing.TB, address string, o ...nats.Option) *nats.Conn {
	conn, err := nats.Connect("nats://"+address, o...)
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	return conn
}

// TestResultsAfterBreak: when the league's connection to the server breaks, results that were on
// their way come again at once, and those that the league has come once.
func TestResultsAfterBreak(t *testing.T) {
	t.Parallel()
	l, bad, address := openFar(t, options(t.TempDir()))
	playing, play := make(chan struct{}), make(chan struct{})
	over, end := context.WithCancel(t.Context())
	i := l.invite(t, "anna")
	join(t, i, client.JoinOptions{
		External: &wire.External{URL: "nats://" + address},
		Play: func(ctx context.Context, task *client.Task) ([]byte, error) {
			select {
			case playing <- struct{}{}:
				<-play
			case <-over.Done(): // a match may be given again before its result comes again
			}
			return task.Body, nil
		},
	})
	js, err := jetstream.New(connect(t, address))
	require.NoError(t, err)
	// given returns how many results the server has given the league and the league has not stored,
	// and how many it has.
	results := func() (given int, all uint64) {
		stream, err := js.Stream(t.Context(), "arena_RESULTS")
		require.NoError(t, err)
		consumer, err := stream.Consumer(t.Context(), "league")
		if err != nil {
			return -1, 0 // it is being made anew
		}
		return consumer.CachedInfo().NumAckPending, stream.CachedInfo().State.Msgs
	}
	waitFor := func(wanted int) {
		testkit.Await(t, "the server has given so many results", func() bool {
			given, _ := results()
			return given == wanted
		})
	}

	l.give(t, 3)
	playNext := func() { <-playing; play <- struct{}{} }
	playNext()
	held := l.next(t)
	playNext()
	stored := l.next(t)
	testkit.Await(t, "both results are confirmed", func() bool { return l.Queued() == 1 })
	<-playing
	testkit.Await(t, "the worker asks for the next job", func() bool {
		jobs, err := js.Consumer(t.Context(), "arena_JOBS", i.ID())
		return err == nil && jobs.CachedInfo().NumWaiting == 1
	})
	bad.set(true, 0)
	play <- struct{}{}
	waitFor(3)    // the third one is on its way
	stored.Done() // the server does not hear it
	bad.cut()
	bad.set(false, 0)
	lost := l.next(t)
	require.NotEqual(t, held.Key, lost.Key)
	require.NotEqual(t, stored.Key, lost.Key)
	lost.Done()
	waitFor(1) // what is stored is taken off the queue, and what is not stored stays
	require.NoError(t, l.Give(t.Context(), job(3)))
	playNext()
	last := l.next(t)
	require.NotContains(t, []scheduler.Key{held.Key, stored.Key, lost.Key}, last.Key)
	last.Done()
	held.Done()
	testkit.Await(t, "no result is left", func() bool { _, all := results(); return all == 0 })
	require.NotContains(t, l.said.get(), "revoked")
	end()
}

// TestConsumersAfterBreak: a worker whose queue the server has forgotten gets matches again.
func TestConsumersAfterBreak(t *testing.T) {
	t.Parallel()
	l, bad, address := openFar(t, silent(t.TempDir()))
	i := l.invite(t, "anna")
	join(t, i, client.JoinOptions{External: &wire.External{URL: "nats://" + address}, Play: echo})
	l.give(t, 1)
	l.next(t).Done()
	js, err := jetstream.New(connect(t, address))
	require.NoError(t, err)
	require.NoError(t, js.DeleteConsumer(t.Context(), "arena_JOBS", i.ID()))
	bad.cut()
	require.NoError(t, l.Give(t.Context(), job(1)))
	require.Equal(t, key(1), l.next(t).Key)
}

// TestLeagueIsAway: workers are not blamed for what the league could not hear.
func TestLeagueIsAway(t *testing.T) {
	t.Parallel()
	o, clock := silent(t.TempDir()), &setClock{stands: time.Now()}
	o.Now = clock.now
	l, bad, address := openFar(t, o)
	begun, play := make(chan scheduler.Key, 10), make(chan struct{})
	join(t, l.invite(t, "anna"), client.JoinOptions{
		External: &wire.External{URL: "nats://" + address},
		Play: func(ctx context.Context, task *client.Task) ([]byte, error) {
			begun <- task.Key
			<-play
			return task.Body, nil
		},
	})
	l.give(t, 3)
	held := <-begun
	bad.set(true, 0)
	bad.cut()
	clock.by.Add(int64(time.Hour))
	bad.set(false, 0)
	testkit.Await(t, "the worker is heard again", func() bool { return len(l.Present()) == 1 })
	clock.waits(t) // whoever would be blamed is blamed by now
	close(play)
	for range 3 {
		d := l.next(t)
		require.NoError(t, d.Err)
		if d.Key == held { // one that was on its way when the line was cut comes again
			require.Equal(t, 1, d.Tries, "it was not taken from its worker")
		}
		d.Done()
	}
}

// TestNotPlayedAgain: a worker whose confirmation is lost confirms again; it does not play again.
func TestNotPlayedAgain(t *testing.T) {
	t.Parallel()
	o := options(t.TempDir())
	o.AckWait = 5 * time.Second // it asks again after that, and takes a worker for gone that is away as long
	l := open(t, o)
	bad := newProxy(t, l.Address())
	i := l.invite(t, "anna")
	i.Address = bad.Addr().String()
	var played atomic.Int32
	join(t, i, client.JoinOptions{Play: func(ctx context.Context, task *client.Task) ([]byte, error) {
		if played.Add(1) == 1 {
			bad.set(false, 100*time.Millisecond) // the league has the result before the worker knows that
		}
		return task.Body, nil
	}})
	l.give(t, 1)
	l.next(t).Done()
	bad.set(true, 0)
	bad.cut()
	bad.set(false, 0)
	testkit.Await(t, "the job is off the queue", func() bool { return l.Queued() == 0 })
	require.EqualValues(t, 1, played.Load())
}

// TestStrangersOutside: on a server for all, whoever is no member is not heard, and nobody has the league
// answer elsewhere.
func TestStrangersOutside(t *testing.T) {
	t.Parallel()
	address := testkit.Address(t.Cleanup)
	start(t, role{Server: t.TempDir(), Address: address})
	o := options(t.TempDir())
	o.External = &wire.External{URL: "nats://" + address}
	l, stranger := open(t, o), open(t, options(t.TempDir())).invite(t, "carl")
	member := l.invite(t, "anna")
	anna := connect(t, address, nats.CustomInboxPrefix("_INBOX_"+member.ID()))
	beats := "arena.beats." + member.ID()
	answers := func(subject string) *nats.Subscription {
		s, err := anna.SubscribeSync(subject)
		require.NoError(t, err)
		return s
	}
	much, elsewhere := answers(wire.Inbox(member.ID())+".much"), answers("elsewhere")
	about := strings.Repeat("AAAA", 4000)
	require.NoError(t, anna.PublishRequest(beats, much.Subject, []byte(`{"Slots":1,"About":"`+about+`"}`)))
	require.NoError(t, anna.PublishRequest(beats, "elsewhere", []byte(`{"Slots":1}`)))
	hello, err := anna.RequestWithContext(testkit.Patiently(t), beats, []byte(`{"Slots":1}`))
	require.NoError(t, err)
	require.Contains(t, string(hello.Data), "AckWait")
	for _, s := range []*nats.Subscription{much, elsewhere} { // the league answers in the order in which it was asked
		unanswered, _, err := s.Pending()
		require.NoError(t, err)
		require.Zero(t, unanswered, s.Subject)
	}

	// What was there when the league began was asked for by the one before.
	require.NoError(t, l.Close())
	js, err := jetstream.New(anna)
	require.NoError(t, err)
	for _, i := range []members.Invitation{stranger, member} {
		_, err = js.PublishMsg(t.Context(), resultMessage(i, key(1), []byte(i.ID())))
		require.NoError(t, err)
	}
	again := open(t, o)
	require.Equal(t, member.ID(), string(again.next(t).Body), "that of the stranger is left out")
}
