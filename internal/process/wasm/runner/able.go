package runner

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/tetratelabs/wazero"
	"golang.org/x/sys/cpu"
)

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
