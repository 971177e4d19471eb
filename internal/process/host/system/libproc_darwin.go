package system

import (
	"sync"
	"syscall"
	"time"
	"unsafe"
)

// What the system's library tells of other processes of the same user, which needs no rights.
// It is called as package unix calls the library: that has none of these.

//go:cgo_import_dynamic libc_proc_pid_rusage proc_pid_rusage "/usr/lib/libSystem.B.dylib"
//go:cgo_import_dynamic libc_proc_pidinfo proc_pidinfo "/usr/lib/libSystem.B.dylib"
//go:cgo_import_dynamic libc_proc_listchildpids proc_listchildpids "/usr/lib/libSystem.B.dylib"
//go:cgo_import_dynamic libc_proc_listpgrppids proc_listpgrppids "/usr/lib/libSystem.B.dylib"
//go:cgo_import_dynamic libc_mach_timebase_info mach_timebase_info "/usr/lib/libSystem.B.dylib"

// The addresses of the jumps in libproc_darwin.s.
var (
	libc_proc_pid_rusage_trampoline_addr    uintptr //nolint:revive,staticcheck // as in package unix
	libc_proc_pidinfo_trampoline_addr       uintptr //nolint:revive,staticcheck // likewise
	libc_proc_listchildpids_trampoline_addr uintptr //nolint:revive,staticcheck // likewise
	libc_proc_listpgrppids_trampoline_addr  uintptr //nolint:revive,staticcheck // likewise
	libc_mach_timebase_info_trampoline_addr uintptr //nolint:revive,staticcheck // likewise
)

//go:linkname syscall_syscall syscall.syscall
func syscall_syscall(fn, a1, a2, a3 uintptr) (r1, r2 uintptr, err syscall.Errno) //nolint:revive,staticcheck // likewise

//go:linkname syscall_syscall6 syscall.syscall6
func syscall_syscall6(fn, a1, a2, a3, a4, a5, a6 uintptr) (r1, r2 uintptr, err syscall.Errno) //nolint:revive,staticcheck // likewise

// usageInfo is rusage_info_v4 of <sys/resource.h>. Its times are in ticks: see [ticks].
type usageInfo struct {
	_                         [16]byte // of the program
	user, system              uint64
	_, _, _, _, _             uint64 // wakeups, pages, the resident part
	footprint                 uint64
	_, _                      uint64 // when it began and ended
	childUser, childSystem    uint64 // of all that were waited for, and of those that these had waited for
	_, _, _, _                uint64 // the children's wakeups, pages, elapsed time
	_, _                      uint64 // the disk
	_, _, _, _, _, _, _, _, _ uint64 // time by kinds of service
	_                         uint64 // the disk again
	mostFootprint             uint64 // of its life
	_, _, _, _, _, _          uint64 // instructions, cycles, energy
}

// usageInfoV4 is the number of that structure, which there is since macOS 10.13.
const usageInfoV4 = 4

// usageInfoOf returns what a process has used so far, also one that has not been reaped yet. It
// returns zeros for one that is gone, or another user's.
func usageInfoOf(pid int) (u usageInfo) {
	_, _, errno := syscall_syscall(libc_proc_pid_rusage_trampoline_addr, uintptr(pid), usageInfoV4, uintptr(unsafe.Pointer(&u))) //nolint:gosec // as package unix does it
	if errno != 0 {
		return usageInfo{}
	}
	return u
}

// ticks is a time as the processor counts it: in nanoseconds on Intel, in 125/3 of them on
// Apple silicon.
type ticks uint64

// timebase is mach_timebase_info of <mach/mach_time.h>: how many nanoseconds a tick takes, as a
// fraction.
type timebase struct{ over, under uint32 }

var ownTimebase = sync.OnceValue(func() (b timebase) {
	_, _, _ = syscall_syscall(libc_mach_timebase_info_trampoline_addr, uintptr(unsafe.Pointer(&b)), 0, 0) //nolint:gosec // as package unix does it
	return b
})

// in returns the time, or 0 if nobody knows how long a tick is. The two halves of the division
// keep a long time from overflowing.
func (t ticks) in(b timebase) time.Duration {
	if b.under == 0 {
		return 0
	}
	over, under := uint64(b.over), uint64(b.under)
	whole, rest := uint64(t)/under, uint64(t)%under
	return time.Duration(whole*over + rest*over/under) //nolint:gosec // 292 years
}

// taskInfo is proc_taskinfo of <sys/proc_info.h>.
type taskInfo struct {
	_       [6]uint64 // sizes, times
	_       [9]int32  // faults, messages, calls
	threads int32
	_       [2]int32
}

// threadsOf returns how many threads a process has, or 0 if it is gone.
func threadsOf(pid int) int {
	const flavour = 4 // PROC_PIDTASKINFO
	var t taskInfo
	n, _, _ := syscall_syscall6(libc_proc_pidinfo_trampoline_addr, uintptr(pid), flavour, 0,
		uintptr(unsafe.Pointer(&t)), unsafe.Sizeof(t), 0) //nolint:gosec // as package unix does it
	if n != unsafe.Sizeof(t) {
		return 0
	}
	return int(t.threads)
}

// mostListed is how many children of a process are looked at.
const mostListed = 1024

// listed asks for the numbers of processes.
func listed(trampoline uintptr, of int) []int {
	var numbers [mostListed]int32
	n, _, errno := syscall_syscall(trampoline, uintptr(of), uintptr(unsafe.Pointer(&numbers[0])), unsafe.Sizeof(numbers)) //nolint:gosec // as package unix does it
	if errno != 0 {
		return nil
	}
	var found []int
	for _, pid := range numbers[:min(max(int32(n), 0), mostListed)] { //nolint:gosec // an int of the library's
		if pid > 0 {
			found = append(found, int(pid))
		}
	}
	return found
}

// childrenOf returns the numbers of those that a process has started.
func childrenOf(pid int) []int { return listed(libc_proc_listchildpids_trampoline_addr, pid) }

// groupOf returns the numbers of all processes of a group, the leader's among them.
func groupOf(leader int) []int { return listed(libc_proc_listpgrppids_trampoline_addr, leader) }
