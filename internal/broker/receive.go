package broker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Results are the results, and reports of matches that failed, until the broker is closed.
func (b *Broker) Results() <-chan Delivered { return b.results }

// storeTime is how long the league may take to store a result before it comes again.
const storeTime = time.Hour

// takeOver finds what an earlier league has left: jobs that workers have, and results that were not
// stored. It returns the consumer of results.
func (b *Broker) takeOver(ctx context.Context) (jetstream.Consumer, error) {
	if err := b.findJobs(ctx); err != nil {
		return nil, fmt.Errorf("stream %s: %w", b.jobStream(), err)
	}
	results, err := b.js.Stream(ctx, b.resultStream())
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", b.resultStream(), err)
	}
	b.before = results.CachedInfo().State.LastSeq
	return b.consumeResults(ctx, results)
}

// consumeResults returns a new consumer of results. It gets at once what an earlier one had, and the
// league did not store.
func (b *Broker) consumeResults(ctx context.Context, results jetstream.Stream) (jetstream.Consumer, error) {
	const name = "league"
	if err := results.DeleteConsumer(ctx, name); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil, fmt.Errorf("consumer of results: %w", err)
	}
	consumer, err := results.CreateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: name, AckPolicy: jetstream.AckExplicitPolicy, AckWait: storeTime, MaxAckPending: 256,
	})
	if err != nil {
		return nil, fmt.Errorf("consumer of results: %w", err)
	}
	return consumer, nil
}

// findJobs takes over the jobs in the queues of workers.
func (b *Broker) findJobs(ctx context.Context) error {
	info, err := b.queue.Info(ctx)
	if err != nil {
		return err
	}
	for sequence := info.State.FirstSeq; sequence <= info.State.LastSeq; sequence++ {
		m, err := b.queue.GetMsg(ctx, sequence, jetstream.WithGetMsgSubject(b.job("*")))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		sequence = m.Sequence // the next one that there is
		if j, tries, err := readJob(m.Header, m.Data); err == nil {
			b.roster.found(j, b.worker(m.Subject), tries, sequence, b.now())
		}
	}
	return nil
}

// receive passes on results until ctx is done. When the connection broke, it begins anew: what was on
// its way would come again only after storeTime.
func (b *Broker) receive(ctx context.Context, results jetstream.Consumer) {
	defer close(b.results)
	for ctx.Err() == nil {
		err := b.receiveSome(ctx, results)
		if err == nil {
			var fresh jetstream.Consumer
			if fresh, err = b.consumeAgain(ctx); err == nil {
				results = fresh
				continue
			}
			b.isBack() // to try it again
		}
		if ctx.Err() == nil {
			b.options.Say(fmt.Sprintf("results can't be read: %v; this is tried again", err))
			pause(ctx, time.Second)
		}
	}
}

// consumeAgain returns a new consumer of results.
func (b *Broker) consumeAgain(ctx context.Context) (jetstream.Consumer, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	results, err := b.js.Stream(ctx, b.resultStream())
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", b.resultStream(), err)
	}
	return b.consumeResults(ctx, results)
}

// receiveSome passes on results until ctx is done, or something goes wrong. It returns nil when the
// server was away and is there again.
func (b *Broker) receiveSome(ctx context.Context, results jetstream.Consumer) error {
	all, err := results.Messages(jetstream.PullMaxMessages(64))
	if err != nil {
		return err
	}
	defer all.Stop()
	intact, broken := context.WithCancelCause(ctx)
	var watching sync.WaitGroup
	defer watching.Wait()
	defer broken(nil)
	watching.Go(func() {
		select {
		case <-intact.Done():
		case <-b.again:
			broken(errBroken)
		}
	})
	for {
		m, err := all.Next(jetstream.NextContext(intact))
		if errors.Is(context.Cause(intact), errBroken) {
			return nil
		}
		if err != nil {
			return err
		}
		b.arrived(ctx, m)
	}
}

// pause waits, or until ctx is done.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// arrived passes on a result if it is wanted.
func (b *Broker) arrived(ctx context.Context, m jetstream.Msg) {
	id := b.worker(m.Subject())
	r, err := readResult(id, m.Headers(), m.Data())
	if err != nil || !b.members.knows(id) {
		_ = m.Ack() // the server may have been made to send it by another worker: nobody is blamed
		return
	}
	meta, err := m.Metadata()
	if err != nil {
		return // it comes again
	}
	p := placeOf(meta)
	if given, stored := b.hand.has(p); given {
		if stored {
			_ = m.Ack()
		}
		return
	}
	partial := r.parts > 1
	if r, err = b.join(id, r); err != nil || r.parts > 1 {
		_ = m.Ack() // what is lost with the league is played again
		return
	}
	if meta.Sequence.Stream <= b.before && r.failed == "" && !partial {
		b.mu.Lock()
		b.roster.arrived(id, r.key)
		b.mu.Unlock()
		b.deliver(ctx, Delivered{Key: r.key, Worker: id, Body: r.body, Done: b.handOver(m, p)})
		return
	}
	b.judge(ctx, m, p, id, r)
}

// judge passes on a result that came while this league runs.
func (b *Broker) judge(ctx context.Context, m jetstream.Msg, p place, id string, r result) {
	b.mu.Lock()
	j, what := b.roster.arrived(id, r.key)
	givenUp := false
	switch {
	case what != wanted:
	case r.failed != "":
		reason := strings.ToValidUTF8(string(r.body[:min(len(r.body), mostReason)]), "?")
		givenUp = b.roster.unplayable(j, id, "its worker could not play it: "+reason, r.failed == failedUnable, b.now())
	default:
		b.roster.player(id).failed = 0
	}
	b.mu.Unlock()
	switch {
	case what != wanted:
		_ = m.Ack()
		if what == excess {
			b.expel(ctx, id, "sent results that nobody asked for")
		}
	case givenUp:
		_ = m.Ack()
		b.giveUp(ctx, j)
	case r.failed != "":
		_ = m.Ack()
	default:
		b.deliver(ctx, Delivered{Key: r.key, Worker: id, Body: r.body, Tries: j.tries, Done: b.handOver(m, p)})
	}
	b.hurry()
}

// handOver notes that the league is given a result. It returns a function that takes it off the queue.
func (b *Broker) handOver(m jetstream.Msg, p place) func() {
	b.hand.takes(p)
	return func() {
		b.hand.stores(p)
		_ = m.Ack() // if it fails, the result comes again
	}
}

// deliver hands a result to the league.
func (b *Broker) deliver(ctx context.Context, d Delivered) {
	select {
	case b.results <- d:
	case <-ctx.Done():
	}
}

// mostBeat is how long a beat may be, in bytes.
const mostBeat = 2*mostAbout + 80*MostSlots

// heard answers the beat of a worker.
func (b *Broker) heard(ctx context.Context, m *nats.Msg) {
	id := b.worker(m.Subject)
	if !b.mayAnswer(id, m.Reply) || len(m.Data) > mostBeat {
		return
	}
	var said beat
	if err := json.Unmarshal(m.Data, &said); err != nil {
		return
	}
	a := answer{AckWait: b.options.AckWait}
	if err := b.welcome(ctx, id, said); err != nil {
		a.Refused = err.Error()
	}
	if text, err := json.Marshal(a); err == nil {
		_ = m.Respond(text) // a worker that gets no answer asks again
	}
}

// mayAnswer reports whether a worker may have an answer there. Whoever asks chooses the subject, and we
// may send anywhere. What came from another account has a subject that leads back there.
func (b *Broker) mayAnswer(id, subject string) bool {
	return strings.HasPrefix(subject, "_R_.") || b.server == nil && strings.HasPrefix(subject, inbox(id)+".")
}

// welcome notes that a worker is there. It returns an error if the worker is not wanted.
func (b *Broker) welcome(ctx context.Context, id string, said beat) error {
	if !b.members.admits(id) {
		return ErrRevoked
	}
	if err := b.admit(id, string(said.About)); err != nil {
		return fmt.Errorf("%w: %w", ErrNotAdmitted, err)
	}
	call, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	if err := b.prepare(call, id); err != nil {
		b.options.Say(err.Error())
		return nil // the worker asks again
	}
	b.mu.Lock()
	why := b.roster.beat(id, said.Slots, said.Playing, b.now())
	b.mu.Unlock()
	if why != "" {
		b.expel(ctx, id, why)
		return ErrRevoked
	}
	b.hurry()
	return nil
}

// admit asks the league whether it wants a worker that tells this about itself.
func (b *Broker) admit(id, about string) error {
	b.mu.Lock()
	before, known := b.admitted[id]
	b.mu.Unlock()
	if known && before == about || b.options.Admit == nil {
		return nil
	}
	if err := b.options.Admit(id, []byte(about)); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.admitted[id] = about
	return nil
}
