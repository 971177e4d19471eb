package worker_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/worker"
)

// TestMain lets this binary be a worker, too.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "work" {
		fmt.Fprintln(os.Stderr, "at work")
		if !worker.Serve(context.Background(), os.Stdin, os.Stdout, tasks) {
			os.Exit(1)
		}
		return
	}
	os.Exit(testkit.Run(m))
}

var tasks = map[string]worker.Task{
	"count": func(_ context.Context, work json.RawMessage, _ worker.Jobs, tell func(any)) error {
		var to int
		if err := json.Unmarshal(work, &to); err != nil {
			return err
		}
		for i := range to {
			tell(map[string]int{"Number": i})
		}
		return nil
	},
	"fail": func(context.Context, json.RawMessage, worker.Jobs, func(any)) error {
		return hinted{errors.New("no luck")}
	},
	"die":  func(context.Context, json.RawMessage, worker.Jobs, func(any)) error { os.Exit(7); return nil },
	"wait": wait,
	"break": func(_ context.Context, _ json.RawMessage, _ worker.Jobs, tell func(any)) error {
		tell("text")
		return nil
	},
	"double": func(ctx context.Context, _ json.RawMessage, jobs worker.Jobs, tell func(any)) error {
		for job := range jobs {
			var n int
			if err := json.Unmarshal(job, &n); err != nil {
				return err
			}
			tell(result{2 * n})
		}
		return context.Cause(ctx)
	},
}

// wait sends a result when it begins, and then waits to be stopped.
func wait(ctx context.Context, _ json.RawMessage, _ worker.Jobs, tell func(any)) error {
	tell(map[string]int{"Number": 1})
	<-ctx.Done()
	return context.Cause(ctx)
}

type hinted struct{ error }

func (hinted) Hint() string { return "try again" }

type result struct{ Number int }

func order(task string, work any) worker.Order {
	return worker.Order{Args: []string{"work"}, Task: task, Work: work, Processor: -1}
}

func TestResultsComeInOrder(t *testing.T) {
	var got []result
	var stderr bytes.Buffer
	o := order("count", 3)
	o.Processor, o.Stderr = 0, &stderr
	require.NoError(t, worker.Run(t.Context(), o, func(r result) { got = append(got, r) }))
	require.Equal(t, []result{{0}, {1}, {2}}, got)
	require.Equal(t, "at work\n", stderr.String())
}

// The next job is given when the result of the last one is there.
func TestJobsAreGivenAsTheyCome(t *testing.T) {
	jobs := make(chan any, 1)
	o := order("double", nil)
	o.Jobs = jobs
	jobs <- 1
	var got []int
	require.NoError(t, worker.Run(t.Context(), o, func(r result) {
		if got = append(got, r.Number); len(got) == 3 {
			close(jobs)
			return
		}
		jobs <- r.Number + 1
	}))
	require.Equal(t, []int{2, 6, 14}, got)
}

// A worker that waits for a job ends when it is told to, and one that has died takes none.
func TestNobodyWaitsForAJob(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	o, jobs := order("double", nil), make(chan any, 1)
	o.Jobs = jobs
	jobs <- 1
	require.EqualError(t, worker.Run(ctx, o, func(result) { stop() }), "told to stop")
	o = order("die", nil)
	o.Jobs = jobs
	ended := new(worker.EndError)
	require.ErrorAs(t, worker.Run(t.Context(), o, func(result) {}), &ended)
}

func TestFailuresAreTold(t *testing.T) {
	none := func(result) {}
	var said *hint.HintedError
	require.ErrorAs(t, worker.Run(t.Context(), order("fail", nil), none), &said)
	require.Equal(t, hint.New("", "no luck", "try again"), said)
	require.Equal(t, "try again", said.Hint())
	require.EqualError(t, worker.Run(t.Context(), order("nothing", nil), none), `order: no task "nothing"`)
	require.ErrorContains(t, worker.Run(t.Context(), order("count", "three"), none), "cannot unmarshal")
	require.ErrorContains(t, worker.Run(t.Context(), order("break", nil), none), "worker's result: ")
	require.ErrorContains(t, worker.Run(t.Context(), order("count", func() {}), none), "worker's order: ")

	var ended *worker.EndError
	err := worker.Run(t.Context(), order("die", nil), none)
	require.ErrorAs(t, err, &ended)
	require.EqualError(t, err, "died: exit status 7")
}

func TestWorkerStopsWhenItIsToldTo(t *testing.T) {
	ctx, stop := context.WithCancel(testkit.Patiently(t))
	defer stop()
	err := worker.Run(ctx, order("wait", nil), func(result) { stop() })
	require.EqualError(t, err, "told to stop")
}

func TestOrderThatMakesNoSense(t *testing.T) {
	var out bytes.Buffer
	require.False(t, worker.Serve(t.Context(), strings.NewReader(""), &out, tasks))
	require.Equal(t, `{"Error":"order: EOF"}`+"\n", out.String())
}
