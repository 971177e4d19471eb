package scale_test

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/wire"
)

const clusterPatience = 2 * time.Minute

// ownPorts returns ports of the test's own: who is in a cluster must be known before it starts.
func ownPorts(t *testing.T, count int) (ports []int) {
	t.Helper()
	for range count {
		address, err := net.ResolveTCPAddr("tcp", testkit.Address(t.Cleanup))
		require.NoError(t, err)
		ports = append(ports, address.Port)
	}
	return ports
}

// startServer starts a NATS server that ends with the test.
func startServer(t *testing.T, o server.Options) *server.Server {
	t.Helper()
	o.Host, o.Port, o.NoSigs, o.NoLog = "127.0.0.1", server.RANDOM_PORT, true, true
	s, err := server.NewServer(&o)
	require.NoError(t, err)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	require.True(t, s.ReadyForConnections(clusterPatience))
	return s
}

func routeTo(port int) *url.URL {
	return &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", port)}
}

// startCluster starts two servers with JetStream that are a cluster, and a relay, which has none: a leaf of the first.
func startCluster(t *testing.T) (first, second, relay string) {
	t.Helper()
	ports := ownPorts(t, 3)
	routes := []*url.URL{routeTo(ports[0]), routeTo(ports[1])}
	var servers []*server.Server
	for i, name := range []string{"one", "two"} {
		o := server.Options{
			ServerName: name, JetStream: true, StoreDir: t.TempDir(), Routes: routes,
			Cluster: server.ClusterOpts{Name: "arena", Host: "127.0.0.1", Port: ports[i]},
		}
		if i == 0 {
			o.LeafNode = server.LeafNodeOpts{Host: "127.0.0.1", Port: ports[2]}
		}
		servers = append(servers, startServer(t, o))
	}
	leaf := startServer(t, server.Options{
		ServerName: "leaf", LeafNode: server.LeafNodeOpts{
			ReconnectInterval: time.Second,
			Remotes:           []*server.RemoteLeafOpts{{URLs: []*url.URL{routeTo(ports[2])}}},
		},
	})
	require.Eventually(t, func() bool {
		return servers[0].JetStreamIsCurrent() && servers[1].JetStreamIsCurrent() && leaf.NumLeafNodes() == 1
	}, clusterPatience, 50*time.Millisecond)
	return servers[0].ClientURL(), servers[1].ClientURL(), leaf.ClientURL()
}

// playAt lets a worker play that is connected to a server, until what it returns is called.
func playAt(t *testing.T, i members.Invitation, at wire.External) (leave func() error) {
	t.Helper()
	text, err := about().Text()
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	w := &worker{long: time.Millisecond, have: make(map[wire.Digest]bool)}
	go func() {
		ended <- client.Join(ctx, i, client.JoinOptions{Slots: 1, About: text, Play: w.play, External: &at})
	}()
	leave = sync.OnceValue(func() error {
		stop()
		return <-ended
	})
	t.Cleanup(func() { _ = leave() })
	return leave
}

// tableOf returns what was played, without who has played it and when.
func tableOf(t *testing.T, s *store.Store) (all []store.Match) {
	t.Helper()
	l, err := s.League(t.Context())
	require.NoError(t, err)
	for m, err := range s.Matches(t.Context(), l.ID) {
		require.NoError(t, err)
		m.Wall, m.Ended, m.Worker, m.Check, m.HasReplay = 0, time.Time{}, "", "", false
		m.CPU, m.MostCPU = nil, nil
		all = append(all, m)
	}
	return all
}

// TestAClusterOfServersPlaysTheSameLeague: with the league at one of two servers, a worker at either and one at a
// relay, the table is the one of a league with a server of its own.
func TestAClusterOfServersPlaysTheSameLeague(t *testing.T) {
	tier.Long(t, "three servers, and a league twice")
	const played = 30
	first, second, relay := startCluster(t)
	var tables [2][]store.Match
	for i, at := range [][]string{{first, second, relay}, nil} {
		folder := league.Folder(t.TempDir())
		_, err := folder.Make()
		require.NoError(t, err)
		s := begin(t, folder)
		o := broker.Options{Folder: folder.Workers(), Listen: "127.0.0.1:0"}
		external := func(url string) wire.External { return wire.External{URL: url, Prefix: "tuesdays"} }
		if len(at) > 0 {
			own := external(first)
			o.External, o.Listen = &own, ""
		}
		b, over := playThere(t, folder, o)
		workers := max(len(at), 1)
		for number := range workers {
			invited, err := b.Invite(fmt.Sprintf("worker %d", number))
			require.NoError(t, err)
			if len(at) == 0 {
				startWorkers(t, []string{invited.String()})
				continue
			}
			playAt(t, invited, external(at[number]))
		}
		require.Eventually(t, func() bool { return len(over.Present()) == workers }, clusterPatience, 20*time.Millisecond)
		t.Log(play(t, s, over, played))
		require.NoError(t, over.Close())
		l, err := s.League(t.Context())
		require.NoError(t, err)
		who := make(map[string]int)
		for m, err := range s.Matches(t.Context(), l.ID) {
			require.NoError(t, err)
			who[m.Worker]++
		}
		require.Len(t, who, workers, "each has played")
		tables[i] = tableOf(t, s)
		require.Len(t, tables[i], played)
		require.NoError(t, s.Close())
	}
	require.Equal(t, tables[1], tables[0])
}
