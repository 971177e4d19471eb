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
	"github.com/botarena/arena/internal/league/scheduler"
)

func listen(t testing.TB) net.Listener {
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	return l
}

// proxy is a bad network on the way to an address.
type proxy struct {
	net.Listener
	to string

	mu      sync.Mutex
	changed *sync.Cond
	stopped bool          // nothing passes
	delay   time.Duration // of each piece
	open    map[net.Conn]bool
}

func newProxy(t testing.TB, to string) *proxy {
	p := &proxy{Listener: listen(t), to: to, open: make(map[net.Conn]bool)}
	p.changed = sync.NewCond(&p.mu)
	var working sync.WaitGroup
	working.Go(func() {
		for {
			c, err := p.Accept()
			if err != nil {
				return
			}
			working.Go(func() { p.carry(c) })
		}
	})
	t.Cleanup(func() {
		require.NoError(t, p.Close())
		p.set(false, 0)
		p.cut()
		working.Wait()
	})
	return p
}

// set says how bad the network is.
func (p *proxy) set(stopped bool, delay time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped, p.delay = stopped, delay
	p.changed.Broadcast()
}

// cut breaks all connections.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.open {
		_ = c.Close()
	}
	clear(p.open)
}

func (p *proxy) carry(from net.Conn) {
	to, err := net.Dial("tcp", p.to)
	if err != nil {
		_ = from.Close()
		return
	}
	p.mu.Lock()
	p.open[from], p.open[to] = true, true
	p.mu.Unlock()
	var both sync.WaitGroup
	for _, way := range [][2]net.Conn{{from, to}, {to, from}} {
		both.Go(func() {
			_, _ = io.Copy(slow{way[1], p}, way[0])
			_ = way[1].Close()
		})
	}
	both.Wait()
}

// slow passes on what the network lets through.
type slow struct {
	net.Conn
	proxy *proxy
}

func (s slow) Write(b []byte) (int, error) {
	s.proxy.mu.Lock()
	for s.proxy.stopped {
		s.proxy.changed.Wait()
	}
	delay := s.proxy.delay
	s.proxy.mu.Unlock()
	time.Sleep(delay)
	return s.Conn.Write(b)
}

// TestBadNetwork: a network that delays, cuts and stops loses nothing, and makes nothing twice.
func TestBadNetwork(t *testing.T) {
	t.Parallel()
	o, clock := silent(t.TempDir()), &setClock{}
	o.Now = clock.now
	l := open(t, o)
	bad := newProxy(t, l.Address())
	i := l.invite(t, "anna")
	i.Address = bad.Addr().String()
	join(t, i, client.JoinOptions{Slots: 2, Play: func(ctx context.Context, task *client.Task) ([]byte, error) {
		time.Sleep(20 * time.Millisecond)
		return task.Body, nil
	}})
	const count = 150
	l.give(t, count)
	seen := make(map[scheduler.Key]bool)
	take := func(some int) {
		for range some {
			d := l.next(t)
			require.False(t, seen[d.Key])
			require.NoError(t, d.Err)
			seen[d.Key] = true
			d.Done()
		}
	}
	take(20)
	bad.set(false, 100*time.Millisecond)
	take(5)
	bad.set(false, 0)
	bad.cut()
	take(20)
	bad.set(true, 0)
	testkit.Await(t, "the worker has gone", func() bool { return len(l.Present()) == 0 })
	clock.waits(t) // its matches are taken from it
	bad.set(false, 0)
	take(20)
	bad.set(true, 0)
	bad.cut()
	bad.set(false, 0)
	take(count - len(seen))
	l.nothingElse(t)
	require.Empty(t, l.revoked(i))
}
