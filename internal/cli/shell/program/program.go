// Package program runs a command line, that of the arena or that of arena-league: signals, exit codes, help.
package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/bot/sdks"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/sys"
	"github.com/botarena/arena/internal/process/wasm"
	"github.com/botarena/arena/internal/process/worker"

	"github.com/botarena/arena/internal/cli/shell"
)

// Main runs the command line that root returns, for the given games, on arguments, and exits. The linked bots are
// those that come with this program.
func Main(games engine.Games, linked []executable.Linked, args []string, root func(*shell.Shell) *cobra.Command) {
	// One goroutine referees a match. With more threads, every message of a bot would
	// wake one of them on another processor, to no use.
	runtime.GOMAXPROCS(1)
	shell.TuneCollector()
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
	ends = slices.DeleteFunc(ends, signal.Ignored) // SIGHUP under nohup, SIGINT in the background of a script
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	context.AfterFunc(ctx, stop) // from then on, another Ctrl-C ends the process at once
	sdks.Add(games...)
	shell.Linked = linked
	s := shell.New(games, os.Stdout, os.Stderr)
	s.Quit = os.Exit
	os.Exit(Execute(ctx, s, root(s), args))
}

// Execute runs a command line, and returns the exit code.
func Execute(ctx context.Context, s *shell.Shell, root *cobra.Command, args []string) int {
	defer s.LastResort(ctx)()
	defer wasm.Forget()
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

// NewWork returns the hidden command with which the arena starts itself, to do a
// part of its work in another process.
func NewWork(s *shell.Shell, tasks map[string]worker.Task) *cobra.Command {
	return &cobra.Command{
		Use:    "work",
		Short:  "Do a part of a series or a benchmark; started by the arena",
		Hidden: true,
		Args:   shell.WantArgs(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			if !worker.Serve(c.Context(), c.InOrStdin(), s.Out.To, tasks) {
				return shell.ErrTold
			}
			return nil
		},
	}
}
