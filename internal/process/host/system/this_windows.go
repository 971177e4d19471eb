package system

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/botarena/arena/internal/base/botwire/cycles"
	"github.com/botarena/arena/internal/process/cgroup"
)

// This is the system that the arena runs on. It does not tell how long a thread has waited for a processor, and has
// neither groups that could be killed by a number nor a way to find single children.
var This = windowsAbilities()

func windowsAbilities() Abilities {
	a := nothing()
	a.CPUTime, a.OwnTime = cpuTime, ownTime
	a.Peak = peak
	a.Environment = environment
	a.OwnGroup, a.OwnSession = ownGroup, ownGroup
	a.AwaitEnd, a.IsGone, a.KillGroup = awaitEnd, isGone, killGroup
	a.IsOurCode, a.IsException, a.ExitedWith = isOurCode, isException, exitedByItself
	a.NewPipe, a.IsOpen = newPipe, isOpen
	a.Traced = traced
	return a
}

func environment() []string {
	root := os.Getenv("SYSTEMROOT")
	return []string{"SYSTEMROOT=" + root, "PATH=" + filepath.Join(root, "System32")}
}

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

func ownGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// awaitEnd waits until a process has ended. It must not be reaped yet: as long as it is
// not, os.Process holds a handle to it, and no other process can get its number.
func awaitEnd(pid int) error {
	handle, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid)) //nolint:gosec // a number of the system's
	if err != nil {
		return err
	}
	defer func() { _ = windows.CloseHandle(handle) }()
	_, err = windows.WaitForSingleObject(handle, windows.INFINITE)
	return err
}

// isGone reports whether no process of this number runs. One that has ended is there as
// long as anybody has a handle to it.
func isGone(pid int) bool {
	handle, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid)) //nolint:gosec // as above
	if err != nil {
		return errors.Is(err, windows.ERROR_INVALID_PARAMETER) // else it is somebody else's
	}
	defer func() { _ = windows.CloseHandle(handle) }()
	event, err := windows.WaitForSingleObject(handle, 0)
	return err == nil && event == windows.WAIT_OBJECT_0
}

// killGroup kills only the process itself, with a code by which its end is known to be our
// doing. Its children are in its job, which is killed as well.
func killGroup(leader *os.Process) {
	_ = leader.WithHandle(func(handle uintptr) {
		_ = windows.TerminateProcess(windows.Handle(handle), cgroup.KilledCode)
	})
}

var (
	kernel            = windows.NewLazySystemDLL("kernel32.dll")
	processMemory     = kernel.NewProc("K32GetProcessMemoryInfo")
	isDebuggerPresent = kernel.NewProc("CheckRemoteDebuggerPresent")
)

// memoryCounters is PROCESS_MEMORY_COUNTERS.
type memoryCounters struct {
	size, faults                           uint32
	peakWorkingSet, workingSet             uintptr
	peakPaged, paged, peakUnpaged, unpaged uintptr
	pageFile, peakPageFile                 uintptr
}

// peak looks at a process. The system knows the most that was in memory also of one that has
// ended and is not reaped. Its threads are not counted: the system would list those of
// all processes.
func peak(pid int) Use {
	const rights = windows.PROCESS_QUERY_LIMITED_INFORMATION | windows.PROCESS_VM_READ
	handle, err := windows.OpenProcess(rights, false, uint32(pid)) //nolint:gosec // a number of the system's
	if err != nil {
		return Use{}
	}
	defer func() { _ = windows.CloseHandle(handle) }()
	all := memoryCounters{size: uint32(unsafe.Sizeof(memoryCounters{}))}
	// all are 0 if it fails
	_, _, _ = processMemory.Call(uintptr(handle), uintptr(unsafe.Pointer(&all)), uintptr(all.size))
	return Use{Memory: int64(all.peakWorkingSet)}
}

func traced(pid int) bool {
	handle, err := windows.OpenProcess(windows.PROCESS_QUERY_INFORMATION, false, uint32(pid)) //nolint:gosec // as above
	if err != nil {
		return false
	}
	defer func() { _ = windows.CloseHandle(handle) }()
	var is uint32
	ok, _, _ := isDebuggerPresent.Call(uintptr(handle), uintptr(unsafe.Pointer(&is)))
	return ok != 0 && is != 0
}
