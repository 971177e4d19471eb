//go:build linux && (amd64 || arm64)

package sandbox

import (
	"math"
	"os"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/botarena/arena/internal/process/sandbox/filter"
)

// notification and reply are struct seccomp_notif and seccomp_notif_resp.
type (
	notification struct {
		id          uint64
		thread      uint32
		flags       uint32
		call        int32
		arch        uint32
		instruction uint64
		args        [6]uint64
	}
	reply struct {
		id    uint64
		value int64
		err   int32
		flags uint32
	}
)

// Watch calls a function for each call that the filter tells of, until the program has
// ended or [Start.Stop] is called. If the function returns true, the call is made; if
// not, it fails with EPERM.
func (s *Start) Watch(allow func(Call) bool) {
	if s.listener == nil {
		return
	}
	raw, err := s.listener.SyscallConn()
	if err != nil {
		return
	}
	for {
		var n notification
		gone := false
		err := raw.Read(func(fd uintptr) bool { gone = !receive(fd, &n); return gone || n.id != 0 })
		if err != nil || gone {
			return
		}
		call := Call{Thread: int(n.thread), At: uintptr(n.args[1])}
		call.What, call.Words = filter.Judge(int(n.call), n.args)
		call.Signal = filter.SignalOf(int(n.call), n.args)
		answer := reply{id: n.id, err: -int32(unix.EPERM)}
		switch {
		case !allow(call):
		case call.What == filter.Machine:
			if s.showMachine(raw, n) {
				answer.err = 0
			}
		default:
			answer = reply{id: n.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
		}
		// It fails if the bot has ended meanwhile.
		_ = raw.Control(func(fd uintptr) {
			_, _, _ = unix.Syscall(unix.SYS_IOCTL, fd, unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(&answer)))
		})
	}
}

// receive takes a notification if there is one, and reports whether there may be more.
// The kernel would wait for one, whatever the mode of the file is.
func receive(fd uintptr, n *notification) bool {
	ready := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	if _, err := unix.Poll(ready, 0); err != nil {
		return err == unix.EINTR
	}
	if ready[0].Revents&unix.POLLIN == 0 {
		return ready[0].Revents == 0 // else nobody is left who could tell of anything
	}
	*n = notification{}
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, fd, unix.SECCOMP_IOCTL_NOTIF_RECV, uintptr(unsafe.Pointer(n)))
	return errno == 0 || errno == unix.ENOENT || errno == unix.EINTR // it has ended since
}

// showMachine answers a bot that asks for the machine with one of its own, which has the
// memory that it may have, and reports whether it could. The truth would tell what other
// programs do, bots among them; runtimes size their memory by it.
func (s *Start) showMachine(raw syscall.RawConn, n notification) bool {
	memory, err := os.OpenFile("/proc/"+strconv.Itoa(int(n.thread))+"/mem", os.O_WRONLY, 0)
	if err != nil {
		return false
	}
	defer func() { _ = memory.Close() }()
	// As long as it waits, the number is that of no other thread.
	waits := false
	_ = raw.Control(func(fd uintptr) {
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, fd, unix.SECCOMP_IOCTL_NOTIF_ID_VALID, uintptr(unsafe.Pointer(&n.id)))
		waits = errno == 0
	})
	if !waits || n.args[0] > math.MaxInt64 {
		return false
	}
	machine := unix.Sysinfo_t{Totalram: uint64(s.memory), Freeram: uint64(s.memory), Procs: 1, Unit: 1}
	_, err = memory.WriteAt(unsafe.Slice((*byte)(unsafe.Pointer(&machine)), unsafe.Sizeof(machine)), int64(n.args[0]))
	return err == nil
}

// listen takes over the file by which the kernel tells of calls.
func (s *Start) listen(fd int) {
	_ = unix.SetNonblock(fd, true) // so that the Go scheduler waits for it
	s.listener = os.NewFile(uintptr(fd), "calls")
}
