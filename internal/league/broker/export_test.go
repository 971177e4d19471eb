package broker

import (
	"bytes"
	"context"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/botarena/arena/internal/league/wire"
)

// Untaken returns how many jobs in the queue of a worker it has not fetched yet.
func (b *Broker) Untaken(id string) int {
	ctx, cancel := context.WithTimeout(context.Background(), wire.CallTime)
	defer cancel()
	c, err := b.queue.Consumer(ctx, id)
	if err != nil {
		return -1
	}
	return int(c.CachedInfo().NumPending)
}

// Queued returns how many jobs are in the queues of workers.
func (b *Broker) Queued() uint64 {
	ctx, cancel := context.WithTimeout(context.Background(), wire.CallTime)
	defer cancel()
	info, err := b.queue.Info(ctx)
	if err != nil {
		return 1
	}
	return info.State.Msgs
}

// PutAs makes a program available under the digest of another one.
func (b *Broker) PutAs(d wire.Digest, program []byte) error {
	return b.put(d, bytes.NewReader(program))
}

// JetStream is the league's access to the server.
func (b *Broker) JetStream() jetstream.JetStream { return b.js }

// SetMostRate says how many messages a worker may send a second.
func (b *Broker) SetMostRate(messages int) {
	b.clients.mu.Lock()
	defer b.clients.mu.Unlock()
	b.clients.mostRate = messages
}

// SetMostConnections says how many connections workers may have.
func (b *Broker) SetMostConnections(count int) {
	b.clients.mu.Lock()
	defer b.clients.mu.Unlock()
	b.clients.most = count
}

// Unheard returns options of a league that keeps no more beats than that, and no more requests, which it has not heard.
func (o Options) Unheard(messages, bytes int) Options {
	o.unheard = unheard{messages, bytes}
	return o
}
