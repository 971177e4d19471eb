//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package progress

import "golang.org/x/sys/unix"

const (
	getModes = unix.TIOCGETA
	setModes = unix.TIOCSETA
	noKey    = 0xff
)
