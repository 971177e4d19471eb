//go:build unix

package sys

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

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

// StdoutIsClosed reports whether standard output was closed when the program began. Go has opened the null device then,
// for reading, too, as nobody does who wants no output.
func StdoutIsClosed() bool {
	var out, null unix.Stat_t
	flags, err := unix.FcntlInt(1, unix.F_GETFL, 0)
	return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR && unix.Fstat(1, &out) == nil &&
		unix.Stat(os.DevNull, &null) == nil && out.Rdev == null.Rdev && out.Mode&unix.S_IFMT == unix.S_IFCHR
}
