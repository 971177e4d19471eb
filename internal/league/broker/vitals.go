package broker

import (
	"context"
	"errors"
	"sync/atomic"
)

// Vitals are what an operator watches of a broker. There are no names in them.
type Vitals struct {
	There int // workers that are there
	Away  int // workers that were invited, and are not
	Most  int // workers that may play at a time
	Door  Door
	// Jobs and Results are how many messages wait in the queues; -1 if that can't be said.
	Jobs, Results int
}

// Door is who stands at the door of a server in this process, and whom it has sent away since it was opened.
type Door struct {
	Guests                 int // connections that have not shown a key yet
	Known                  int // that have
	Keyless, Crowded, Full uint64
}

// turned counts the connections that did not get in, by reason.
type turned struct {
	keyless atomic.Uint64 // showed no key that counts
	crowded atomic.Uint64 // were too many from their address
	full    atomic.Uint64 // there was no room for whoever has the key
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
	for _, m := range b.Members() {
		if _, there := present[m.ID]; !there && !m.Submits && m.Revoked == "" {
			v.Away++
		}
	}
	if b.door != nil {
		v.Door = b.door.vitals()
	}
	if b.Trouble() == nil {
		v.Jobs, v.Results = b.waiting(ctx, b.jobStream()), b.waiting(ctx, b.resultStream())
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

func (d *door) vitals() Door {
	v := Door{Keyless: d.turned.keyless.Load(), Crowded: d.turned.crowded.Load(), Full: d.turned.full.Load()}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, visitor := range d.visitors {
		if visitor.known {
			v.Known++
		} else {
			v.Guests++
		}
	}
	return v
}
