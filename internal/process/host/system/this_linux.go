package system

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/botarena/arena/internal/base/botwire"
)

// This is the system that the arena runs on.
var This = linux()

func linux() Abilities {
	a := likeUnix()
	a.CPUTime, a.QueueTimes = cpuTime, queueTimes
	a.OwnTime = func(p *os.Process) time.Duration { return cpuTime(p.Pid) }
	a.Peak, a.Holds = peak, holds
	a.KernelMemory, a.KernelMemoryOfFiles, a.OpenFiles = kernelMemoryOf, kernelMemoryOfFiles, openFiles
	a.Descendants, a.Relatives = descendants, relatives
	a.ProcessOf, a.IsAlone, a.LeavesNone = processOf, isAlone, leavesNone
	a.AwaitEnd = awaitEnd
	a.Takes, a.HoldsBack, a.IsStop, a.Stop = takes, holdsBack, isStop, stop
	a.BrokeRules = brokeRules
	a.ReadNow, a.WriteNow = readNow, writeNow
	a.IsServedBy = isServedBy
	a.Traced, a.Pin = traced, pin
	return a
}

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

// peak looks at a process. One that has ended has no memory any more.
func peak(pid int) Use {
	s := statusOf(pid)
	kilobytes := s.number("VmHWM")
	if kilobytes == 0 {
		return Use{}
	}
	return Use{Memory: kilobytes << 10, Threads: s.number("Threads")}
}

// holds returns nothing for a process that has ended.
func holds(pid int) Use {
	s := statusOf(pid)
	// Also swapped out pages, and the tables by which the kernel finds all.
	kilobytes := s.number("RssAnon") + s.number("RssShmem") + s.number("VmSwap") + s.number("VmPTE")
	return Use{Memory: kilobytes << 10, Threads: s.number("Threads")}
}

func traced(pid int) bool { return statusOf(pid).number("TracerPid") != 0 }

// awaitEnd waits until a process has ended, but does not reap it. Until it is
// reaped, no other group can get its number, so its group can be killed safely.
func awaitEnd(pid int) error {
	for {
		if err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// readNow reads what a file in non-blocking mode has. The Go scheduler is not told of
// the call, which never waits: see plugin.Pipes.
func readNow(fd uintptr, buffer []byte) (int, error) {
	n, _, errno := syscall.RawSyscall(syscall.SYS_READ, fd, uintptr(unsafe.Pointer(&buffer[0])), uintptr(len(buffer))) //nolint:gosec // as package syscall does it
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// writeNow writes what a file in non-blocking mode has room for, likewise.
func writeNow(fd uintptr, text []byte) int {
	n, _, errno := syscall.RawSyscall(syscall.SYS_WRITE, fd, uintptr(unsafe.Pointer(&text[0])), uintptr(len(text))) //nolint:gosec // as package syscall does it
	if errno != 0 {
		return 0
	}
	return int(n)
}

// isServedBy relies on this: a session, which the process of a bot leads, can't be joined.
func isServedBy(conn net.Conn, leader int) bool {
	socket, ok := conn.(*net.UnixConn)
	if !ok {
		return false
	}
	pid, err := botwire.Peer(socket)
	if err != nil {
		return false
	}
	session, err := unix.Getsid(pid)
	return err == nil && session == leader
}
