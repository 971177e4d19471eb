package broker

import (
	"bytes"
	"context"
	"crypto/tls"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/botarena/arena/internal/league/members"
)

// SeedOf returns the secret key of an invitation.
func SeedOf(i members.Invitation) string {
	seed, err := i.Key().Seed()
	if err != nil {
		panic(err)
	}
	return string(seed)
}

// WithSeed returns an invitation with another key.
func WithSeed(i members.Invitation, seed string) members.Invitation {
	i, err := members.ParseInvitation(strings.ReplaceAll(i.String(), SeedOf(i), seed))
	if err != nil {
		panic(err)
	}
	return i
}

// ResultMessage returns the message of a result as a worker with that invitation sends it.
func ResultMessage(i members.Invitation, key Key, body []byte) *nats.Msg {
	m, err := result{key: key, body: body}.split()[0].message(names{defaultPrefix}.result(i.ID()), i.Key())
	if err != nil {
		panic(err)
	}
	return m
}

// SignerOf signs with the key of an invitation.
func SignerOf(i members.Invitation) func([]byte) ([]byte, error) { return i.Key().Sign }

// ClientTLS returns the settings by which the server of an invitation is known.
func ClientTLS(i members.Invitation) *tls.Config { return i.TLS() }

// Held returns how many jobs a worker has fetched and not confirmed.
func (b *Broker) Held(id string) int {
	ctx, cancel := context.WithTimeout(context.Background(), callTime)
	defer cancel()
	c, err := b.queue.Consumer(ctx, id)
	if err != nil {
		return -1
	}
	return c.CachedInfo().NumAckPending
}

// Queued returns how many jobs are in the queues of workers.
func (b *Broker) Queued() uint64 {
	ctx, cancel := context.WithTimeout(context.Background(), callTime)
	defer cancel()
	info, err := b.queue.Info(ctx)
	if err != nil {
		return 1
	}
	return info.State.Msgs
}

// PutAs makes a program available under the digest of another one.
func (b *Broker) PutAs(ctx context.Context, d Digest, program []byte) error {
	return b.put(ctx, d, bytes.NewReader(program))
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
