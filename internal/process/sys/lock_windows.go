package sys

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// TryLock keeps other arenas from writing a file until it is closed. It returns false if
// another arena has the file. It locks a byte far beyond the end, because what is locked
// can't even be read.
func TryLock(file *os.File) bool {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	beyond := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, beyond)
	return !errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}
