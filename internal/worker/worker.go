// Package worker has a program start itself again, to do a part of its work in a
// process of its own: bound to a processor, with a fresh heap, and easy to stop.
//
// [Run] starts a worker and hands on its results; the worker's main calls [Serve]. The
// two talk in JSON over standard input and output.
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
	"syscall"
	"time"

	"github.com/botarena/arena/internal/host"
)

// Order is what a worker is to do. Work must be something that JSON keeps.
type Order struct {
	Args []string // that make the program call Serve
	Task string   // one of those that Serve is given
	Work any
	// Processor is the number of the processor to be bound to, where the system can
	// do that, as for [host.Pin]; -1: none.
	Processor int
	Stderr    io.Writer
}

// Task does a worker's work. It calls tell for every result.
type Task func(ctx context.Context, work json.RawMessage, tell func(result any)) error

// Error is why a worker failed, in its own words.
type Error struct{ Reason, Fix string }

func (e *Error) Error() string { return e.Reason }

// Hint says what to do about it, "" if nothing is known.
func (e *Error) Hint() string { return e.Fix }

// EndError is a worker that ended without a word, as when it was killed.
type EndError struct{ Cause error }

func (e *EndError) Error() string { return fmt.Sprintf("died: %v", e.Cause) }
func (e *EndError) Unwrap() error { return e.Cause }

// order is the first line that a worker reads, line what it prints.
type order struct {
	Task      string
	Processor int
	Work      json.RawMessage
}

type line struct {
	Result json.RawMessage `json:",omitempty"`
	Error  string          `json:",omitempty"`
	Fix    string          `json:",omitempty"`
}

// stopTime is how long a worker may take to stop when it is told to.
const stopTime = 5 * time.Second

// Run starts a worker and calls done for every result, as it comes. It returns when
// the worker has ended. When ctx ends first, the worker is told to stop.
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
	host.OwnGroup(process) // a Ctrl-C is ours to pass on
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
	_ = json.NewEncoder(stdin).Encode(order{o.Task, o.Processor, work}) // if it can't be written, the worker has ended
	why := passOn(stdout, done)
	_, _ = io.Copy(io.Discard, stdout)
	if ended := process.Wait(); why == nil && ended != nil {
		why = &EndError{ended}
	}
	return why
}

// passOn passes on the results of a worker. The error is what the worker said.
func passOn[R any](from io.Reader, done func(R)) error {
	for lines := json.NewDecoder(from); ; {
		var l line
		if lines.Decode(&l) != nil {
			return nil //nolint:nilerr // the worker has ended, and how it did tells more
		}
		if l.Error != "" {
			return &Error{l.Error, l.Fix}
		}
		var result R
		if err := json.Unmarshal(l.Result, &result); err != nil {
			return fmt.Errorf("worker's result: %w", err)
		}
		done(result)
	}
}

// Serve does what the order on standard input says. When that input ends, the task
// is told to stop. It reports whether the task was done; if not, the reason has been
// printed.
func Serve(ctx context.Context, stdin io.Reader, stdout io.Writer, tasks map[string]Task) bool {
	// When whoever started us is killed, the pipe breaks: we still have to clean up.
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
	l := line{Error: err.Error()}
	var hinter interface{ Hint() string }
	if errors.As(err, &hinter) {
		l.Fix = hinter.Hint()
	}
	_ = to.Encode(l)
	return false
}

func serve(ctx context.Context, stdin io.Reader, tasks map[string]Task, tell func(any)) error {
	var o order
	if err := json.NewDecoder(stdin).Decode(&o); err != nil {
		return fmt.Errorf("order: %w", err)
	}
	task, ok := tasks[o.Task]
	if !ok {
		return fmt.Errorf("order: no task %q", o.Task)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() { // ends with the process: nothing can end the reading
		_, _ = io.Copy(io.Discard, stdin)
		stop(errors.New("told to stop"))
	}()
	if o.Processor >= 0 && host.CanPin {
		_ = host.Pin(o.Processor) // it is only for speed
	}
	return task(ctx, o.Work, tell)
}
