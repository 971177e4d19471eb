package host

import (
	"os"
	"syscall"
)

// usageOf looks at a process. One that has ended has no memory any more.
func usageOf(pid int) usage {
	s := statusOf(pid)
	kilobytes := s.number("VmHWM")
	if kilobytes == 0 {
		return usage{}
	}
	return usage{memory: kilobytes << 10, threads: int(s.number("Threads"))}
}

// mostMemory returns a bound of the memory that a process had at a time. It counts what
// came before the program in the same process, which is the sandbox.
func mostMemory(state *os.ProcessState) int64 {
	used, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return int64(used.Maxrss) << 10 //nolint:unconvert // where a word has 32 bits, so has this
}

// Traced reports whether a debugger is attached to a process.
func Traced(pid int) bool {
	return statusOf(pid).number("TracerPid") != 0
}

// SeesTraced reports whether this system tells [Traced].
const SeesTraced = true
