package system

import (
	"syscall"
	"unsafe"
)

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
