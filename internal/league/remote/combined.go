package remote

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/wire"
)

// Others are the transport of other machines, as a [Transport].
type Others interface {
	league.Transport
	// Present returns which workers are there.
	Present() map[string]int
	// Withdraw takes a job back that is not to be played any more.
	Withdraw(ctx context.Context, key store.Key)
}

// Together is a [league.Transport] of this machine and others. It is made by [PlayTogether].
type Together struct {
	here    league.Transport
	there   Others
	results chan league.Delivered
	room    wire.Bell // this machine has some
	stop    context.CancelFunc
	working sync.WaitGroup

	mu     sync.Mutex
	away   []league.Job // that are with others, in the order in which they were given
	lonely time.Time    // since when nobody is there; zero if somebody is
}

var _ league.Transport = (*Together)(nil)

// PlayTogether gives jobs to this machine as long as it has room, and otherwise to the others. What
// others have is played here as well when all of them have gone who may play it; what comes twice
// does no harm, and what has come from here is taken back.
// Close ends what it starts, and neither transport.
func PlayTogether(ctx context.Context, here league.Transport, there Others) *Together {
	ctx, stop := context.WithCancel(ctx)
	t := &Together{here: here, there: there, results: make(chan league.Delivered), room: wire.NewBell(), stop: stop}
	t.working.Go(func() { t.pass(ctx, here.Results(), func(d *league.Delivered) { t.playedHere(ctx, d) }) })
	t.working.Go(func() { t.pass(ctx, there.Results(), func(*league.Delivered) {}) })
	t.working.Go(func() { t.watch(ctx) })
	return t
}

// Close waits until nothing is passed on any more.
func (t *Together) Close() {
	t.stop()
	t.working.Wait()
}

// Give implements [league.Transport].
func (t *Together) Give(ctx context.Context, j league.Job) error {
	if t.here.Room() > t.onlyHere() && !isBarredHere(j) {
		return t.here.Give(ctx, j)
	}
	t.forget(j.Key()) // who is not to play it may have changed
	t.mu.Lock()
	t.away = append(t.away, j)
	t.mu.Unlock()
	return t.there.Give(ctx, j)
}

// Results implements [league.Transport].
func (t *Together) Results() <-chan league.Delivered { return t.results }

// Room implements [league.Transport]. Jobs that wait for this machine have their room here, and take none of others.
func (t *Together) Room() int { return max(t.here.Room()-t.onlyHere(), 0) + t.there.Room() }

// onlyHere returns how many jobs wait for this machine, as nobody who is there may play them.
func (t *Together) onlyHere() (jobs int) {
	present := t.there.Present()
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, j := range t.away {
		if isOnlyForHere(j, present) {
			jobs++
		}
	}
	return jobs
}

// isOnlyForHere reports whether this machine may play a job, and nobody else who is there.
func isOnlyForHere(j league.Job, present map[string]int) bool {
	if len(present) == 0 || isBarredHere(j) {
		return false
	}
	for worker := range present {
		if !slices.Contains(j.Not, worker) {
			return false
		}
	}
	return true
}

// isBarredHere reports whether this machine must not play a job.
func isBarredHere(j league.Job) bool { return slices.Contains(j.Not, "") }

// Revoke implements [league.Transport].
func (t *Together) Revoke(ctx context.Context, worker, why string) error {
	if worker == "" {
		return t.here.Revoke(ctx, worker, why)
	}
	return t.there.Revoke(ctx, worker, why)
}

// playedHere takes a job back from others, who may have it as well. When it is done, there is room here.
func (t *Together) playedHere(ctx context.Context, d *league.Delivered) {
	t.there.Withdraw(ctx, d.Key)
	done := d.Done
	d.Done = func() {
		done()
		t.room.Ring()
	}
}

// pass passes results on.
func (t *Together) pass(ctx context.Context, from <-chan league.Delivered, note func(*league.Delivered)) {
	for {
		select {
		case <-ctx.Done():
			return
		case d, more := <-from:
			if !more {
				return
			}
			t.forget(d.Key)
			note(&d)
			select {
			case t.results <- d:
			case <-ctx.Done():
				return
			}
		}
	}
}

func (t *Together) forget(key store.Key) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.away = slices.DeleteFunc(t.away, func(j league.Job) bool { return j.Key() == key })
}

// lonelyTime is how long nobody must have been there before this machine plays what others have.
const lonelyTime = 3 * time.Second

// watch plays here what others can't play or have left behind, until ctx is done.
func (t *Together) watch(ctx context.Context) {
	look := time.NewTicker(time.Second)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.room:
		case <-look.C:
		}
		for _, j := range t.abandoned(time.Now(), t.there.Present()) {
			if t.here.Give(ctx, j) != nil {
				return // ctx is done
			}
		}
	}
}

// abandoned returns the jobs that this machine is to play.
func (t *Together) abandoned(now time.Time, present map[string]int) (jobs []league.Job) {
	t.mu.Lock()
	defer t.mu.Unlock()
	alone := t.isAlone(now, len(present) > 0)
	room := t.here.Room()
	t.away = slices.DeleteFunc(t.away, func(j league.Job) bool {
		if len(jobs) >= room || isBarredHere(j) || !alone && !isOnlyForHere(j, present) {
			return false
		}
		jobs = append(jobs, j)
		return true
	})
	return jobs
}

// isAlone reports whether nobody else has been there for long. The lock must be held.
func (t *Together) isAlone(now time.Time, accompanied bool) bool {
	switch {
	case accompanied:
		t.lonely = time.Time{}
		return false
	case t.lonely.IsZero():
		t.lonely = now
	}
	return now.Sub(t.lonely) >= lonelyTime
}
