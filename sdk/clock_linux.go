package sdk

import (
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// hasCPUClock reports whether the arena counts CPU time here. Otherwise it counts elapsed
// time.
const hasCPUClock = true

// cpuTime returns the CPU time that this process has used so far.
func cpuTime() time.Duration {
	var t unix.Timespec
	// Nobody waits in this call, so the Go scheduler need not be told of it: see
	// plugin.Pipes.
	if _, _, errno := syscall.RawSyscall(unix.SYS_CLOCK_GETTIME, unix.CLOCK_PROCESS_CPUTIME_ID, uintptr(unsafe.Pointer(&t)), 0); errno != 0 { //nolint:gosec // as package unix does it
		return 0
	}
	return time.Duration(t.Nano())
}
