package progress

import "golang.org/x/sys/unix"

const (
	getModes = unix.TCGETS
	setModes = unix.TCSETS
	noKey    = 0
)
