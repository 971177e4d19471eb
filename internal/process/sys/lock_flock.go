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
	return try(file, unix.LOCK_EX)
}

// TryShare is TryLock for any number of arenas at a time. It returns false if one has locked the file for itself.
func TryShare(file *os.File) bool { return try(file, unix.LOCK_SH) }

func try(file *os.File, how int) bool {
	return !errors.Is(unix.Flock(int(file.Fd()), how|unix.LOCK_NB), unix.EWOULDBLOCK) //nolint:gosec // a small number
}
