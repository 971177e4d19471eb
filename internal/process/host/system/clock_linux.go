package system

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// cpuTime returns the CPU time that all threads of a process have used so far,
// exact to the nanosecond. It returns 0 if the process is gone.
func cpuTime(pid int) time.Duration {
	// <linux/posix-timers.h> defines how the number of a process's clock is made.
	const perProcess = 2
	clock := int32(^pid<<3 | perProcess)
	var t unix.Timespec
	// Nobody waits in this call, so the Go scheduler need not be told of it: see
	// plugin.Pipes.
	if _, _, errno := syscall.RawSyscall(unix.SYS_CLOCK_GETTIME, uintptr(clock), uintptr(unsafe.Pointer(&t)), 0); errno != 0 { //nolint:gosec // as package unix does it
		return 0
	}
	return time.Duration(t.Nano())
}

// mostThreads is how many threads of a bot are looked at. One that makes more can't
// keep the arena busy with them.
const mostThreads = 64

// queueTimes takes some microseconds for each thread.
func queueTimes(pid int) map[int]time.Duration {
	all := make(map[int]time.Duration)
	tasks := filepath.Join("/proc", strconv.Itoa(pid), "task")
	dir, err := os.Open(tasks)
	if err != nil {
		return all // the process has ended
	}
	defer func() { _ = dir.Close() }()
	threads, _ := dir.Readdirnames(mostThreads)
	for _, thread := range threads {
		text, err := os.ReadFile(filepath.Join(tasks, thread, "schedstat"))
		if err != nil {
			continue // the thread has ended
		}
		var ran, waited int64
		id, _ := strconv.Atoi(thread)
		if _, err := fmt.Sscan(string(text), &ran, &waited); err == nil {
			all[id] = time.Duration(waited)
		}
	}
	return all
}
