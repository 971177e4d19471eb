package sdk

import (
	"time"

	"golang.org/x/sys/unix"
)

// hasCPUClock reports whether the arena counts CPU time here. Otherwise it counts elapsed
// time.
const hasCPUClock = true

// cpuTime returns the CPU time that this process has used so far.
func cpuTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
