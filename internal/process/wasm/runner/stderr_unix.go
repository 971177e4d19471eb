//go:build unix

package runner

import (
	"os"

	"golang.org/x/sys/unix"
)

// kept are files that would be closed if nobody knew them.
var kept []*os.File

// keepFaults keeps what Go's runtime writes when it ends this process from standard error, where it would
// seem to be of the bot: the module gets another number for it. The arena goes by how the process has ended.
func keepFaults() {
	const stderr = 2
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}) // a sandbox has done so
	moved, err := unix.FcntlInt(stderr, unix.F_DUPFD_CLOEXEC, stderr+1)
	if err != nil {
		return
	}
	if _ = unix.Close(stderr); !opens(os.DevNull, stderr) {
		_, _ = unix.FcntlInt(uintptr(moved), unix.F_DUPFD, stderr) // as it was
		return
	}
	kept = append(kept, os.Stderr)
	os.Stderr = os.NewFile(uintptr(moved), "stderr")
}

// opens reports whether a file could be opened under a number, which must be the lowest that is free.
func opens(name string, number int) bool {
	file, err := unix.Open(name, unix.O_WRONLY, 0)
	if err == nil && file != number {
		_ = unix.Close(file)
	}
	return err == nil && file == number
}
