package broker_test

import (
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/broker"
)

// TestResultsAfterBreak: when the league's connection to the server breaks, results that were on
// their way come again at once, and those that the league has come once.
func TestResultsAfterBreak(t *testing.T) {
	t.Parallel()
	address := freeAddress(t)
	start(t, role{Server: t.TempDir(), Address: address})
	bad := newProxy(t, address)
	o := options(t.TempDir())
	o.External = &broker.External{URL: "nats://" + bad.Addr().String()}
	l := open(t, o)
	playing, play := make(chan struct{}), make(chan struct{})
	over, end := context.WithCancel(t.Context())
	i := l.invite(t, "anna")
	join(t, i, broker.JoinOptions{
		External: &broker.External{URL: "nats://" + address},
		Play: func(ctx context.Context, task *broker.Task) ([]byte, error) {
			select {
			case playing <- struct{}{}:
				<-play
			case <-over.Done(): // a match may be given again before its result comes again
			}
			return task.Body, nil
		},
	})
	conn, err := nats.Connect("nats://" + address)
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
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
		require.Eventually(t, func() bool { given, _ := results(); return given == wanted }, patience, 10*time.Millisecond)
	}

	l.give(t, 4)
	playNext := func() { <-playing; play <- struct{}{} }
	playNext()
	held := l.next(t)
	playNext()
	stored := l.next(t)
	bad.set(true, 0)
	playNext()
	waitFor(3)    // the third one is on its way
	stored.Done() // the server does not hear it
	bad.cut()
	bad.set(false, 0)
	lost := l.next(t)
	require.NotEqual(t, held.Key, lost.Key)
	require.NotEqual(t, stored.Key, lost.Key)
	lost.Done()
	waitFor(1) // what is stored is taken off the queue, and what is not stored stays
	playNext()
	last := l.next(t)
	require.NotContains(t, []broker.Key{held.Key, stored.Key, lost.Key}, last.Key)
	last.Done()
	held.Done()
	require.Eventually(t, func() bool { _, all := results(); return all == 0 }, patience, 10*time.Millisecond)
	require.NotContains(t, l.said.get(), "revoked")
	end()
}
