package system

import (
	"os"
	"syscall"
)

// peak looks at a process. One that has ended has no memory any more.
func peak(pid int) Use {
	s := statusOf(pid)
	kilobytes := s.number("VmHWM")
	if kilobytes == 0 {
		return Use{}
	}
	return Use{Memory: kilobytes << 10, Threads: s.number("Threads")}
}

// peakOf returns a bound of the memory that a process had at a time. It counts what
// came before the program in the same process, which is the sandbox.
func peakOf(state *os.ProcessState) int64 {
	used, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return int64(used.Maxrss) << 10 //nolint:unconvert // where a word has 32 bits, so has this
}

// holds returns nothing for a process that has ended.
func holds(pid int) Use {
	s := statusOf(pid)
	// Also swapped out pages, and the tables by which the kernel finds all.
	kilobytes := s.number("RssAnon") + s.number("RssShmem") + s.number("VmSwap") + s.number("VmPTE")
	return Use{Memory: kilobytes << 10, Threads: s.number("Threads")}
}

func traced(pid int) bool { return statusOf(pid).number("TracerPid") != 0 }
