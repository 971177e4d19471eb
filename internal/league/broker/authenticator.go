package broker

import (
	"encoding/base64"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"github.com/botarena/arena/internal/league/connlimit"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/wire"
)

// authenticator decides who may connect to the embedded server, and what they may do then.
type authenticator struct {
	names   wire.Names
	members *members.List
	league  string // the key of this process, which may do everything
	server  *server.Server
	door    *connlimit.Door
	now     func() time.Time

	mu       sync.Mutex
	workers  *server.Account
	here     connections
	most     int // connections of workers
	connects *connlimit.Limiters[origin]
	counted  counted
	mostRate int
}

func newAuthenticator(n wire.Names, m *members.List, league string, most int, now func() time.Time) *authenticator {
	a := &authenticator{
		names: n, members: m, league: league, now: now, most: most, mostRate: mostRate,
		connects: connlimit.NewLimiters[origin](connectRate, connectBurst),
		counted:  counted{messages: make(map[uint64]messages)},
	}
	a.here = connections{
		of: make(map[string][]*connection), isThere: func(number uint64) bool { return a.server.GetClient(number) != nil },
	}
	return a
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
	if !counts || member.Submits { // authors submit on the page
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
	one := &connection{number: c.GetID(), key: options.Nkey, from: v.Home()}
	what := a.admit(one)
	if what == full {
		a.door.TurnAway(v)
	}
	if what != admitted {
		return false
	}
	who := options.Nkey
	c.RegisterUser(&server.User{Username: who, Account: a.account(), Permissions: workerPermissions(a.names, who)})
	return a.door.Admit(v)
}

// admission is what becomes of somebody with a key.
type admission int

const (
	refused admission = iota
	full              // there is no room for it now
	admitted
)

// signed reports whether a nonce was signed by a key.
func signed(key, signature string, nonce []byte) bool {
	public, err := nkeys.FromPublicKey(key)
	if err != nil || len(nonce) == 0 {
		return false
	}
	raw, err := base64.RawURLEncoding.DecodeString(signature)
	return err == nil && public.Verify(nonce, raw) == nil
}

// openTo lets workers in, into their account.
func (a *authenticator) openTo(workers *server.Account) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.workers = workers
}

func (a *authenticator) account() *server.Account {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.workers
}

// admit notes a connection if there is room for it. A key is taken off the list of members before its connections are
// ended, so none is overlooked.
func (a *authenticator) admit(one *connection) admission {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.members.Admits(one.key) {
		return refused
	}
	if !a.hasRoom(one.key) || !a.connects.Allow(one.origin(), a.now()) {
		return full // it may come back often before a busy server has noticed: its key counts as before
	}
	a.here.of[one.key] = append(a.here.of[one.key], one)
	a.counted.messages[one.number] = messages{who: one.key}
	return admitted
}

// hasRoom reports whether there is room for one more connection of a worker.
func (a *authenticator) hasRoom(who string) bool {
	if len(a.here.look(who)) >= mostConnections {
		return false
	}
	if a.here.count() >= a.most {
		a.here.prune()
	}
	return a.here.count() < a.most
}

// end ends connections.
func (a *authenticator) end(all []*connection) {
	for _, one := range all {
		_ = a.server.DisconnectClientByID(one.number) // fails if it has gone already
	}
}

// keys returns the keys of all who are connected.
func (a *authenticator) keys() (all []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, of := range a.here.of {
		all = append(all, of[0].key)
	}
	return all
}

// unread returns how many bytes the server keeps for the connections of a user.
func (a *authenticator) unread(who string) (bytes int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, one := range a.here.of[who] {
		found, err := a.server.Connz(&server.ConnzOptions{CID: one.number})
		if err == nil && len(found.Conns) > 0 {
			bytes += found.Conns[0].Pending
		}
	}
	return bytes
}

// shutOut ends all connections that came with a key. The key must not count any more.
func (a *authenticator) shutOut(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for who, of := range a.here.of {
		if of[0].key == key {
			a.end(of)
			delete(a.here.of, who)
		}
	}
}

// workerPermissions are what a worker may do. All but results go to the league, which asks the server in its own words:
// a request to JetStream's API can have the server load and send everything that it has.
func workerPermissions(n wire.Names, id string) *server.Permissions {
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			n.Result(id),
			n.Beat(id),
			n.Next(id),
			n.Said(id),
			n.Part(id),
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{wire.Inbox(id) + ".>"}},
	}
}

// workersAccount is the server's account for all workers. A request says where its answer goes, and
// the server sends it there without asking whether the client may: an answer to the subject that
// deletes a stream deletes the stream. So the streams and the league are in an account of their own,
// of which workers reach the subjects listed here, and answers stay in the account of the workers.
const workersAccount = "workers"

const accountInfo = "$JS.API.INFO"

// openAccount makes an account that reaches some subjects of the league, each of which has one answer.
//
// It reaches accountInfo as well, though no client may ask for that: when JetStream is started again, the
// server would let an account that does not reach it ask for streams of its own instead of the league's.
func openAccount(s *server.Server, name string, subjects []string) (*server.Account, error) {
	account, err := s.RegisterAccount(name)
	if err != nil {
		return nil, fmt.Errorf("account of %s: %w", name, err)
	}
	league := s.GlobalAccount()
	for _, subject := range append(subjects, accountInfo) {
		if err := league.AddServiceExport(subject, []*server.Account{account}); err != nil {
			return nil, fmt.Errorf("export of %s: %w", subject, err)
		}
		if err := account.AddServiceImport(league, subject, subject); err != nil {
			return nil, fmt.Errorf("import of %s: %w", subject, err)
		}
	}
	return account, nil
}
