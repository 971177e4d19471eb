package broker

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// mostRate is how many messages a worker may send a second, by all its connections. One that plays 64 matches of a
// second at a time sends some 300.
const mostRate = 10_000

// unheard is the most that may wait until the league comes to it. A flooder loses messages, and we no memory.
type unheard struct{ messages, bytes int }

// hear calls a function for each message to a subject, one after the other.
func (b *Broker) hear(subject string, most unheard, heard nats.MsgHandler) error {
	from, err := b.conn.Subscribe(subject, heard)
	if err != nil {
		return err
	}
	return from.SetPendingLimits(most.messages, most.bytes)
}

// counted is how many messages had come when it was looked last.
type counted struct {
	at       time.Time
	messages map[uint64]messages // by a connection, also one that has ended since
}

// messages are how many had come by a connection of a user.
type messages struct {
	who  string
	came int64
}

// flooding returns who has sent more messages since it was asked last than a user may, and how many.
// What the messages say proves nothing about who sent them: the server sends answers wherever a request
// says. What has come by a connection does.
func (a *authenticator) flooding(now time.Time) map[string]string {
	a.mu.Lock()
	defer a.mu.Unlock()
	during := now.Sub(a.counted.at)
	first := a.counted.at.IsZero()
	if during >= 0 && during < time.Second {
		return nil // too soon to tell
	}
	a.counted.at = now
	sent := make(map[string]int64)
	came := a.came()
	for number, was := range a.counted.messages {
		is := max(came[number], was.came)
		sent[was.who] += is - was.came
		if a.here.isThere(number) {
			a.counted.messages[number] = messages{was.who, is}
		} else {
			delete(a.counted.messages, number)
		}
	}
	why := make(map[string]string)
	for who, more := range sent {
		if !first && during > 0 && float64(more) > float64(a.mostRate)*during.Seconds() {
			why[who] = fmt.Sprintf("sent %d messages in %v", more, during.Round(time.Millisecond))
		}
	}
	return why
}

// came returns how many messages have come, by connection. It costs more to ask for those that have ended, so that is
// done if one has.
func (a *authenticator) came() map[uint64]int64 {
	asked := &server.ConnzOptions{Limit: math.MaxInt32}
	for number := range a.counted.messages {
		if !a.here.isThere(number) {
			asked.State = server.ConnAll
			break
		}
	}
	came := make(map[uint64]int64)
	if all, err := a.server.Connz(asked); err == nil {
		for _, one := range all.Conns {
			came[one.Cid] = one.InMsgs
		}
	}
	return came
}

// stopFloods revokes the keys of workers that flood the server.
func (b *Broker) stopFloods(ctx context.Context) {
	for who, why := range b.clients.flooding(b.now()) {
		b.expel(ctx, who, why)
	}
}
