package broker

import (
	"encoding/base64"
	"maps"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"github.com/botarena/arena/internal/league/door"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/uploads"
	"github.com/botarena/arena/internal/league/wire"
)

// authenticator decides who may connect to the embedded server, and what they may do then.
type authenticator struct {
	names   wire.Names
	members *members.List
	league  string // the key of this process, which may do everything
	server  *server.Server
	door    *door.Door
	most    int // connections of workers

	mu        sync.Mutex
	workers   *server.Account
	connected map[string][]uint64 // the server's numbers of connections, by the worker's ID
	sent      map[uint64]counted  // by such a connection
	mostRate  int
	authors   sessions
}

func newAuthenticator(n wire.Names, m *members.List, league string, most int, now func() time.Time) *authenticator {
	return &authenticator{
		names: n, members: m, league: league, most: most, connected: make(map[string][]uint64),
		mostRate: mostRate,
		authors: sessions{
			now: now, most: UsualAuthors, all: make(map[string]*session),
			limits: uploads.NewLimiters(connectRate, connectBurst),
		},
	}
}

// mostConnections is how many connections a worker may have at a time: a new one may come before
// the server has noticed that the old one broke.
const mostConnections = 4

// Check reports whether a client may connect. The server calls it.
func (a *authenticator) Check(c server.ClientAuthentication) bool {
	options := c.GetOpts()
	if !signed(options.Nkey, options.Sig, c.GetNonce()) {
		return false
	}
	if options.Nkey == a.league {
		c.RegisterUser(&server.User{Username: "league"})
		return true
	}
	member, counts := a.members.Find(options.Nkey)
	if !counts {
		return false
	}
	from := c.RemoteAddress()
	if from == nil {
		return false // it has gone meanwhile
	}
	v := a.door.Visitor(from)
	if v == nil {
		return false // so has this one
	}
	admit := a.admitWorker
	if member.Submits {
		admit = a.admitAuthor
	}
	switch admit(c, options, v.Home()) {
	case admitted:
		return a.door.Admit(v)
	case full:
		a.door.TurnAway(v)
	}
	return false
}

// admission is what becomes of somebody with a key.
type admission int

const (
	refused admission = iota
	full              // there is no room for it now
	admitted
)

// admitWorker lets a worker in.
func (a *authenticator) admitWorker(c server.ClientAuthentication, o *server.ClientOpts, _ netip.Prefix) admission {
	account, what := a.note(o.Nkey, c.GetID())
	if what == admitted {
		c.RegisterUser(&server.User{Username: o.Nkey, Account: account, Permissions: workerPermissions(a.names, o.Nkey)})
	}
	return what
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
func (a *authenticator) openTo(workers, authors *server.Account) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.workers, a.authors.account = workers, authors
}

// note remembers a connection, and returns the account for it. A key is taken off the list of members
// before its connections are ended, so none is overlooked.
func (a *authenticator) note(id string, connection uint64) (*server.Account, admission) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.members.Admits(id) {
		return nil, refused
	}
	if len(a.alive(id)) >= mostConnections {
		return nil, full // it may come back often before a busy server has noticed: its key counts as before
	}
	if a.count() >= a.most {
		for other := range a.connected {
			a.alive(other)
		}
		if a.count() >= a.most {
			return nil, full
		}
	}
	a.connected[id] = append(a.connected[id], connection)
	return a.workers, admitted
}

// alive forgets the connections of a worker that have ended, and returns the others.
func (a *authenticator) alive(id string) []uint64 {
	a.connected[id] = slices.DeleteFunc(a.connected[id], func(c uint64) bool { return a.server.GetClient(c) == nil })
	return a.connected[id]
}

func (a *authenticator) count() (all int) {
	for _, connections := range a.connected {
		all += len(connections)
	}
	return all
}

// here returns the IDs of all who are connected.
func (a *authenticator) here() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	here := slices.Collect(maps.Keys(a.connected))
	for _, author := range a.authors.all {
		here = append(here, author.key)
	}
	return here
}

// shutOut ends the connections of a worker, or of all authors with a key. The key must not count any more.
func (a *authenticator) shutOut(id string) {
	a.mu.Lock()
	connections := append(a.connected[id], a.authors.forget(id)...)
	delete(a.connected, id)
	a.mu.Unlock()
	for _, connection := range connections {
		_ = a.server.DisconnectClientByID(connection) // fails if it has gone already
	}
}
