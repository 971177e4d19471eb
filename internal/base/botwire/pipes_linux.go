package botwire

import (
	"io"
	"net"
	"syscall"
	"unsafe"
)

// rawPipes read and write by system calls that the Go scheduler is not told of. They
// never wait, since the poller does that. A call that the scheduler is told of wakes up
// sysmon, the thread that watches over long calls, and sysmon costs each bot more than
// the call does.
type rawPipes struct {
	pipes
	in, out transfer
}

// transfer is a read or a write under way.
type transfer struct {
	file  syscall.RawConn
	bytes []byte
	done  int
	errno syscall.Errno
	try   func(fd uintptr) bool // made once
}

func newPipes(p pipes) net.Conn {
	raw := &rawPipes{pipes: p}
	var readErr, writeErr error
	raw.in.file, readErr = p.read.SyscallConn()
	raw.out.file, writeErr = p.write.SyscallConn()
	if readErr != nil || writeErr != nil {
		return &p
	}
	raw.in.try, raw.out.try = raw.in.read, raw.out.write
	return raw
}

func (p *rawPipes) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	n, err := p.in.run(b, p.in.file.Read)
	if n == 0 && err == nil {
		return 0, io.EOF
	}
	return n, err
}

func (p *rawPipes) Write(b []byte) (int, error) { return p.out.run(b, p.out.file.Write) }

func (t *transfer) run(b []byte, wait func(func(uintptr) bool) error) (int, error) {
	t.bytes, t.done, t.errno = b, 0, 0
	err := wait(t.try)
	t.bytes = nil
	if err == nil && t.errno != 0 {
		err = t.errno
	}
	return t.done, err
}

// read reads once. It returns false if there is nothing yet.
func (t *transfer) read(fd uintptr) bool {
	t.done = t.call(syscall.SYS_READ, fd)
	return t.errno != syscall.EAGAIN
}

// write writes all. It returns false if the pipe is full before that.
func (t *transfer) write(fd uintptr) bool {
	for t.done < len(t.bytes) {
		t.done += t.call(syscall.SYS_WRITE, fd)
		if t.errno != 0 {
			return t.errno != syscall.EAGAIN
		}
	}
	return true
}

// call makes a system call with the bytes that are not done yet, and returns how many it
// did.
func (t *transfer) call(number, fd uintptr) int {
	rest := t.bytes[t.done:]
	for {
		n, _, errno := syscall.RawSyscall(number, fd, uintptr(unsafe.Pointer(&rest[0])), uintptr(len(rest))) //nolint:gosec // as package syscall does it
		switch t.errno = errno; errno {
		case 0:
			return int(n)
		case syscall.EINTR:
		default:
			return 0
		}
	}
}
