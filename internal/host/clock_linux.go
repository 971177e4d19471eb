package host

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// HasCPUClock says whether this system can tell how much CPU time a bot uses.
// Where it can't, the time that passes is counted in its place.
const HasCPUClock = true

// cpuTime is the CPU time that a process has used so far, with all its threads,
// to the nanosecond. The clock runs on while the process does. Of a process that
// is gone it is 0.
func cpuTime(pid int) time.Duration {
	// The number of the clock of a process, as <linux/posix-timers.h> makes it.
	const perProcess = 2
	var t unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|perProcess), &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

// queueTime is how long the threads of a process have waited for a processor so
// far, all together. It takes some microseconds for each.
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
