package system

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

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
