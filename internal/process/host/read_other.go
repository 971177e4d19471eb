//go:build unix && !linux

package host

import "syscall"

// readNow reads what a file in non-blocking mode has.
func readNow(fd uintptr, buffer []byte) (int, error) { return syscall.Read(int(fd), buffer) }
