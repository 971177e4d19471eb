//go:build unix

package sys

import (
	"os"

	"golang.org/x/sys/unix"
)

// StdoutIsClosed reports whether standard output was closed when the program began. Go has opened the null device then,
// for reading, too, as nobody does who wants no output.
func StdoutIsClosed() bool {
	var out, null unix.Stat_t
	flags, err := unix.FcntlInt(1, unix.F_GETFL, 0)
	return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR && unix.Fstat(1, &out) == nil &&
		unix.Stat(os.DevNull, &null) == nil && out.Rdev == null.Rdev && out.Mode&unix.S_IFMT == unix.S_IFCHR
}
