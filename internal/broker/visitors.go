package broker

import (
	"net/netip"
	"regexp"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/botarena/arena/internal/league/uploads"
)

// visitors are the authors who are connected, each by a session: a name that the author has
// drawn at random. The gate keeps them.
type visitors struct {
	account  *server.Account
	now      func() time.Time
	sessions map[string]visitor
	visits   *uploads.Limiters
}

// visitor is a connection of an author.
type visitor struct {
	link       string // the public part of the shared key
	connection uint64
	from       netip.Prefix
}

// From one address, which may be that of a school, so many may connect.
const (
	visitRate          = time.Second
	visitBurst         = 120
	mostVisitorsOfHome = MostAuthors / 2
)

// sessionForm is what a session is called. What it allows can't be a wildcard.
var sessionForm = regexp.MustCompile(`^[0-9a-f]{32}$`)

// letIn lets an author in.
func (g *gate) letIn(c server.ClientAuthentication, options *server.ClientOpts) bool {
	session := options.Username
	if !sessionForm.MatchString(session) {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	v := &g.authors
	v.prune(g.server)
	from := uploads.Home(c.RemoteAddress())
	before, again := v.sessions[session]
	if !v.hasRoom(from) && !again || !v.visits.Allow(from, v.now()) {
		return false
	}
	if again && before.link != options.Nkey {
		return false
	}
	v.sessions[session] = visitor{options.Nkey, c.GetID(), from}
	c.RegisterUser(&server.User{Username: session, Account: v.account, Permissions: g.authorPermissions(session)})
	return true
}

// prune forgets who has gone.
func (v *visitors) prune(s *server.Server) {
	for session, one := range v.sessions {
		if s.GetClient(one.connection) == nil {
			delete(v.sessions, session)
		}
	}
}

func (v *visitors) hasRoom(from netip.Prefix) bool {
	same := 0
	for _, one := range v.sessions {
		if one.from == from {
			same++
		}
	}
	return len(v.sessions) < MostAuthors && same < mostVisitorsOfHome
}

// forget returns the connections of all authors with a key, and forgets them.
func (v *visitors) forget(link string) (connections []uint64) {
	for session, one := range v.sessions {
		if one.link == link {
			connections = append(connections, one.connection)
			delete(v.sessions, session)
		}
	}
	return connections
}

// visitor returns who has a session.
func (g *gate) visitor(session string) (visitor, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	v, here := g.authors.sessions[session]
	return v, here
}

// sendAway ends the connection of a session.
func (g *gate) sendAway(session string) {
	g.mu.Lock()
	v, here := g.authors.sessions[session]
	delete(g.authors.sessions, session)
	g.mu.Unlock()
	if here {
		_ = g.server.DisconnectClientByID(v.connection) // fails if it has gone already
	}
}
