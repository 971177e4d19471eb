// Package worker lets a program start itself again, to do part of its work in a
// separate process: bound to a processor, with a fresh heap, and easy to stop.
//
// [Run] starts a worker, gives it jobs and passes on its results; the worker's main calls
// [Serve]. The two exchange JSON over standard input and output.
package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/process/host"
)

// Order describes how a worker is started and what it does.
type Order struct {
	Args []string // arguments that make the program call Serve
	Task string   // the name of one of Serve's tasks
	Work any      // the input of the task, sent as JSON
	// Jobs, if not nil, are sent to the task one by one, as JSON, until it is closed. No
	// more than [MostAhead] may wait, or the worker does not learn that it is to stop.
	Jobs <-chan any
	// Processor is the processor that the worker is bound to, numbered as for
	// [host.Pin], if the system can do that; -1 means none.
	Processor int
	Stderr    io.Writer // gets the worker's standard error
}

// Task does a worker's work. It calls tell for every result.
type Task func(ctx context.Context, work json.RawMessage, jobs Jobs, tell func(result any)) error

// Jobs are the jobs of a task, as they come. It is closed behind the last, and when the
// worker is to stop.
type Jobs <-chan json.RawMessage

// EndError reports that a worker ended without reporting an error, as when it was
// killed.
type EndError struct{ Cause error }

func (e *EndError) Error() string { return fmt.Sprintf("died: %v", e.Cause) }
func (e *EndError) Unwrap() error { return e.Cause }

// order is the first line that a worker reads.
type order struct {
	Task      string
	Processor int
	Work      json.RawMessage
}

// line is a line that a worker prints.
type line struct {
	Result json.RawMessage `json:",omitempty"`
	Error  string          `json:",omitempty"`
	Fix    string          `json:",omitempty"`
}

// MostAhead is how many jobs a worker may have beside the one that it works on.
const MostAhead = 64

// stopTime is how long a worker may take to stop when it is told to stop.
const stopTime = 5 * time.Second

// Run starts a worker and calls done for every result as soon as it arrives. It
// returns when the worker has ended. If ctx is done before that, the worker is told
// to stop, and killed if it doesn't.
func Run[R any](ctx context.Context, o Order, done func(R)) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	work, err := json.Marshal(o.Work)
	if err != nil {
		return fmt.Errorf("worker's order: %w", err)
	}
	process := exec.CommandContext(ctx, self, o.Args...)
	host.OwnGroup(process) // a Ctrl-C ends ctx, and ctx the worker
	process.Stderr = o.Stderr
	stdin, err := process.StdinPipe()
	if err != nil {
		return err
	}
	process.Cancel, process.WaitDelay = stdin.Close, stopTime
	stdout, err := process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := process.Start(); err != nil {
		return err
	}
	to := json.NewEncoder(stdin)
	_ = to.Encode(order{o.Task, o.Processor, work}) // fails only if the worker has ended
	var giving sync.WaitGroup
	ended := make(chan struct{})
	giving.Go(func() { giveJobs(to, o.Jobs, ended) })
	why := passOn(stdout, done)
	close(ended)
	giving.Wait()
	_, _ = io.Copy(io.Discard, stdout)
	if ended := process.Wait(); why == nil && ended != nil {
		why = &EndError{ended}
	}
	return why
}

// input is a line that a worker reads after its order.
type input struct {
	Job  json.RawMessage `json:",omitempty"`
	Last bool            `json:",omitempty"` // there are no more
}

// giveJobs sends jobs to a worker until there are no more, or it has ended.
func giveJobs(to *json.Encoder, jobs <-chan any, ended <-chan struct{}) {
	if jobs == nil {
		_ = to.Encode(input{Last: true}) // fails, as all here, only if the worker has ended
		return
	}
	for {
		select {
		case <-ended:
			return
		case job, more := <-jobs:
			body, err := json.Marshal(job)
			if !more || err != nil {
				_ = to.Encode(input{Last: true})
				return
			}
			_ = to.Encode(input{Job: body})
		}
	}
}

// passOn passes on the results of a worker. It returns the error that the worker
// reported, or nil.
func passOn[R any](from io.Reader, done func(R)) error {
	for lines := json.NewDecoder(from); ; {
		var l line
		if lines.Decode(&l) != nil {
			return nil //nolint:nilerr // the worker has ended, and its exit explains more
		}
		if l.Error != "" {
			return hint.New("", l.Error, l.Fix)
		}
		var result R
		if err := json.Unmarshal(l.Result, &result); err != nil {
			return fmt.Errorf("worker's result: %w", err)
		}
		done(result)
	}
}

// Serve does the task that is ordered on standard input. If that input ends, the
// task's context is cancelled. Serve reports whether the task succeeded; if not, it
// has printed the reason for [Run] to read.
func Serve(ctx context.Context, stdin io.Reader, stdout io.Writer, tasks map[string]Task) bool {
	// If the process that started us is killed, the pipe breaks. Without this we would
	// die of it and not clean up.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	to := json.NewEncoder(stdout)
	err := serve(ctx, stdin, tasks, func(result any) {
		if body, err := json.Marshal(result); err == nil {
			_ = to.Encode(line{Result: body})
		}
	})
	if err == nil {
		return true
	}
	_ = to.Encode(line{Error: err.Error(), Fix: hint.Of(err)})
	return false
}

func serve(ctx context.Context, stdin io.Reader, tasks map[string]Task, tell func(any)) error {
	var o order
	from := json.NewDecoder(stdin)
	if err := from.Decode(&o); err != nil {
		return fmt.Errorf("order: %w", err)
	}
	task, ok := tasks[o.Task]
	if !ok {
		return fmt.Errorf("order: no task %q", o.Task)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	jobs := make(chan json.RawMessage, MostAhead)
	go func() { // ends only with the process, since nothing can interrupt the reading
		told := errors.New("told to stop")
		if !takeJobs(from, jobs) {
			stop(told)
		}
		close(jobs)
		_, _ = io.Copy(io.Discard, stdin)
		stop(told)
	}()
	if o.Processor >= 0 && host.CanPin {
		_ = host.Pin(o.Processor) // only for speed: errors don't matter
	}
	return task(ctx, o.Work, jobs, tell)
}

// takeJobs passes on the jobs that arrive. It returns true behind the last, and false if
// the input has ended before.
func takeJobs(from *json.Decoder, jobs chan<- json.RawMessage) bool {
	for {
		var in input
		if from.Decode(&in) != nil {
			return false
		}
		if in.Last {
			return true
		}
		jobs <- in.Job
	}
}
