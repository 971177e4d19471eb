//go:build unix

package progress

import "golang.org/x/sys/unix"

// withoutEcho makes a terminal hand out keys as they are pressed, and not show them.
// Ctrl-Z and Ctrl-\ are keys, too; see signalOf. Ctrl-C stays a signal, and output is treated
// as before.
func withoutEcho(terminal uintptr) (restore func(), err error) {
	fd := int(terminal)
	before, err := unix.IoctlGetTermios(fd, getModes)
	if err != nil {
		return nil, err
	}
	modes := *before
	modes.Lflag &^= unix.ECHO | unix.ICANON
	modes.Cc[unix.VSUSP], modes.Cc[unix.VQUIT] = noKey, noKey
	modes.Cc[unix.VMIN], modes.Cc[unix.VTIME] = 1, 0
	if err := unix.IoctlSetTermios(fd, setModes, &modes); err != nil {
		return nil, err
	}
	return func() { _ = unix.IoctlSetTermios(fd, setModes, before) }, nil // a terminal that is gone needs none
}
