package system

import (
	"os"
	"syscall"
)

// peak looks at a process.
func peak(pid int) Use {
	return Use{Memory: int64(usageInfoOf(pid).mostFootprint), Threads: int64(threadsOf(pid))} //nolint:gosec // fits
}

// peakOf returns a bound of the memory that a process had at a time. It counts what
// came before the program in the same process. Other than on Linux, it is told in bytes.
func peakOf(state *os.ProcessState) int64 {
	used, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return used.Maxrss
}

// holds returns nothing for a process that has ended. Its memory is all that the system
// charges it for, compressed and swapped out pages included.
func holds(pid int) Use {
	return Use{Memory: int64(usageInfoOf(pid).footprint), Threads: int64(threadsOf(pid))} //nolint:gosec // fits
}
