//go:build unix

package sys

import (
	"os"
	"syscall"
)

// limit returns 0 if it can't be found out.
func limit() uint64 {
	var most syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &most) != nil {
		return 0
	}
	return uint64(most.Cur) //nolint:unconvert // it is signed on FreeBSD
}

// RaiseFiles returns an error if this process can't open so many more files at the same
// time. It opens them without the help of package os: the Go runtime ends the program
// if there is no file left for it to wait for others with.
func RaiseFiles(files int) error {
	for range files {
		file, err := syscall.Open(os.DevNull, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		defer func() { _ = syscall.Close(file) }()
	}
	return nil
}
