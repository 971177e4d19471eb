package broker_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
)

// TestALeagueThatTakesNoResults for longer than a worker may be silent blames nobody, and gives no match twice: the
// worker has played all that it was given, and waits for more.
func TestALeagueThatTakesNoResults(t *testing.T) {
	t.Parallel()
	o, clock := silent(t.TempDir()), &setClock{stands: time.Now()}
	o.Now = clock.now
	var beats atomic.Int64
	o.Admit = func(_ string, about []byte) error {
		if len(about) > 0 {
			beats.Add(1)
		}
		return nil
	}
	l := open(t, o)
	i, other := l.invite(t, "anna"), l.invite(t, "bert")
	join(t, i, client.JoinOptions{Play: echo, About: []byte("anna")})
	l.room(t, 1+scheduler.Ahead)
	l.give(t, 1+scheduler.Ahead)
	testkit.Await(t, "all were played", func() bool { return l.Queued() == 0 })
	intrude(t, other).stays(t)
	for range 6 {
		clock.by.Add(int64(wire.MinAckWait / 2))
		before := beats.Load()
		testkit.Await(t, "the worker tells that it is there", func() bool { return beats.Load() > before })
		clock.waits(t)
	}
	require.Empty(t, l.revoked(i))
	require.Zero(t, l.Queued(), "nothing was given to the other one")
	for _, id := range l.collect(t, 1+scheduler.Ahead) {
		require.Equal(t, i.ID(), id)
	}
}
