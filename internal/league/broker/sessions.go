package broker

import (
	"maps"
	"net/netip"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"golang.org/x/time/rate"

	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/league/uploads"
)

// sessions are the connections of authors, by a name that each has drawn at random.
type sessions struct {
	account *server.Account
	now     func() time.Time
	all     map[string]*session
	most    int // that are connected at a time; half of them may come from one address
	pruned  time.Time
	limits  *uploads.Limiters
}

// session is the connection of an author.
type session struct {
	key        string // the public part of the shared key
	connection uint64
	from       netip.Prefix
	requests   *rate.Limiter // this and the next are for who answers
	wrong      int
}

// From one address, which may be that of a school, so many may connect after one another.
const (
	connectRate  = time.Second
	connectBurst = 120
)

// pruneTime is how often it is looked which authors have gone, as long as there is room for more.
const pruneTime = time.Second

// sessionForm is what a session is called. What it allows can't be a wildcard.
var sessionForm = late.Regexp(`^[0-9a-f]{32}$`)

// admitAuthor lets an author in.
func (a *authenticator) admitAuthor(c server.ClientAuthentication, o *server.ClientOpts, from netip.Prefix) admission {
	name := o.Username
	if !sessionForm().MatchString(name) {
		return refused
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	s := &a.authors
	if s.now().Sub(s.pruned).Abs() > pruneTime || !s.hasRoom(from) {
		s.prune(a.server)
	}
	before, again := s.all[name]
	if !s.hasRoom(from) && !again || !s.limits.Allow(from, s.now()) {
		return full
	}
	if again && before.key != o.Nkey {
		return refused
	}
	s.all[name] = &session{o.Nkey, c.GetID(), from, rate.NewLimiter(requestRate, requestBurst), 0}
	c.RegisterUser(&server.User{Username: name, Account: s.account, Permissions: authorPermissions(a.names, name)})
	return admitted
}

// prune forgets who has gone.
func (s *sessions) prune(from *server.Server) {
	s.pruned = s.now()
	maps.DeleteFunc(s.all, func(_ string, one *session) bool { return from.GetClient(one.connection) == nil })
}

func (s *sessions) hasRoom(from netip.Prefix) bool {
	same := 0
	for _, one := range s.all {
		if one.from == from {
			same++
		}
	}
	return len(s.all) < s.most && same < (s.most+1)/2
}

// forget returns the connections of all authors with a key, and forgets them.
func (s *sessions) forget(key string) (connections []uint64) {
	for name, one := range s.all {
		if one.key == key {
			connections = append(connections, one.connection)
			delete(s.all, name)
		}
	}
	return connections
}

// session returns the session of a name, or nil if there is none.
func (a *authenticator) session(name string) *session {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.authors.all[name]
}

// sendAway ends the connection of a session.
func (a *authenticator) sendAway(name string) {
	a.mu.Lock()
	one, here := a.authors.all[name]
	delete(a.authors.all, name)
	a.mu.Unlock()
	if here {
		_ = a.server.DisconnectClientByID(one.connection) // fails if it has gone already
	}
}
