package series

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/process/worker"
)

// Run plays the matches of a schedule.
type Run struct {
	Plan Plan
	// Schedule are the matches, in the order of their numbers from 0.
	Schedule iter.Seq[schedule.Planned]
	// Of is how many of them are played; 0 if it is not known.
	Of int
	// Known, if not nil, returns a match that was played before, which is not played again.
	Known func(ctx context.Context, planned schedule.Planned) (Match, bool, error)
	// Played, if not nil, is called for each match as soon as it was played. An error ends
	// the run.
	Played func(ctx context.Context, m Match) error
	// Done is called for each match in the order of the schedule. If it returns false, the
	// run ends, and drops the matches that are being played.
	Done func(Match) bool

	// Workers is how many matches are played at a time, each by a process of its own that
	// is bound to its own processor. With 1, this process plays.
	Workers int
	Worker  worker.Order // of which only Args and Stderr are used
	Games   engine.Games // for this process

	// Referee, if not nil, plays each match: neither Plan nor Worker is used then. Several are played
	// at a time, as with workers.
	Referee func(ctx context.Context, planned schedule.Planned) (Match, error)
}

// WorkerError reports that a worker ended without reporting an error.
type WorkerError struct {
	Number, Of int // from 1
	Cause      error
}

func (e *WorkerError) Error() string {
	return fmt.Sprintf("worker %d of %d: %v", e.Number, e.Of, e.Cause)
}

func (e *WorkerError) Unwrap() error { return e.Cause }

// errEnough is why a run ends before its schedule.
var errEnough = errors.New("enough")

// arrival is a match that is there.
type arrival struct {
	Match
	known bool
}

// Play plays the matches. Done, Known and Played are never called at the same time as
// themselves.
func (r *Run) Play(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	jobs, arrivals := make(chan schedule.Planned), make(chan arrival)
	var working sync.WaitGroup
	working.Go(func() {
		defer close(jobs)
		if err := r.feed(ctx, jobs, arrivals); err != nil {
			stop(err)
		}
	})
	for number := range max(r.Workers, 1) {
		working.Go(func() {
			if err := r.work(ctx, number, jobs, arrivals); err != nil {
				stop(err)
			}
		})
	}
	go func() {
		working.Wait()
		close(arrivals)
	}()
	played := 0
	order := NewInOrder(func(m Match) {
		if errors.Is(context.Cause(ctx), errEnough) {
			return
		}
		if played++; !r.Done(m) {
			stop(errEnough)
		}
	})
	for a := range arrivals {
		if !a.known && r.Played != nil {
			if err := r.Played(context.WithoutCancel(ctx), a.Match); err != nil {
				stop(err)
				continue
			}
		}
		order.Add(a.Match)
	}
	order.End()
	switch cause := context.Cause(ctx); {
	case cause == nil, errors.Is(cause, errEnough):
		return nil
	case r.Of == 0:
		return fmt.Errorf("stopped after %d matches: %w", played, cause)
	default:
		return fmt.Errorf("stopped after %d of %d matches: %w", played, r.Of, cause)
	}
}

// feed hands out the matches of the schedule.
func (r *Run) feed(ctx context.Context, jobs chan<- schedule.Planned, arrivals chan<- arrival) error {
	for planned := range r.Schedule {
		if ctx.Err() != nil || r.Of > 0 && planned.Number >= r.Of {
			return nil
		}
		if r.Known != nil {
			m, known, err := r.Known(ctx, planned)
			if err != nil {
				return err
			}
			if known {
				arrivals <- arrival{m, true}
				continue
			}
		}
		select {
		case jobs <- planned:
		case <-ctx.Done():
		}
	}
	return nil
}

// work plays matches until there are no more.
func (r *Run) work(ctx context.Context, number int, jobs <-chan schedule.Planned, arrivals chan<- arrival) error {
	switch {
	case r.Referee != nil:
		return r.play(ctx, jobs, arrivals, r.Referee)
	case r.Workers > 1:
		return r.order(ctx, number, jobs, arrivals)
	}
	crew, err := r.Plan.open(r.Games)
	if err != nil {
		return err
	}
	defer crew.close()
	return r.play(ctx, jobs, arrivals, crew.play)
}

// play plays matches in this process.
func (r *Run) play(
	ctx context.Context, jobs <-chan schedule.Planned, arrivals chan<- arrival,
	one func(context.Context, schedule.Planned) (Match, error),
) error {
	for planned := range jobs {
		m, err := one(ctx, planned)
		if err != nil {
			return r.at(planned, err)
		}
		arrivals <- arrival{m, false}
	}
	return nil
}

// at says in which match something went wrong.
func (r *Run) at(planned schedule.Planned, err error) error {
	if r.Of == 0 {
		return fmt.Errorf("match %d: %w", planned.Number+1, err)
	}
	return fmt.Errorf("match %d of %d: %w", planned.Number+1, r.Of, err)
}

// order lets a worker play. It has one match at a time.
func (r *Run) order(ctx context.Context, number int, jobs <-chan schedule.Planned, arrivals chan<- arrival) error {
	var now Job
	next := func() (Job, bool) {
		planned, more := <-jobs
		if more {
			now = Job{Planned: planned}
		}
		return now, more
	}
	first, more := next()
	if !more { // all matches are known, or others play them
		return nil
	}
	w := Worker{Plan: r.Plan, Order: r.Worker}
	w.Order.Processor = number
	err := w.Play(ctx, first, next, func(m Match) { arrivals <- arrival{m, false} })
	if ended := new(worker.EndError); errors.As(err, &ended) {
		return &WorkerError{number + 1, r.Workers, ended}
	}
	if err != nil {
		return r.at(now.Planned, err)
	}
	return nil
}

// Job is a match for a worker.
type Job struct {
	schedule.Planned

	// More are bots that the worker has not heard of yet. Their numbers follow those of the
	// bots of its plan and of the jobs before.
	More []Entrant `json:",omitempty"`
}

// Worker is a process that plays matches, one after the other.
type Worker struct {
	Plan  Plan
	Order worker.Order // of which only Args, Processor and Stderr are used
}

// Play starts the process, gives it the first job, and the next one whenever it has played
// one. It returns when next has no more, or with an error: then the job that was given last
// was not played. The functions next and done are not called at the same time.
func (w Worker) Play(ctx context.Context, first Job, next func() (Job, bool), done func(Match)) error {
	o := w.Order
	jobs := make(chan any, 1)
	o.Task, o.Work, o.Jobs = TaskName, w.Plan, jobs
	jobs <- first
	return worker.Run(ctx, o, func(m Match) {
		done(m)
		if job, more := next(); more {
			jobs <- job
		} else {
			close(jobs)
		}
	})
}
