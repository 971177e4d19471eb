// Package local plays the matches of a league on this machine: by worker processes, each
// bound to a processor, which keep the bots' processes from match to match.
package local

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/internal/process/worker"
)

// Options say how matches are played.
type Options struct {
	Workers int          // how many matches are played at a time, at least 1
	Worker  worker.Order // of which only Args and Stderr are used
	Arena   string       // its version, for the replays
	// Find returns the bot of a name whose program has a digest. An error is why matches with
	// it can't be played. It may be called by several goroutines at the same time.
	Find func(ctx context.Context, name string, program [32]byte) (series.Entrant, error)
	// MostProcesses is how many bots' processes a worker keeps for the next match; 0 for no
	// limit.
	MostProcesses int
	Limits        host.Bounds // of the bots
}

// Transport is a [league.Transport] whose workers are processes of this machine. It is made
// by [Start].
type Transport struct {
	options Options
	jobs    chan league.Job
	results chan league.Delivered
	out     atomic.Int64 // jobs that were given and not done
	stop    context.CancelCauseFunc
	working sync.WaitGroup
}

var _ league.Transport = (*Transport)(nil)

// jobsEach is how many jobs are out for each worker: it has the next one when it is ready.
// More would let a new bot wait for its first match.
const jobsEach = 2

// Start begins to play given jobs. The worker processes are started when they are needed.
// Close ends them, and so does the end of ctx.
func Start(ctx context.Context, o Options) *Transport {
	ctx, stop := context.WithCancelCause(ctx)
	most := jobsEach * o.Workers
	t := &Transport{options: o, jobs: make(chan league.Job, most), results: make(chan league.Delivered, most), stop: stop}
	for number := range o.Workers {
		t.working.Go(func() { (&slot{Transport: t, number: number}).work(ctx) })
	}
	return t
}

var errClosed = errors.New("the league has ended")

// Close ends the workers, drops what they play, and waits until they have ended.
func (t *Transport) Close() {
	t.stop(errClosed)
	t.working.Wait()
}

// Give implements [league.Transport].
func (t *Transport) Give(ctx context.Context, j league.Job) error {
	t.out.Add(1)
	select {
	case t.jobs <- j:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Results implements [league.Transport].
func (t *Transport) Results() <-chan league.Delivered { return t.results }

// Room implements [league.Transport].
func (t *Transport) Room() int { return cap(t.jobs) - int(t.out.Load()) }

// Revoke implements [league.Transport]. The workers are the arena itself.
func (t *Transport) Revoke(context.Context, string, string) error { return nil }

// slot is the place of a worker process.
type slot struct {
	*Transport
	number int

	// What follows is of the process that runs.

	job   league.Job       // that it has
	bots  map[identity]int // the numbers of the bots that it knows
	later *league.Job      // a job that needs another process
	clock *time.Timer      // ends the process if a match takes too long
}

// identity tells bots apart. Two may have one program under two names.
type identity struct {
	name    string
	program [32]byte
}

// work plays until ctx is done.
func (s *slot) work(ctx context.Context) {
	broken := 0 // processes in a row that have not played a match
	for {
		job, more := s.take(ctx)
		if !more {
			return
		}
		played, err := s.process(ctx, job)
		if ctx.Err() != nil {
			return
		}
		if broken++; played > 0 || errors.Is(err, league.ErrRemoved) {
			broken = 0
		}
		if err != nil {
			s.deliver(ctx, league.Delivered{Result: league.Result{Key: s.job.Key()}, Err: err})
			rest(ctx, broken)
		}
	}
}

// rest waits before another process is started, the longer the more have failed.
func rest(ctx context.Context, broken int) {
	select {
	case <-ctx.Done():
	case <-time.After(100 * time.Millisecond << min(broken, 8)):
	}
}

// take returns the next job, and false if there are no more.
func (s *slot) take(ctx context.Context) (league.Job, bool) {
	if s.later != nil {
		job := *s.later
		s.later = nil
		return job, true
	}
	select {
	case job := <-s.jobs:
		return job, true
	case <-ctx.Done():
		return league.Job{}, false
	}
}

// process plays with one process: the first job, and all after it that can be played under
// the same conditions. It returns how many matches were played, and why the last job was not.
func (s *slot) process(ctx context.Context, first league.Job) (played int, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	s.job, s.bots = first, make(map[identity]int)
	plan, err := s.plan(first)
	if err != nil {
		return 0, err
	}
	next, err := s.order(ctx, first)
	if err != nil {
		return 0, err
	}
	w := series.Worker{Plan: plan, Order: s.options.Worker}
	w.Order.Processor = s.number
	s.clock = time.AfterFunc(first.Longest, func() { stop(fmt.Errorf("the match took longer than %v", first.Longest)) })
	defer s.clock.Stop()
	err = w.Play(ctx, next, func() (series.Job, bool) { return s.next(ctx, first) }, func(m series.Match) {
		s.clock.Stop()
		played++
		s.deliver(ctx, league.Delivered{Result: league.Result{Key: s.job.Key(), Replay: m.Replay, Wall: m.Wall}})
	})
	if cause := context.Cause(ctx); cause != nil {
		return played, cause
	}
	if ended := new(worker.EndError); errors.As(err, &ended) {
		err = fmt.Errorf("the worker that played it %w", err)
	}
	return played, err
}

// next returns the next job for the process. It returns false if it can't have it.
func (s *slot) next(ctx context.Context, first league.Job) (series.Job, bool) {
	for {
		job, more := s.take(ctx)
		if !more {
			return series.Job{}, false
		}
		if !job.Facts.Same(first.Facts.Conditions) {
			s.later = &job
			return series.Job{}, false
		}
		order, err := s.order(ctx, job)
		if err == nil {
			s.job = job
			s.clock.Reset(job.Longest)
			return order, true
		}
		s.deliver(ctx, league.Delivered{Result: league.Result{Key: job.Key()}, Err: err})
	}
}

// order returns a job as the process knows it, with the bots that are new to it.
func (s *slot) order(ctx context.Context, j league.Job) (series.Job, error) {
	order := series.Job{}
	order.Seed = j.Facts.Seed
	var came []identity
	for seat, program := range j.Facts.Programs {
		who := identity{j.Facts.Names[seat], program}
		number, known := s.bots[who]
		if again := slices.Index(came, who); !known && again >= 0 {
			number = len(s.bots) + again
		} else if !known {
			bot, err := s.options.Find(ctx, who.name, program)
			if err != nil {
				return series.Job{}, safe.Errorf("%s: %w", who.name, err)
			}
			bot.Name, bot.Version, bot.Program = who.name, j.Versions[seat], program
			number = len(s.bots) + len(came)
			came, order.More = append(came, who), append(order.More, bot)
		}
		order.Seats = append(order.Seats, number)
	}
	for _, who := range came {
		s.bots[who] = len(s.bots)
	}
	return order, nil
}

// deliver hands over what came of a job.
func (s *slot) deliver(ctx context.Context, d league.Delivered) {
	var once sync.Once
	d.Done = func() { once.Do(func() { s.out.Add(-1) }) }
	select {
	case s.results <- d:
	case <-ctx.Done():
	}
}

// plan returns how matches under the conditions of a job are played. Its bots come with the
// jobs.
func (s *slot) plan(j league.Job) (series.Plan, error) {
	f := j.Facts
	plan := series.Plan{
		Game: f.Game, Setup: f.Setup, Random: f.Random, Arena: s.options.Arena, Keep: series.KeepAll,
		FreezeUnstarted: true, MostProcesses: s.options.MostProcesses,
	}
	var level sandbox.Level
	if err := level.Set(f.Sandbox); err != nil {
		return plan, err
	}
	plan.Sandbox = level
	claimed, err := host.ReadLimits(f.Limits)
	if err == nil {
		plan.Limits, err = claimed.Within(s.options.Limits)
	}
	return plan, err
}
