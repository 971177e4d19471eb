package client

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
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
	for ctx.Err() == nil {
		if err := w.takeJobs(ctx, playing, &slots); err != nil {
			wire.Pause(ctx, time.Second) // the server or the consumer is away; beats bring them back
		}
	}
	slots.Wait()
	rest()
	beating.Wait()
}

// takeJobs lets matches be played until ctx is done, or none can be fetched. The next match is fetched
// while all slots play: it begins as soon as another one ends, and not only when that has been sent and
// confirmed.
func (w *worker) takeJobs(ctx, playing context.Context, slots *sync.WaitGroup) error {
	if err := wire.Await(ctx, w.conn); err != nil {
		return err
	}
	for ctx.Err() == nil {
		f, err := w.fetch(ctx)
		if err != nil {
			return err
		}
		if f == nil {
			continue
		}
		begun := make(chan struct{})
		slots.Go(func() { w.do(ctx, playing, f, begun) })
		<-begun
	}
	return nil
}

// fetch returns the next job, or nil if there was none.
func (w *worker) fetch(ctx context.Context) (*fetched, error) {
	intact := w.link.Unbroken()
	ctx, cancel := context.WithTimeout(ctx, wire.FetchTime+wire.CallTime)
	defer cancel()
	defer context.AfterFunc(intact, cancel)() // the server forgets who waited
	m, err := w.conn.RequestWithContext(ctx, w.names.Next(w.id), nil)
	if err != nil {
		return nil, err // what comes after all is given to another
	}
	if status := m.Header.Get("Status"); status == timedOut {
		return nil, nil //nolint:nilnil // there was none
	} else if status != "" {
		return nil, fmt.Errorf("no match can be fetched: %s", status)
	}
	return w.open(m, intact), nil
}

// timedOut is the status of a request for a job when none has come.
const timedOut = "408"

// do plays a job as soon as a slot is free, sends its result, and takes it off the queue, in this order.
// It closes begun when the slot is taken. If ctx is done before that, the job goes back.
func (w *worker) do(ctx, playing context.Context, f *fetched, begun chan<- struct{}) {
	started := sync.OnceFunc(func() { close(begun) })
	defer started()
	if !w.begins(f.job.Key) { // it is still being played, or what became of it is being told
		w.say(f, wire.JobWaits)
		return
	}
	defer w.ends(f.job.Key)
	if _, sent := w.sent.Came(f.place); sent { // it came again, as it was not confirmed
		w.say(f, wire.JobDone)
		return
	}
	beating, rest := context.WithCancel(playing)
	var progress sync.WaitGroup
	progress.Go(func() { w.keep(beating, f) })
	sent := false
	if w.slot(ctx) {
		started()
		r := w.play(playing, f.job)
		<-w.room
		sent = playing.Err() == nil && w.send(playing, r)
	} else {
		w.say(f, wire.JobReturns)
	}
	rest()
	progress.Wait()
	if w.sent.End(f.place, sent); sent {
		w.say(f, wire.JobDone)
	}
}

// slot waits until a slot is free. It returns false if no match is to begin any more.
func (w *worker) slot(ctx context.Context) bool {
	select {
	case w.room <- struct{}{}:
		if ctx.Err() == nil {
			return true
		}
		<-w.room
	case <-ctx.Done():
	}
	return false
}

// begins notes that the worker has a match. It returns false if that is known.
func (w *worker) begins(key scheduler.Key) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	known := w.playing[key]
	w.playing[key] = true
	return !known
}

func (w *worker) ends(key scheduler.Key) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.playing, key)
}

// keep tells the server that a job is being worked on.
func (w *worker) keep(ctx context.Context, f *fetched) {
	for tick := time.NewTicker(w.third()); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
			w.say(f, wire.JobWorks)
		}
	}
}

// play plays a job.
func (w *worker) play(ctx context.Context, j scheduler.Job) wire.Result {
	body, err := w.options.Play(ctx, &Task{Key: j.Key, Body: j.Body, worker: w})
	if err == nil && len(body) > wire.MostResult {
		err = fmt.Errorf("the result has %d bytes, more than %d", len(body), wire.MostResult)
	}
	if err == nil {
		return wire.Result{Key: j.Key, Body: body}
	}
	if ctx.Err() == nil {
		w.options.Say(fmt.Sprintf("match %v can't be played: %v", j.Key, err))
	}
	reason := err.Error()
	kind := wire.FailedMatch
	if errors.Is(err, ErrUnable) {
		kind = wire.FailedUnable
	}
	return wire.Result{Key: j.Key, Body: []byte(reason[:min(len(reason), wire.MostReason)]), Failed: kind}
}

// send sends a result until the server has it. It returns false if the worker is to stop before.
func (w *worker) send(ctx context.Context, r wire.Result) bool {
	parts := r.Split()
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

func (w *worker) sendPart(ctx context.Context, r wire.Result) bool {
	m, err := r.Message(w.names.Result(w.id), w.invitation.Key())
	if err != nil {
		w.leave(err)
		return false
	}
	for told := false; ctx.Err() == nil; wire.Pause(ctx, 500*time.Millisecond) {
		if !w.conn.IsConnected() {
			continue // that was told
		}
		err := w.publish(ctx, m)
		if err == nil {
			return true
		}
		if !told && w.conn.IsConnected() {
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

// fetched is a job as a worker has got it from the queue.
type fetched struct {
	job    scheduler.Job
	place  wire.Place
	name   string          // by which the server knows it
	intact context.Context //nolint:containedctx // done when the connection breaks on which it came
}

// open reads a job. It returns nil if it is not from our league, and takes it off the queue.
func (w *worker) open(m *nats.Msg, intact context.Context) *fetched {
	m.Reply = m.Header.Get(wire.HeaderJob)
	f := &fetched{name: m.Reply, intact: intact}
	var err error
	f.job, _, err = wire.ReadJob(m.Header, m.Data)
	at, unknown := m.Metadata()
	if err != nil || unknown != nil {
		w.say(f, wire.JobEnds)
		return nil
	}
	f.place = wire.PlaceOf(at.Sequence.Stream, at.Timestamp)
	return f
}

// say tells the server something about the job, unless the server was away meanwhile: if it was killed,
// the number by which it knows the job may be that of another one now. It gives out the job again. If
// the server does not hear it, it asks again in the same way.
func (w *worker) say(f *fetched, what wire.Said) {
	if f.intact.Err() == nil {
		_ = w.conn.Publish(w.names.Said(w.id), wire.SaidText(what, f.name))
	}
}

// Task is a job that a worker is to play.
type Task struct {
	Key    scheduler.Key
	Body   []byte // as the league gave it
	worker *worker
}

// Bot copies a program to a writer. If Bot fails, throw the written bytes away.
func (t *Task) Bot(ctx context.Context, digest wire.Digest, to io.Writer) error {
	return wire.ProgramError(digest, t.worker.bot(ctx, digest, to))
}

// bot reads a program part by part.
func (w *worker) bot(ctx context.Context, digest wire.Digest, to io.Writer) error {
	hash := sha256.New()
	for from, size := int64(0), int64(1); from < size; {
		m, err := w.request(ctx, w.names.Part(w.id), wire.PartText(digest, from))
		if err != nil {
			return err
		}
		told := m.Header.Get(wire.HeaderSize)
		if told == "" {
			wire.Pause(ctx, wire.LaterTime)
			continue
		}
		if size, err = strconv.ParseInt(told, 10, 64); err != nil || size > wire.MostProgram ||
			len(m.Data) == 0 && from < size || from+int64(len(m.Data)) > size {
			return errNoProgram
		}
		from += int64(len(m.Data))
		hash.Write(m.Data)
		if _, err := to.Write(m.Data); err != nil {
			return err
		}
	}
	if wire.Digest(hash.Sum(nil)) != digest {
		return errors.New("came damaged")
	}
	return nil
}

// errNoProgram says that there is nothing to be read.
var errNoProgram = errors.New("the league has no such program that can be read")
