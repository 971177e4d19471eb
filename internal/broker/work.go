package broker

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// work plays matches until ctx is done. Matches that are being played then are played to their end,
// unless the league does not want them any more.
func (w *worker) work(ctx context.Context) {
	playing, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	defer stop(nil)
	unwanted := context.AfterFunc(ctx, func() {
		if why := context.Cause(ctx); !errors.Is(why, context.Canceled) {
			stop(why)
		}
	})
	defer unwanted()
	var beating, slots sync.WaitGroup
	alive, rest := context.WithCancel(playing)
	beating.Go(func() { w.beats(alive) })
	for range w.options.Slots {
		slots.Go(func() { w.slot(ctx, playing) })
	}
	slots.Wait()
	rest()
	beating.Wait()
}

// slot plays one match after another until ctx is done.
func (w *worker) slot(ctx, playing context.Context) {
	for ctx.Err() == nil {
		if err := w.takeJobs(ctx, playing); err != nil {
			pause(ctx, time.Second) // the server or the consumer is away; beats bring them back
		}
	}
}

// takeJobs plays matches until ctx is done, or none can be fetched.
func (w *worker) takeJobs(ctx, playing context.Context) error {
	call, cancel := w.call(ctx)
	defer cancel()
	jobs, err := w.js.Consumer(call, w.jobStream(), w.id)
	if err != nil {
		return err
	}
	for {
		m, err := w.fetch(ctx, jobs)
		if err != nil {
			return err
		}
		if m != nil {
			w.do(playing, m)
		}
	}
}

// fetchTime is how long a worker waits for a match before it asks again.
const fetchTime = 10 * time.Second

// fetch returns the next job, or nil if there was none.
func (w *worker) fetch(ctx context.Context, jobs jetstream.Consumer) (jetstream.Msg, error) {
	broken := w.unbroken()
	batch, err := jobs.Fetch(1, jetstream.FetchMaxWait(fetchTime))
	if err != nil {
		return nil, err
	}
	select {
	case m, more := <-batch.Messages():
		if !more {
			return nil, batch.Error()
		}
		return m, nil
	case <-broken.Done():
		return nil, context.Cause(broken) // the server forgets who waited
	case <-ctx.Done():
		return nil, ctx.Err() // what comes after all is given to another
	}
}

// do plays a job, sends its result, and takes it off the queue, in this order.
func (w *worker) do(ctx context.Context, m jetstream.Msg) {
	j, _, err := readJob(m.Headers(), m.Data())
	if err != nil {
		_ = m.Term() // not from our league
		return
	}
	w.mu.Lock()
	w.playing[j.Key] = true
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		delete(w.playing, j.Key)
		w.mu.Unlock()
	}()
	beating, rest := context.WithCancel(ctx)
	var progress sync.WaitGroup
	progress.Go(func() { w.keep(beating, m) })
	r := w.play(ctx, j)
	sent := ctx.Err() == nil && w.send(ctx, r)
	rest()
	progress.Wait()
	if sent {
		call, cancel := w.call(ctx)
		defer cancel()
		_ = m.DoubleAck(call) // if it fails, the match comes again, and its result is not wanted
	}
}

// keep tells the server that a job is being worked on.
func (w *worker) keep(ctx context.Context, m jetstream.Msg) {
	for tick := time.NewTicker(w.third()); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
			_ = m.InProgress() // the next one may succeed
		}
	}
}

// play plays a job.
func (w *worker) play(ctx context.Context, j Job) result {
	body, err := w.options.Play(ctx, &Task{Key: j.Key, Body: j.Body, worker: w})
	if err == nil && len(body) > MostResult {
		err = fmt.Errorf("the result has %d bytes, more than %d", len(body), MostResult)
	}
	if err == nil {
		return result{key: j.Key, body: body}
	}
	if ctx.Err() == nil {
		w.options.Say(fmt.Sprintf("match %v can't be played: %v", j.Key, err))
	}
	reason := err.Error()
	kind := failedMatch
	if errors.Is(err, ErrUnable) {
		kind = failedUnable
	}
	return result{key: j.Key, body: []byte(reason[:min(len(reason), mostReason)]), failed: kind}
}

// send sends a result until the server has it. It returns false if the worker is to stop before.
func (w *worker) send(ctx context.Context, r result) bool {
	parts := r.split()
	if len(parts) > 1 {
		w.large.Lock() // the league takes one at a time
		defer w.large.Unlock()
	}
	for _, part := range parts {
		if !w.sendPart(ctx, part) {
			return false
		}
	}
	return true
}

func (w *worker) sendPart(ctx context.Context, r result) bool {
	m, err := r.message(w.result(w.id), w.invitation.key)
	if err != nil {
		w.leave(err)
		return false
	}
	for told := false; ctx.Err() == nil; pause(ctx, 500*time.Millisecond) {
		err := w.publish(ctx, m)
		if err == nil {
			return true
		}
		if !told {
			told = true
			w.options.Say(fmt.Sprintf("a result can't be sent: %v; this is tried again", err))
		}
	}
	return false
}

func (w *worker) publish(ctx context.Context, m *nats.Msg) error {
	ctx, cancel := w.call(ctx)
	defer cancel()
	_, err := w.js.PublishMsg(ctx, m)
	return err
}
