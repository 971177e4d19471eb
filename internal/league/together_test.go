package league_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/remote"
	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
)

// TestTheLeaguesMachineAndAWorker both play to the end, however many of the worker's matches this machine has to check,
// and nothing is left waiting.
func TestTheLeaguesMachineAndAWorker(t *testing.T) {
	for _, share := range []float64{0.05, 1} {
		matches := 150
		if tier.IsLong() {
			matches = 500
		}
		s := checkedLeague(t, share)
		here, there := &machine{t: t, jobs: make(chan league.Job, 2)}, newBen(t)
		here.results = make(chan league.Delivered, 2)
		over := remote.PlayTogether(t.Context(), here, there)
		ctx, stop := context.WithCancel(t.Context())
		var playing sync.WaitGroup
		playing.Go(func() { here.work(ctx) })
		playing.Go(func() { there.work(ctx) })
		require.Empty(t, runTo(t, s, matches, over))
		stop()
		playing.Wait()
		over.Close()
		mine, bens := 0, 0
		for _, m := range table(t, s)[matches-100:] {
			if m.Worker == "" || m.Check == store.CheckPassed {
				mine++
			}
			if m.Worker == "ben" {
				bens++
			}
		}
		require.Greater(t, mine, 20, "of the last 100 this machine has played or checked, with checks of %v", share)
		require.Greater(t, bens, 20, "of the last 100, with checks of %v", share)
		require.Empty(t, there.jobs, "nothing waits")
		t.Logf("checks of %v: of the last 100, this machine has played or checked %d, ben has played %d", share, mine, bens)
	}
}

// machine is the league's own, which plays a match at a time and has the next one.
type machine struct {
	t       *testing.T
	jobs    chan league.Job
	results chan league.Delivered
	mu      sync.Mutex
	out     int
}

func (m *machine) add(jobs int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.out += jobs
	return m.out
}

func (m *machine) Give(_ context.Context, j league.Job) error {
	m.add(1)
	m.jobs <- j
	return nil
}
func (m *machine) Results() <-chan league.Delivered             { return m.results }
func (m *machine) Room() int                                    { return cap(m.jobs) - m.add(0) }
func (m *machine) Revoke(context.Context, string, string) error { return nil }

func (m *machine) work(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-m.jobs:
			d := league.Delivered{Result: honest(m.t, j), Done: sync.OnceFunc(func() { m.add(-1) })}
			select {
			case m.results <- d:
			case <-ctx.Done():
				return
			}
		}
	}
}

// ben is a worker, and how the league gives it matches.
type ben struct {
	t       *testing.T
	results chan league.Delivered
	wake    wire.Bell
	mu      sync.Mutex
	all     *scheduler.Assignments
	jobs    map[scheduler.Key]league.Job // that have no result
}

func newBen(t *testing.T) *ben {
	b := &ben{t: t, results: make(chan league.Delivered), wake: wire.NewBell(), all: scheduler.New(time.Hour)}
	b.jobs = make(map[scheduler.Key]league.Job)
	b.all.Heard("ben", 1, nil, time.Now())
	return b
}

func (b *ben) Give(_ context.Context, j league.Job) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.jobs[scheduler.Key(j.Key())] = j
	b.all.Add(scheduler.Job{Key: scheduler.Key(j.Key()), Not: j.Not, ByLot: j.ByLot})
	b.wake.Ring()
	return nil
}

func (b *ben) Results() <-chan league.Delivered { return b.results }

func (b *ben) Room() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.Room(time.Now())
}
func (b *ben) Revoke(context.Context, string, string) error { return nil }
func (b *ben) Present() map[string]int                      { return map[string]int{"ben": 1} }

func (b *ben) Withdraw(_ context.Context, key store.Key) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.all.Withdraw(scheduler.Key(key))
	delete(b.jobs, scheduler.Key(key))
}

// next returns what it is to play next, if there is something.
func (b *ben) next() *scheduler.Pending {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.Next(time.Now())
}

func (b *ben) work(ctx context.Context) {
	for {
		j := b.next()
		if j == nil {
			select {
			case <-ctx.Done():
				return
			case <-b.wake:
			}
			continue
		}
		b.mu.Lock()
		job, wanted := b.jobs[j.Key]
		b.mu.Unlock()
		if !wanted {
			continue
		}
		result := honest(b.t, job)
		b.mu.Lock()
		_, what := b.all.Arrived("ben", j.Key)
		delete(b.jobs, j.Key)
		b.mu.Unlock()
		if what != scheduler.Wanted {
			continue
		}
		select {
		case b.results <- league.Delivered{Result: result, Worker: "ben", Done: func() {}}:
		case <-ctx.Done():
			return
		}
	}
}
