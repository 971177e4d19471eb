package progress

import (
	"os"

	"golang.org/x/sys/windows"
)

// needsTerm says that a terminal tells by TERM what it can.
const needsTerm = false

// A program on Windows is not stopped, and has no background.
func hear(chan<- os.Signal)     {}
func inForeground(uintptr) bool { return true }

// understood makes a console understand what a board is drawn with. All of Windows 10 and later
// can, which Go needs as well.
func understood(console uintptr) (restore func()) {
	handle := windows.Handle(console)
	var before uint32
	if err := windows.GetConsoleMode(handle, &before); err != nil {
		return func() {}
	}
	if err := windows.SetConsoleMode(handle, before|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING); err != nil {
		return func() {}
	}
	return func() { _ = windows.SetConsoleMode(handle, before) } // a console that is gone needs none
}
