package broker

import (
	"time"

	"github.com/botarena/arena/internal/base/late"
)

// By one key from one address, which may be that of a school, so many may connect after one another.
const (
	connectRate  = time.Second
	connectBurst = 120
)

// How many requests of authors may come by one key from one address, and how many of them may be wrong.
const (
	requestRate  = time.Second / 500
	requestBurst = 1000
	fewRequests  = 100 // of one session, which does not go for them
	wrongRate    = time.Second
	mostWrong    = 20
)

// sessionForm is what the connection of an author is called, by its own choice. What it allows can't be a wildcard.
var sessionForm = late.Regexp(`^[0-9a-f]{32}$`)

// asks notes a request of a session, and returns its connection, or nil if it must not be answered. If too many come
// from its home, the session that has sent most goes.
func (a *authenticator) asks(session string) *connection {
	a.mu.Lock()
	defer a.mu.Unlock()
	of := a.here.of[session]
	if len(of) == 0 {
		return nil // it was sent away
	}
	one := of[0]
	one.asked++
	if a.requests.Allow(one.origin(), a.now()) {
		return one
	}
	most := session
	for other, of := range a.here.of {
		if of[0].author && of[0].origin() == one.origin() && of[0].asked > a.here.of[most][0].asked {
			most = other
		}
	}
	if a.here.of[most][0].asked > fewRequests {
		a.sendAway(most)
	}
	return nil
}

// errs notes that a request of a session was wrong. After too many from where it is, the session is sent away.
func (a *authenticator) errs(session string) (away bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	of := a.here.of[session]
	if len(of) > 0 && a.wrong.Allow(of[0].origin(), a.now()) {
		return false
	}
	a.sendAway(session)
	return true
}

// sendAway ends the connections of a user.
func (a *authenticator) sendAway(who string) {
	a.end(a.here.of[who])
	delete(a.here.of, who)
}
