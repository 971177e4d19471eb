package host

import (
	"syscall"
	"unsafe"
)

// writeNow writes what a file in non-blocking mode has room for. The Go scheduler is not
// told of the call, which never waits: see plugin.Pipes.
func writeNow(fd uintptr, text []byte) int {
	n, _, errno := syscall.RawSyscall(syscall.SYS_WRITE, fd, uintptr(unsafe.Pointer(&text[0])), uintptr(len(text))) //nolint:gosec // as package syscall does it
	if errno != 0 {
		return 0
	}
	return int(n)
}
