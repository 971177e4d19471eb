package sys

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// TryLock keeps other arenas from writing a file until it is closed. It returns false if
// another arena has the file. It locks a byte far beyond the end, because locked bytes can't
// even be read.
func TryLock(file *os.File) bool {
	return try(file, windows.LOCKFILE_EXCLUSIVE_LOCK)
}

// TryShare is TryLock for any number of arenas at a time. It returns false if one has locked the file for itself.
func TryShare(file *os.File) bool { return try(file, 0) }

func try(file *os.File, how uint32) bool {
	beyond := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(file.Fd()), how|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, beyond)
	return !errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}

// FreeSpace returns how many bytes this user may still write below a folder, or false where that is not known.
func FreeSpace(folder string) (bytes uint64, known bool) {
	path, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, false
	}
	err = windows.GetDiskFreeSpaceEx(path, &bytes, nil, nil)
	return bytes, err == nil
}

// RaiseFiles returns nil: Windows has no limit that a user could raise.
func RaiseFiles(int) error { return nil }
