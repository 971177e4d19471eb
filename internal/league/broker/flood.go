package broker

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// mostRate is how many messages a worker may send a second. One that plays 64 matches of a second at a
// time sends some 300.
const mostRate = 10_000

// counted is how many messages had come by a connection at a time.
type counted struct {
	messages int64
	at       time.Time
}

// flooding returns who has sent more messages since it was asked last than a worker may, and how many.
// What the messages say proves nothing about who sent them: the server sends answers wherever a request
// says. What has come by a connection does.
func (a *authenticator) flooding(now time.Time) map[string]string {
	a.mu.Lock()
	defer a.mu.Unlock()
	before, why := a.sent, make(map[string]string)
	a.sent = make(map[uint64]counted)
	for id, connections := range a.connected {
		for _, connection := range connections {
			is := counted{a.cameBy(connection), now}
			a.sent[connection] = is
			was, known := before[connection]
			more, during := is.messages-was.messages, is.at.Sub(was.at)
			if known && during > 0 && float64(more) > float64(a.mostRate)*max(during, time.Second).Seconds() {
				why[id] = fmt.Sprintf("sent %d messages in %v", more, during.Round(time.Millisecond))
			}
		}
	}
	return why
}

// cameBy returns how many messages have come by a connection.
func (a *authenticator) cameBy(connection uint64) int64 {
	one, err := a.server.Connz(&server.ConnzOptions{CID: connection})
	if err != nil || len(one.Conns) == 0 {
		return 0 // it has gone
	}
	return one.Conns[0].InMsgs
}

// stopFloods revokes the keys of those who flood the server.
func (b *Broker) stopFloods(ctx context.Context) {
	for id, why := range b.clients.flooding(b.now()) {
		b.expel(ctx, id, why)
	}
}
