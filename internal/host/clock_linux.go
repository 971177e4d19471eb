package host

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// HasCPUClock reports whether this system can measure the CPU time of a bot. Where
// it can't, wall-clock time is counted instead.
const HasCPUClock = true

// cpuTime returns the CPU time that all threads of a process have used so far,
// exact to the nanosecond. It returns 0 if the process is gone.
func cpuTime(pid int) time.Duration {
	// <linux/posix-timers.h> defines how the number of a process's clock is made.
	const perProcess = 2
	var t unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|perProcess), &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

// queueTime returns the sum of the times that the threads of a process have waited
// for a processor so far. The call takes some microseconds for each thread.
func queueTime(pid int) time.Duration {
	threads, _ := filepath.Glob(filepath.Join("/proc", strconv.Itoa(pid), "task", "*", "schedstat"))
	var all time.Duration
	for _, thread := range threads {
		text, err := os.ReadFile(thread)
		var ran, waited int64
		if err != nil {
			continue // the thread has ended
		}
		if _, err := fmt.Sscan(string(text), &ran, &waited); err == nil {
			all += time.Duration(waited)
		}
	}
	return all
}
