//go:build unix && !aix && !solaris

package sys

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// TryLock keeps other arenas from writing a file until it is closed. It returns false if
// another arena has the file. Where the file system knows no locks, there are none.
func TryLock(file *os.File) bool {
	return !errors.Is(unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB), unix.EWOULDBLOCK) //nolint:gosec // a small number
}
