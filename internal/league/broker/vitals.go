package broker

import (
	"context"
	"errors"

	"github.com/botarena/arena/internal/league/connlimit"
)

// Vitals are what an operator watches of a broker. There are no names in them.
type Vitals struct {
	There  int             // workers that are there
	Unused int             // of these, those that have room and are given nothing
	Away   int             // workers that were invited, and are not
	Most   int             // workers that may play at a time
	Door   connlimit.Count // of a server in this process
	// Jobs and Results are how many messages wait in the queues; -1 if that can't be said.
	Jobs, Results int
}

// Trouble returns why nothing can be handed out at the moment, or nil.
func (b *Broker) Trouble() error {
	switch {
	case b.broken.Load():
		return errors.New("its queues can't be written")
	case b.server == nil && !b.conn.IsConnected():
		return errors.New("its NATS server can't be reached")
	}
	return nil
}

// Vitals returns what an operator watches. It asks the server for the queues, unless they are in trouble.
func (b *Broker) Vitals(ctx context.Context) Vitals {
	v := Vitals{Most: b.options.MostWorkers, Jobs: -1, Results: -1}
	present := b.Present()
	v.There = len(present)
	b.mu.Lock()
	v.Unused = b.matches.Unused(b.now())
	b.mu.Unlock()
	for _, m := range b.Members() {
		if _, there := present[m.ID]; !there && !m.Submits && m.Revoked == "" {
			v.Away++
		}
	}
	if b.door != nil {
		v.Door = b.door.Count()
	}
	if b.Trouble() == nil {
		v.Jobs, v.Results = b.waiting(ctx, b.names.JobStream()), b.waiting(ctx, b.names.ResultStream())
	}
	return v
}

// waiting returns how many messages wait in a stream, or -1.
func (b *Broker) waiting(ctx context.Context, stream string) int {
	s, err := b.js.Stream(ctx, stream)
	if err != nil {
		return -1
	}
	return int(s.CachedInfo().State.Msgs) //nolint:gosec // some thousands at most
}
