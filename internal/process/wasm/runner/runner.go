// Package runner is what the arena's executable is while it runs a bot that is a module
// for WASI preview 1, or compiles one. It is started again for that as the interpreter of
// the module, as python3 is of a script, in a process of its own: limits, sandbox and
// verdicts are those of every bot.
//
// A module reaches nothing but its standard input, output and error, and the files in its
// own folder, to read. Its clock and its random numbers are the match's, see [world], so
// that it plays the same match on every machine.
//
// The package takes over before main, when most of the arena's packages are not
// initialised yet: a runner starts in half the time of a command of the arena.
package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"

	"github.com/tetratelabs/wazero"
	"golang.org/x/sys/cpu"
)

// The first argument of an executable that runs or compiles a module.
const (
	// RunWord is followed by the folder of the compiled code, the file of the module, and
	// the folder that the module may read if there is one.
	RunWord = "run-wasm"
	// CompileWord is followed by the file of the module. The compiled code is written to
	// standard output.
	CompileWord = "compile-wasm"
)

// Exit codes.
const (
	// Trapped is the exit code of a bot that was stopped by an error of its own, such as a
	// division by zero, or by one of ours.
	Trapped = 125
	// Unfit is the exit code of a compiler that has found that a module is no bot. It has
	// printed why.
	Unfit = 124
)

func init() {
	if len(os.Args) < 2 {
		return
	}
	switch word, args := os.Args[1], os.Args[2:]; {
	case word == RunWord && (len(args) == 2 || len(args) == 3):
		os.Exit(run(args))
	case word == CompileWord && len(args) == 1:
		os.Exit(compile(args[0]))
	}
}

// fail reports an error that is not the module's.
func fail(err error) int {
	fmt.Fprintln(os.Stderr, "arena:", err)
	return Trapped
}

// ErrNoCode says that there can be no machine code here. wazero would go on without being asked, and
// interpret modules, some 30 times as slowly.
var ErrNoCode = errors.New("this system lets no program make machine code")

// Able returns nil if modules can be compiled, and compiled ones run. It finds out by trying, as there are
// many ways to forbid it: a service's MemoryDenyWriteExecute, SELinux, a filter of system calls.
var Able = sync.OnceValue(func() error {
	ctx := context.Background()
	r, err := compiling(ctx, wazero.NewRuntimeConfigCompiler())
	if err != nil {
		return err
	}
	return r.Close(ctx)
})

// compiling returns a runtime that compiles or says why it can't. wazero panics where memory may not
// become code.
func compiling(ctx context.Context, config wazero.RuntimeConfig) (r wazero.Runtime, err error) {
	defer func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("%w: %v", ErrNoCode, why)
		}
	}()
	if runtime.GOARCH == "amd64" && !cpu.X86.HasSSE41 {
		return nil, fmt.Errorf("%w: the processor has no SSE 4.1", ErrNoCode)
	}
	return wazero.NewRuntimeWithConfig(ctx, config), nil
}
