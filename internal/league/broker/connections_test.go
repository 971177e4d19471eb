package broker

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/wire"
)

// Random tests have seeds of their own. By night they are many, and begin elsewhere each time.
var (
	runs = flag.Int("runs", 1, "how many cases a random test has")
	from = flag.Uint64("from", 0, "the seed of the first")
)

// guest is a plain client.
type guest struct {
	*nats.Conn
	key string
}

// come connects a guest by a key.
func come(i members.Invitation, from string, more ...nats.Option) (*guest, error) {
	d := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	options := append([]nats.Option{
		nats.Nkey(i.ID(), i.Key().Sign), nats.Secure(i.TLS()), nats.TLSHandshakeFirst(), nats.NoReconnect(),
		nats.SetCustomDialer(d), nats.Timeout(time.Minute),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}),
	}, more...)
	conn, err := nats.Connect("tls://"+i.Address, options...)
	for tries := 1; tries < 4 && err != nil && strings.Contains(err.Error(), "tls error: EOF"); tries++ {
		// It was turned away, or on a busy machine it was not done in the time that a guest has: who is honest comes again.
		conn, err = nats.Connect("tls://"+i.Address, options...)
	}
	return &guest{conn, i.ID()}, err
}

// places returns addresses of this machine.
func places() []string {
	if runtime.GOOS != "linux" {
		return []string{"127.0.0.1"} // the only one that there is everywhere
	}
	return []string{"127.0.0.1", "127.0.0.2", "127.0.0.3"}
}

// TestConnectionsAreWithinTheLimits, in whatever order who comes, goes, comes again, and is
// revoked; and nobody is there by a key that does not count.
func TestConnectionsAreWithinTheLimits(t *testing.T) {
	t.Parallel()
	const mostWorkers, steps = 2, 120
	for i := range *runs {
		seed := *from + uint64(i)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			draw := rand.New(rand.NewPCG(seed, 0))
			b, err := Open(t.Context(), Options{
				Folder: t.TempDir(), Listen: "127.0.0.1:0", AckWait: time.Minute, MostWorkers: mostWorkers,
			})
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, b.Close()) })
			invite := func() members.Invitation {
				i, err := b.Invite(fmt.Sprint(draw.Uint64()))
				require.NoError(t, err)
				return i
			}
			keys := []members.Invitation{invite(), invite(), invite()}
			came, turned := make(map[uint64]*guest), 0
			for range steps {
				switch here := slices.Collect(maps.Values(came)); draw.IntN(12) {
				case 0:
					if len(here) > 0 {
						here[draw.IntN(len(here))].Close()
					}
				case 1:
					which := draw.IntN(len(keys))
					require.NoError(t, b.Revoke(t.Context(), keys[which].ID(), "left the club"))
					keys[which] = invite()
				default:
					g, err := come(keys[draw.IntN(len(keys))], places()[draw.IntN(len(places()))])
					if err != nil {
						turned++
						break
					}
					t.Cleanup(g.Close)
					number, err := g.GetClientID()
					require.NoError(t, err)
					came[number] = g
				}
				b.requireWithinLimits(t, came)
			}
			require.Positive(t, turned)
			for _, g := range came {
				g.Close()
			}
			for _, i := range keys {
				testkit.Await(t, "there is room again", func() bool {
					g, err := come(i, "127.0.0.1")
					if err == nil {
						g.Close()
					}
					return err == nil
				})
			}
		})
	}
}

// requireWithinLimits looks at all connections that the server has.
func (b *Broker) requireWithinLimits(t *testing.T, came map[uint64]*guest) {
	t.Helper()
	all, err := b.server.Connz(&server.ConnzOptions{Username: true})
	require.NoError(t, err)
	of, keyless := make(map[string]int), 0
	for _, one := range all.Conns {
		g := came[one.Cid]
		if g == nil {
			keyless++
			continue
		}
		require.True(t, b.members.Admits(g.key), "by a key that was revoked")
		of["workers"]++
		of[g.key]++
		require.LessOrEqual(t, of[g.key], mostConnections, "of a worker")
	}
	require.LessOrEqual(t, of["workers"], mostConnections*b.options.MostWorkers)
	require.LessOrEqual(t, keyless, 2, "the league, and who was turned away")
}

// TestWhoComesAgainAndAgain has to wait, and its key counts as before.
func TestWhoComesAgainAndAgain(t *testing.T) {
	m, err := members.Load(t.TempDir())
	require.NoError(t, err)
	i, err := m.Invite(members.Member{Name: "anna"}, "127.0.0.1:1", members.Identity{}, time.Now())
	require.NoError(t, err)
	now := time.Now()
	a := newAuthenticator(wire.Named(""), m, "league", 8, func() time.Time { return now })
	a.server = &server.Server{} // from which everybody has gone
	comes := func() admission {
		return a.admit(&connection{key: i.ID()})
	}
	for range connectBurst {
		require.Equal(t, admitted, comes())
	}
	require.Equal(t, full, comes())
	now = now.Add(connectRate)
	require.Equal(t, admitted, comes())
}

// TestAFloodIsCountedByKey, in all connections together and also in those that have ended.
func TestAFloodIsCountedByKey(t *testing.T) {
	t.Parallel()
	var later atomic.Int64 // no second passes while they send, however busy the machine is
	begun := time.Now()
	b, err := Open(t.Context(), Options{
		Folder: t.TempDir(), Listen: "127.0.0.1:0", AckWait: time.Minute,
		Now: func() time.Time { return begun.Add(time.Duration(later.Load())) },
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	b.SetMostRate(100)
	i, err := b.Invite("anna")
	require.NoError(t, err)
	testkit.Await(t, "it was looked for floods", func() bool {
		b.clients.mu.Lock()
		defer b.clients.mu.Unlock()
		return !b.clients.counted.at.IsZero()
	})
	var all []*guest
	for range mostConnections {
		g, err := come(i, "127.0.0.1")
		require.NoError(t, err)
		all = append(all, g)
	}
	for _, g := range all {
		for range 60 {
			require.NoError(t, g.Publish(b.names.Beat(i.ID()), nil))
		}
		require.NoError(t, g.Flush())
		g.Close()
	}
	later.Store(int64(time.Second))
	testkit.Await(t, "its key is revoked", func() bool { return !b.members.Admits(i.ID()) })
}
