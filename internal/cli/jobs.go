package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"github.com/botarena/arena/internal/series"
)

// jobCount is how many matches are to be played at a time.
func jobCount(asked, matches int) (int, error) {
	if asked < 0 {
		return 0, misused("-j 0 takes as many as there are processors", "--jobs: %d is no number of matches", asked)
	}
	if asked == 0 {
		asked = runtime.NumCPU()
	}
	return min(asked, matches), nil
}

// playShared shares a plan out to workers, and hands on what they play in the
// order of the matches. The first worker that fails stops the others.
func (r *seriesRun) playShared(ctx context.Context, p plan, jobs int) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	matches := make(chan series.Match)
	var working sync.WaitGroup
	for k := range jobs {
		own := p
		own.Share = series.Share{Number: k, Of: jobs}
		working.Go(func() {
			if err := own.give(ctx, r.s.err, matches); err != nil {
				stop(err)
			}
		})
	}
	go func() {
		working.Wait()
		close(matches)
	}()
	order := series.NewInOrder(r.add)
	for m := range matches {
		order.Add(m)
	}
	order.End()
	if played := len(r.matches); played < p.Matches {
		return fmt.Errorf("stopped after %d of %d matches: %w", played, p.Matches, context.Cause(ctx))
	}
	return nil
}

// stopTime is how long a worker may take to stop when it is told to.
const stopTime = 5 * time.Second

// give has a worker play the plan, and passes on its matches.
func (p plan) give(ctx context.Context, stderr io.Writer, matches chan<- series.Match) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	worker := exec.CommandContext(ctx, self, "series", "worker")
	ownGroup(worker)
	worker.Stderr = stderr
	stdin, err := worker.StdinPipe()
	if err != nil {
		return err
	}
	worker.Cancel, worker.WaitDelay = stdin.Close, stopTime
	stdout, err := worker.StdoutPipe()
	if err != nil {
		return err
	}
	if err := worker.Start(); err != nil {
		return err
	}
	_ = json.NewEncoder(stdin).Encode(p) // if it can't be written, the worker has ended
	why := passOn(stdout, matches)
	_, _ = io.Copy(io.Discard, stdout)
	if ended := worker.Wait(); why == nil && ended != nil {
		why = withHint(fmt.Errorf("worker %d of %d: died: %w", p.Share.Number+1, p.Share.Of, ended), "-j 1 plays without workers")
	}
	return why
}

// passOn passes on what a worker played. The error is what the worker said.
func passOn(from io.Reader, matches chan<- series.Match) error {
	for lines := json.NewDecoder(from); ; {
		var line workerLine
		if lines.Decode(&line) != nil {
			return nil //nolint:nilerr // the worker has ended, and how it did tells more
		}
		if line.Match == nil {
			return withHint(errors.New(line.Error), line.Hint)
		}
		matches <- *line.Match
	}
}
