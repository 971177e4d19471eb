//go:build linux && (amd64 || arm64)

package sandbox

import (
	"os"

	"golang.org/x/sys/unix"
)

// inMemory is a folder that containers have even if nothing else of theirs can be written to.
const inMemory = "/dev/shm"

// TempFolder returns the folder for the temporary folders of bots: the usual one, if that can be
// written to or the user names it.
func TempFolder() string {
	usual := os.TempDir()
	if os.Getenv("TMPDIR") == "" && !isWritable(usual) && isWritable(inMemory) {
		return inMemory
	}
	return usual
}

func isWritable(folder string) bool { return unix.Access(folder, unix.W_OK|unix.X_OK) == nil }

// folderError reports that there is no folder even for the probe.
type folderError struct{ error }

func (e *folderError) Unwrap() error { return e.error }

// Hint returns what gives one.
func (e *folderError) Hint() string {
	if surroundingsNow().container {
		return "docker run --tmpfs /tmp"
	}
	return "set TMPDIR to a folder that exists and can be written to"
}
