//go:build unix

package bench

import (
	"syscall"
	"time"
)

// ownCPU returns the CPU time that this process has used so far.
func ownCPU() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
