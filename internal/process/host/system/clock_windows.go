package system

import (
	"os"
	"time"

	"golang.org/x/sys/windows"

	"github.com/botarena/arena/internal/base/botwire/cycles"
)

// cpuTime returns the CPU time that all threads of a process have used so far. It returns 0
// if the process is gone, or nobody may ask about it.
func cpuTime(pid int) time.Duration {
	handle, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid)) //nolint:gosec // a number of the system's
	if err != nil {
		return 0
	}
	defer func() { _ = windows.CloseHandle(handle) }()
	return cycles.CPUTime(handle)
}

// ownTime is cpuTime of a child of ours. It uses the handle with which the child was started:
// to open another one is what a process can forbid, and would be free of charge.
func ownTime(p *os.Process) (used time.Duration) {
	_ = p.WithHandle(func(handle uintptr) { used = cycles.CPUTime(windows.Handle(handle)) })
	return used
}
