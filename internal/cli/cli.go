// Package cli is the arena's command line: what is typed and what is printed, nothing else. The commands are in folders
// by what they are about, and share package shell.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"syscall"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/bot/sdks"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/sys"
	"github.com/botarena/arena/internal/process/wasm"

	"github.com/botarena/arena/internal/cli/shell"
)

// Main runs the command line for the given games on the arguments of the process,
// and exits. The linked bots are those that come with this arena, and sources the files of its module that a bot in Go
// needs.
func Main(games engine.Games, linked []executable.Linked, sources fs.FS) {
	// One goroutine referees a match. With more threads, every message of a bot would
	// wake one of them on another processor, to no use.
	runtime.GOMAXPROCS(1)
	tuneCollector()
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
	ends = slices.DeleteFunc(ends, signal.Ignored) // SIGHUP under nohup, SIGINT in the background of a script
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	context.AfterFunc(ctx, stop) // from then on, another Ctrl-C ends the process at once
	sdks.Add(games...)
	sdks.Sources = sources
	shell.Linked = linked
	s := shell.New(games, os.Stdout, os.Stderr)
	s.Quit = os.Exit
	os.Exit(execute(s, ctx, os.Args[1:]))
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

func execute(s *shell.Shell, ctx context.Context, args []string) int {
	defer s.LastResort(ctx)()
	defer wasm.Forget()
	root := newRoot(s)
	root.SetArgs(args)
	err := sys.RaiseFiles(leastFiles)
	if err != nil {
		return shell.Report(s.Err, fmt.Errorf("arena: %w", err))
	}
	err = root.ExecuteContext(ctx)
	if signal := context.Cause(ctx); errors.Is(err, context.Canceled) && signal != nil && !errors.Is(err, signal) {
		err = signal // it says more
	}
	if err == nil && s.Out.Failed != nil {
		err = shell.FileError("standard output", s.Out.Failed)
	}
	return shell.Report(s.Err, err)
}

// leastFiles is how many files the arena must be able to open before it begins anything.
// A match needs some ten for each bot, and tells if there are not enough.
const leastFiles = 8
