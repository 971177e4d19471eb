package runner

import (
	"os"

	"golang.org/x/sys/windows"
)

// keepFaults keeps what Go's runtime writes when it ends this process from standard error, where it would
// seem to be of the bot: only the module has that file still.
func keepFaults() {
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		_ = windows.SetStdHandle(windows.STD_ERROR_HANDLE, windows.Handle(null.Fd()))
		kept = append(kept, null)
	}
}

// kept are files that would be closed if nobody knew them.
var kept []*os.File
