package progress

import "golang.org/x/sys/windows"

// withoutEcho makes a console hand out keys as they are pressed, and not show them. Ctrl-C
// stays a signal.
func withoutEcho(console uintptr) (restore func(), err error) {
	handle := windows.Handle(console)
	var before uint32
	if err := windows.GetConsoleMode(handle, &before); err != nil {
		return nil, err
	}
	after := before&^(windows.ENABLE_LINE_INPUT|windows.ENABLE_ECHO_INPUT) | windows.ENABLE_PROCESSED_INPUT
	if err := windows.SetConsoleMode(handle, after); err != nil {
		return nil, err
	}
	return func() { _ = windows.SetConsoleMode(handle, before) }, nil // a console that is gone needs none
}
