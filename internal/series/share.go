package series

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/botarena/arena/internal/worker"
)

// WorkerError reports that a worker ended without reporting an error.
type WorkerError struct {
	Share Share
	Cause error
}

func (e *WorkerError) Error() string {
	return fmt.Sprintf("worker %d of %d: %v", e.Share.Number+1, e.Share.Of, e.Cause)
}

func (e *WorkerError) Unwrap() error { return e.Cause }

// PlayShared shares the matches out to the given number of workers, each bound to its
// own processor, and calls done in the order of the matches. The first worker that
// fails stops the others. Only Args and Stderr of the order are used.
func (p Plan) PlayShared(ctx context.Context, workers int, o worker.Order, done func(Match)) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	matches := make(chan Match)
	var working sync.WaitGroup
	for k := range workers {
		own := p
		own.Share = Share{Number: k, Of: workers}
		working.Go(func() {
			if err := own.give(ctx, o, func(m Match) { matches <- m }); err != nil {
				stop(err)
			}
		})
	}
	go func() {
		working.Wait()
		close(matches)
	}()
	played := 0
	order := NewInOrder(func(m Match) { played++; done(m) })
	for m := range matches {
		order.Add(m)
	}
	order.End()
	if played < p.Matches {
		return fmt.Errorf("stopped after %d of %d matches: %w", played, p.Matches, context.Cause(ctx))
	}
	return nil
}

// give lets a worker play the plan.
func (p Plan) give(ctx context.Context, o worker.Order, done func(Match)) error {
	o.Task, o.Work, o.Processor = TaskName, p, p.Share.Number
	err := worker.Run(ctx, o, done)
	if ended := new(worker.EndError); errors.As(err, &ended) {
		return &WorkerError{p.Share, ended}
	}
	return err
}
