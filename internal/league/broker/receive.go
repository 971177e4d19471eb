package broker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
)

// Results are the results, and reports of matches that failed, until the broker is closed.
func (b *Broker) Results() <-chan scheduler.Delivered { return b.results }

// consumeResults returns a new consumer of results. It gets at once what an earlier one had, and the
// league did not store; what it had itself comes again after AckWait.
func (b *Broker) consumeResults(ctx context.Context) (jetstream.Consumer, error) {
	const name = "league"
	err := b.js.DeleteConsumer(ctx, b.names.ResultStream(), name)
	if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil, err
	}
	return b.js.CreateConsumer(ctx, b.names.ResultStream(), jetstream.ConsumerConfig{
		Durable: name, AckPolicy: jetstream.AckExplicitPolicy, AckWait: b.options.AckWait, MaxAckPending: 256,
	})
}

// takeOver takes over the jobs that an earlier league has left in the queues of workers.
func (b *Broker) takeOver(ctx context.Context) error {
	for next := uint64(1); ; {
		m, err := b.queue.GetMsg(ctx, next, jetstream.WithGetMsgSubject(b.names.Job("*")))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("stream %s: %w", b.names.JobStream(), err)
		}
		if j, tries, err := wire.ReadJob(m.Header, m.Data); err == nil {
			b.matches.Found(j, wire.WorkerOf(m.Subject), tries, m.Sequence, b.now())
		}
		next = m.Sequence + 1
	}
}

// receive passes on results until ctx is done.
func (b *Broker) receive(ctx context.Context) {
	for ctx.Err() == nil {
		if err := b.receiveSome(ctx); err != nil && ctx.Err() == nil {
			b.complain(fmt.Sprintf("results can't be read: %v; this is tried again", err))
			wire.Pause(ctx, time.Second)
		}
	}
}

// receiveSome passes on results until ctx is done, or something goes wrong. It returns nil when the
// connection broke and is there again: the server may have forgotten who waits for results.
func (b *Broker) receiveSome(ctx context.Context) error {
	intact := b.link.Unbroken()
	here, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(intact, stop)()
	if err := wire.Await(ctx, b.conn); err != nil {
		return err
	}
	results, err := b.consumeResults(ctx)
	if err != nil {
		return fmt.Errorf("consumer of results: %w", err)
	}
	all, err := results.Messages(jetstream.PullMaxMessages(64))
	if err != nil {
		return err
	}
	defer all.Stop()
	b.taken.begin()
	for {
		m, err := all.Next(jetstream.NextContext(here))
		if intact.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		b.arrived(ctx, m)
		b.taken.took(m)
	}
}

// arrived passes on a result if it is wanted.
func (b *Broker) arrived(ctx context.Context, m jetstream.Msg) {
	meta, err := m.Metadata()
	if err != nil {
		return // it comes again
	}
	p := wire.PlaceOf(meta.Sequence.Stream, meta.Timestamp)
	before, done := b.given.Came(p)
	end := func() {
		b.given.End(p, true)
		_ = m.Ack() // if it fails, the result comes again
	}
	if before {
		if done {
			end()
		}
		return
	}
	id := wire.WorkerOf(m.Subject())
	r, err := wire.ReadResult(id, m.Headers(), m.Data())
	if err != nil || !b.members.Knows(id) {
		end() // the server may have been made to send it by another worker: nobody is blamed
		return
	}
	partial := r.Parts > 1
	r, complete := b.join(id, r)
	if !complete {
		end() // matches that are lost with the league are played again
		return
	}
	if meta.Sequence.Stream <= b.before && r.Failed == "" && !partial {
		b.mu.Lock()
		b.matches.Arrived(id, r.Key)
		b.mu.Unlock()
		b.deliver(ctx, scheduler.Delivered{Key: r.Key, Worker: id, Body: r.Body, Done: end})
		return
	}
	b.judge(ctx, id, r, end)
}

// judge passes on a result that came while this league runs; end takes it off the queue.
func (b *Broker) judge(ctx context.Context, id string, r wire.Result, end func()) {
	b.mu.Lock()
	j, what := b.matches.Arrived(id, r.Key)
	givenUp := false
	switch {
	case what != scheduler.Wanted:
	case r.Failed != "":
		reason := "its worker could not play it: " + r.Reason().String()
		givenUp = b.matches.Unplayable(j, id, reason, r.Failed == wire.FailedUnable, b.now())
	default:
		b.matches.Played(id)
	}
	b.mu.Unlock()
	if what == scheduler.Wanted && r.Failed == "" {
		b.deliver(ctx, scheduler.Delivered{Key: r.Key, Worker: id, Body: r.Body, Tries: j.Tries, Done: end})
		b.hurry()
		return
	}
	end()
	if what == scheduler.Excess {
		b.expel(ctx, id, "sent results that nobody asked for")
	}
	if givenUp {
		b.giveUp(ctx, j)
	}
	b.hurry()
}

// deliver hands a result to the league.
func (b *Broker) deliver(ctx context.Context, d scheduler.Delivered) {
	select {
	case b.results <- d:
	case <-ctx.Done():
	}
}

// mostBeat is how long a beat may be, in bytes.
const mostBeat = 2*wire.MostAbout + 80*scheduler.MostSlots

// heard answers the beat of a worker.
func (b *Broker) heard(ctx context.Context, m *nats.Msg) {
	id := wire.WorkerOf(m.Subject)
	b.mu.Lock()
	hurries := b.matches.Hurries(id, b.now())
	b.mu.Unlock()
	if hurries || !b.mayAnswer(id, m.Reply) || len(m.Data) > mostBeat {
		return
	}
	var said wire.Beat
	if err := json.Unmarshal(m.Data, &said); err != nil {
		return
	}
	a := wire.Answer{AckWait: b.options.AckWait}
	if err := b.welcome(ctx, id, said); errors.Is(err, errFull) {
		a.Full = b.options.MostWorkers
	} else if err != nil {
		a.Refused = safe.Outside(err.Error())
	}
	if text, err := json.Marshal(a); err == nil {
		_ = m.Respond(text) // a worker that gets no answer asks again
	}
}

// mayAnswer reports whether a worker may have an answer there. The asker chooses the subject, and we may
// send anywhere. A request from another account has a subject that leads back there.
func (b *Broker) mayAnswer(id, subject string) bool {
	return strings.HasPrefix(subject, "_R_.") || b.server == nil && strings.HasPrefix(subject, wire.Inbox(id)+".")
}

// errFull says that as many workers are there as may be.
var errFull = errors.New("the league is full")

// isFull reports whether there is no room for a worker.
func (b *Broker) isFull(id string) bool {
	here := b.whoIsThere()
	return len(here) >= b.options.MostWorkers &&
		!slices.ContainsFunc(here, func(w members.PresentWorker) bool { return w.ID == id })
}

// welcome notes that a worker is there. It returns an error if the worker is not wanted, or has to wait.
func (b *Broker) welcome(ctx context.Context, id string, said wire.Beat) error {
	if !b.members.Admits(id) {
		return wire.ErrRevoked
	}
	if err := b.options.Admit(id, said.About); err != nil {
		return fmt.Errorf("%w: %w", wire.ErrNotAdmitted, err)
	}
	if b.isFull(id) {
		return errFull
	}
	if err := b.prepare(ctx, id); err != nil {
		b.complain(err.Error())
		return nil // the worker asks again
	}
	b.mu.Lock()
	b.matches.Heard(id, said.Slots, said.Playing, b.now())
	b.mu.Unlock()
	b.hurry()
	return nil
}

// taken is how far the league has come with the results in its queue. When it is busy they wait there, and nobody has
// kept a match whose result does.
type taken struct {
	mu    sync.Mutex
	last  uint64    // the last result that was taken
	mark  uint64    // the last one that was in the queue
	at    time.Time // when it was looked
	known time.Time // all that were there by then were taken
}

// begin notes that the results are read anew, from the first one that is there; the server may count them anew, too.
func (t *taken) begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last, t.mark, t.at = 0, 0, t.known
}

func (t *taken) took(m jetstream.Msg) {
	meta, err := m.Metadata()
	if err != nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = max(t.last, meta.Sequence.Stream)
}

// until returns the time until which all results were taken, from the number of the last one that is in the queue now.
// Where that is not known, as the server can't be asked, the time is that of the look before.
func (t *taken) until(last uint64, now time.Time, known bool) time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	for range 2 { // the mark of before, and that of now
		if t.last < t.mark || !known {
			break
		}
		t.known, t.mark, t.at = t.at, last, now
	}
	return t.known
}

// lastResult returns the number of the last result that is in the queue; 0 if there is none.
func (b *Broker) lastResult(ctx context.Context) (uint64, error) {
	s, err := b.js.Stream(ctx, b.names.ResultStream())
	if err != nil || s.CachedInfo().State.Msgs == 0 {
		return 0, err
	}
	return s.CachedInfo().State.LastSeq, nil
}
