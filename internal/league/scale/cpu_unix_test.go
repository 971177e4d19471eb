//go:build unix

package scale_test

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// cpuTime returns the CPU time of this process.
func cpuTime() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // never fails for one's own
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// peakOf returns how many bytes of memory a process had at most.
func peakOf(p *os.ProcessState) int {
	used, is := p.SysUsage().(*syscall.Rusage)
	if !is {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int(used.Maxrss)
	}
	return int(used.Maxrss) << 10
}
