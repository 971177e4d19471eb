package broker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
)

// Give lets a worker play a match as soon as one is there that may. A match that was given
// already, and has no result yet, is not given twice; but who is not to play it may have changed.
func (b *Broker) Give(_ context.Context, j scheduler.Job) error {
	if len(j.Body) > wire.MostBody {
		return fmt.Errorf("match %v: a job of %d bytes is larger than %d", j.Key, len(j.Body), wire.MostBody)
	}
	b.mu.Lock()
	b.matches.Add(j)
	b.mu.Unlock()
	b.hurry()
	return nil
}

// Withdraw takes a match back that is not to be played any more, as its result came from elsewhere.
func (b *Broker) Withdraw(ctx context.Context, key scheduler.Key) {
	b.mu.Lock()
	queued := b.matches.Withdraw(key)
	b.mu.Unlock()
	b.unqueue(ctx, queued)
	b.hurry()
}

// Room returns how many more matches the workers that are there could have.
func (b *Broker) Room() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.matches.Room(b.now())
}

// hurry wakes dispatch up.
func (b *Broker) hurry() { b.wake.Ring() }

// dispatch gives jobs to workers, and takes them away, until ctx is done.
func (b *Broker) dispatch(ctx context.Context) {
	tick := time.NewTicker(b.options.AckWait / 4)
	defer tick.Stop()
	for reconnects := b.conn.Stats().Reconnects; ; {
		ticked := false
		select {
		case <-ctx.Done():
			return
		case <-b.wake:
		case <-tick.C:
			ticked = true
		}
		if now := b.conn.Stats().Reconnects; now != reconnects {
			reconnects = now
			b.compare(ctx)
		}
		// While the server is away or can't write nobody can be heard; compare excuses them.
		if ticked && b.conn.IsConnected() && b.conn.Stats().Reconnects == reconnects && !b.isBroken() {
			b.sweep(ctx)
		}
		b.giveAll(ctx)
	}
}

// compare takes back what a server has lost while it was away. Nobody is to blame for that, nor for
// the time in which nobody reached the server.
func (b *Broker) compare(ctx context.Context) {
	b.mu.Lock()
	for _, a := range b.askers {
		a.ready, a.until = false, time.Time{}
	}
	b.matches.ExcuseAll(b.now())
	sequences := b.matches.Sequences()
	b.mu.Unlock()
	for j, sequence := range sequences {
		if _, err := b.queue.GetMsg(ctx, sequence); errors.Is(err, jetstream.ErrMsgNotFound) {
			b.mu.Lock()
			if j.Sequence == sequence {
				b.matches.Release(j)
			}
			b.mu.Unlock()
		}
	}
}

// sweep takes jobs from workers that went away, or keep them.
func (b *Broker) sweep(ctx context.Context) {
	last, err := b.lastResult(ctx)
	known := b.taken.until(last, b.now(), err == nil)
	b.mu.Lock()
	all := b.matches.Sweep(b.now(), known)
	b.mu.Unlock()
	for _, l := range all {
		b.unqueue(ctx, l.Queued)
		if l.GivenUp {
			b.giveUp(ctx, l.Pending)
		}
	}
}

// expel revokes a key, and tells if the list of workers can't be written.
func (b *Broker) expel(ctx context.Context, id, why string) {
	if err := b.Revoke(ctx, id, why); err != nil {
		b.options.Say(fmt.Sprintf("the list of workers: %v", err))
	}
}

// giveUp reports that a match has failed.
func (b *Broker) giveUp(ctx context.Context, j *scheduler.Pending) {
	b.deliver(ctx, scheduler.Delivered{Key: j.Key, Err: j.Failure(), Tries: j.Tries, Done: func() {}})
}

// giveAll gives jobs until there are none, or nobody for them. It gives none while the server is away: dispatch hears
// of its return.
func (b *Broker) giveAll(ctx context.Context) {
	for ctx.Err() == nil && b.conn.IsConnected() {
		b.mu.Lock()
		j := b.matches.Next(b.now())
		var id string
		var m *nats.Msg
		if j != nil {
			id, m = j.Worker, wire.JobMessage(b.names.Job(j.Worker), j.Job, j.Tries)
		}
		b.mu.Unlock()
		if j == nil {
			return
		}
		if err := b.send(ctx, j, id, m); err != nil {
			b.mu.Lock()
			b.matches.TakeBack(j)
			b.mu.Unlock()
			if ctx.Err() == nil {
				b.complain(fmt.Sprintf("a match can't be given: %v; this is tried again", err))
			}
			return // until the next tick
		}
	}
}

// send puts a job into the queue of its worker.
func (b *Broker) send(ctx context.Context, j *scheduler.Pending, id string, m *nats.Msg) error {
	if err := b.prepare(ctx, id); err != nil {
		return err
	}
	ack, err := b.js.PublishMsg(ctx, m)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if j.Worker == id { // it may have a result by now
		j.Sequence = ack.Sequence
	}
	return nil
}

// prepare makes the consumer of a worker.
func (b *Broker) prepare(ctx context.Context, id string) error {
	b.mu.Lock()
	a := b.asker(id)
	ready := a.ready
	b.mu.Unlock()
	if ready {
		return nil
	}
	_, err := b.queue.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: id, FilterSubject: b.names.Job(id), AckPolicy: jetstream.AckExplicitPolicy, AckWait: b.options.AckWait,
		MaxAckPending: scheduler.MostSlots + scheduler.Ahead, MaxWaiting: 2 * scheduler.MostSlots,
	})
	if err != nil {
		return fmt.Errorf("consumer of worker %s: %w", id, err)
	}
	b.mu.Lock()
	a.ready = true
	b.mu.Unlock()
	b.fetch(a, id)
	return nil
}

// unqueue takes a job off the queue of a worker that is not to play it any more; it may be off
// already. What fails here is played in vain, and its result not wanted.
func (b *Broker) unqueue(ctx context.Context, sequence uint64) {
	if sequence == 0 {
		return
	}
	err := b.queue.DeleteMsg(ctx, sequence)
	if err != nil && !errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) && ctx.Err() == nil {
		b.complain(fmt.Sprintf("a match can't be taken off the queue: %v", err))
	}
}
