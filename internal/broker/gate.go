package broker

import (
	"encoding/base64"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/uploads"
)

// gate decides who may connect to the embedded server, and what they may do then.
type gate struct {
	names
	members *members.List
	league  string // the key of this process, which may do everything
	server  *server.Server

	mu        sync.Mutex
	workers   *server.Account
	opened    chan struct{}       // closed when the accounts are set
	connected map[string][]uint64 // the server's numbers of connections, by the worker's ID
	authors   visitors
}

func newGate(n names, m *members.List, league string, now func() time.Time) *gate {
	return &gate{
		names: n, members: m, league: league, connected: make(map[string][]uint64), opened: make(chan struct{}),
		authors: visitors{now: now, sessions: make(map[string]visitor), visits: uploads.NewLimiters(visitRate, visitBurst)},
	}
}

// mostConnections is how many connections a worker may have at a time: a new one may come before
// the server has noticed that the old one broke.
const mostConnections = 4

// Check reports whether a client may connect. The server calls it.
func (g *gate) Check(c server.ClientAuthentication) bool {
	options := c.GetOpts()
	if !signed(options.Nkey, options.Sig, c.GetNonce()) {
		return false
	}
	if options.Nkey == g.league {
		c.RegisterUser(&server.User{Username: "league"})
		return true
	}
	select {
	case <-g.opened:
	case <-time.After(callTime): // a refusal would tell the worker that its key does not count
	}
	member, counts := g.members.Find(options.Nkey)
	if !counts {
		return false
	}
	if member.Submits {
		return g.letIn(c, options)
	}
	account := g.note(options.Nkey, c.GetID())
	if account == nil {
		return false
	}
	c.RegisterUser(&server.User{Username: options.Nkey, Account: account, Permissions: g.permissions(options.Nkey)})
	return true
}

// signed reports whether a nonce was signed by a key.
func signed(key, signature string, nonce []byte) bool {
	public, err := nkeys.FromPublicKey(key)
	if err != nil || len(nonce) == 0 {
		return false
	}
	raw, err := base64.RawURLEncoding.DecodeString(signature)
	return err == nil && public.Verify(nonce, raw) == nil
}

// openTo lets workers and authors in, into their accounts.
func (g *gate) openTo(workers, authors *server.Account) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.workers, g.authors.account = workers, authors
	close(g.opened)
}

// note remembers a connection, and returns the account for it; nil if the key does not count. A
// key is taken off the list of members before its connections are ended, so none is overlooked.
func (g *gate) note(id string, connection uint64) *server.Account {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.members.Admits(id) {
		return nil
	}
	here := slices.DeleteFunc(g.connected[id], func(c uint64) bool { return g.server.GetClient(c) == nil })
	if len(here) == mostConnections {
		return nil
	}
	g.connected[id] = append(here, connection)
	return g.workers
}

// here returns the IDs of all who are connected.
func (g *gate) here() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	here := slices.Collect(maps.Keys(g.connected))
	for _, v := range g.authors.sessions {
		here = append(here, v.link)
	}
	return here
}

// shutOut ends the connections of a worker, or of all authors with a key. The key must not count any more.
func (g *gate) shutOut(id string) {
	g.mu.Lock()
	connections := append(g.connected[id], g.authors.forget(id)...)
	delete(g.connected, id)
	g.mu.Unlock()
	for _, connection := range connections {
		_ = g.server.DisconnectClientByID(connection) // fails if it has gone already
	}
}
