package testkit

import (
	"context"
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// patience is how long a test waits for what must come, on a machine that has nothing else to do.
const patience = 20 * time.Second

// look is the least time between two looks. A look may start a process and take long: the pause after it is some times
// as long, since looks must not take the processors from the event that a test awaits.
const (
	look  = 10 * time.Millisecond
	pause = 4
)

var errNever = errors.New("it never came, in the time of 20 seconds of a machine that has nothing else to do")

// Await waits until something is true, which must become so. The test fails if it doesn't.
func Await(t testing.TB, what string, is func() bool) {
	t.Helper()
	if is() {
		return
	}
	ctx, stop := patiently(context.Background()) // also when the test ends, and its context has ended
	defer stop()
	for begun := time.Now(); !is(); begun = time.Now() {
		select {
		case <-ctx.Done():
			t.Fatalf("%s: %v", what, context.Cause(ctx))
		case <-time.After(max(look, pause*time.Since(begun))):
		}
	}
}

// Receive waits for what must come from a channel.
func Receive[T any](t testing.TB, what string, from <-chan T) T {
	t.Helper()
	ctx, stop := patiently(context.Background()) // also when the test ends, and its context has ended
	defer stop()
	select {
	case <-ctx.Done():
		t.Fatalf("%s: %v", what, context.Cause(ctx))
	case got := <-from:
		return got
	}
	panic("unreachable")
}

// Patiently returns a context that ends with the test, or when what it waits for has had so much time that it must have
// come: where others use the processors, seconds count as the part that was left for this one.
func Patiently(t testing.TB) context.Context {
	t.Helper()
	ctx, stop := patiently(t.Context())
	t.Cleanup(stop)
	return ctx
}

func patiently(during context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(during)
	done := make(chan struct{})
	go func() {
		defer close(done)
		const step = 500 * time.Millisecond // to look costs something, and many tests wait at once
		every := time.NewTicker(step)
		defer every.Stop()
		for left := patience; left > 0; left -= time.Duration(float64(step) * share()) {
			select {
			case <-ctx.Done():
				return
			case <-every.C:
			}
		}
		cancel(errNever)
	}()
	return ctx, func() {
		cancel(nil)
		<-done
	}
}

// share is the part of the processors that each of those has which want one now.
func share() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0.25 // other systems are not asked
	}
	fields := strings.Fields(string(text))
	if len(fields) < 4 {
		return 0.25
	}
	running, _, _ := strings.Cut(fields[3], "/")
	want, err := strconv.Atoi(running)
	if err != nil {
		return 0.25
	}
	return min(1, float64(runtime.NumCPU())/float64(max(1, want)))
}
