// Package cli is the arena's command line: one file per command.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/bot/sdks"
	"github.com/botarena/arena/internal/process/sys"
	"github.com/botarena/arena/internal/process/wasm"
)

// Main runs the command line for the given games on the arguments of the process,
// and exits.
func Main(games engine.Games) {
	// One goroutine referees a match. With more threads, every message of a bot would
	// wake one of them on another processor, to no use.
	runtime.GOMAXPROCS(1)
	tuneCollector()
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	context.AfterFunc(ctx, stop) // from then on, another Ctrl-C ends the process at once
	sdks.Add(games...)
	s := newProgram(games, os.Stdout, os.Stderr)
	s.quit = os.Exit
	os.Exit(s.execute(ctx, os.Args[1:]))
}

// tuneCollector makes the garbage collector run less often. A match leaves much garbage
// and keeps few megabytes, so that memory is cheaper than time. The user may know better.
func tuneCollector() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(1 << 30) // above it, as with a large replay, it runs as usual
	}
}

// run runs the program and returns its exit code.
func run(ctx context.Context, games engine.Games, args []string, stdout, stderr io.Writer) int {
	return newProgram(games, stdout, stderr).execute(ctx, args)
}

func (s *program) execute(ctx context.Context, args []string) int {
	defer s.lastResort(ctx)()
	defer wasm.Forget()
	root := newRoot(s)
	root.SetArgs(args)
	err := sys.RaiseFiles(leastFiles)
	if err != nil {
		return report(s.err, fmt.Errorf("arena: %w", err))
	}
	err = root.ExecuteContext(ctx)
	if signal := context.Cause(ctx); errors.Is(err, context.Canceled) && signal != nil && !errors.Is(err, signal) {
		err = signal // it says more
	}
	if err == nil && s.out.failed != nil {
		err = fileError("standard output", s.out.failed)
	}
	return report(s.err, err)
}

// leastFiles is how many files the arena must be able to open before it begins anything.
// A match needs some ten for each bot, and tells if there are not enough.
const leastFiles = 8
