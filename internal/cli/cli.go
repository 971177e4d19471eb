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
	"github.com/botarena/arena/internal/base/safe"
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
	os.Exit(s.run(ctx, os.Args[1:]))
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

// Exit codes.
const (
	done   = 0
	failed = 1
	misuse = 2
)

// run runs the program and returns its exit code.
func run(ctx context.Context, games engine.Games, args []string, stdout, stderr io.Writer) int {
	return newProgram(games, stdout, stderr).run(ctx, args)
}

// newProgram returns the program. Results go to stdout and everything else to stderr.
func newProgram(games engine.Games, stdout, stderr io.Writer) *program {
	return &program{games: games, out: &output{to: stdout}, err: newScreen(stderr)}
}

func (s *program) run(ctx context.Context, args []string) int {
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

// program is what all commands share: the games, standard output and standard error.
type program struct {
	games engine.Games
	out   *output
	err   *screen
	reading
}

// output is standard output. It keeps the first error, so that printing needs
// no checks and a full disk is still noticed. Whatever is printed, and whoever it comes
// from, nothing in it controls the terminal.
type output struct {
	to     io.Writer
	failed error
}

func (o *output) Write(text []byte) (int, error) {
	if n, err := o.asIs(safe.Plain(text)); err != nil {
		return min(n, len(text)), err
	}
	return len(text), nil
}

// asIs writes what is not for a terminal, or has no text from outside.
func (o *output) asIs(text []byte) (int, error) {
	n, err := o.to.Write(text)
	if o.failed == nil {
		o.failed = err
	}
	return n, err
}

// leastFiles is how many files the arena must be able to open before it begins anything.
// A match needs some ten for each bot, and tells if there are not enough.
const leastFiles = 8

// report prints an error and its hint, and returns the exit code.
func report(to io.Writer, err error) int {
	if err == nil {
		return done
	}
	if !errors.Is(err, errTold) {
		fmt.Fprintln(to, err)
		if hint := hintOf(err); hint != "" {
			fmt.Fprintf(to, "hint: %s\n", hint)
		}
	}
	if wrong := new(usageError); errors.As(err, &wrong) {
		return misuse
	}
	return failed
}
