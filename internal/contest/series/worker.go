package series

import (
	"context"

	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/process/worker"
)

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
