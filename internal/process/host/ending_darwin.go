package host

import (
	"os"
	"syscall"
)

// usageOf looks at a process.
func usageOf(pid int) usage {
	return usage{memory: int64(usageInfoOf(pid).mostFootprint), threads: threadsOf(pid)} //nolint:gosec // fits
}

// mostMemory returns a bound of the memory that a process had at a time. It counts what
// came before the program in the same process. Other than on Linux, it is told in bytes.
func mostMemory(state *os.ProcessState) int64 {
	used, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return used.Maxrss
}

// Traced reports whether a debugger is attached to a process.
func Traced(int) bool { return false }

// SeesTraced reports whether this system tells [Traced].
const SeesTraced = false
