package host

import (
	"errors"

	"golang.org/x/sys/unix"
)

// awaitEnd waits until a process has ended, and does not reap it: as long as it
// is there, its group's number is nobody else's, and can be killed.
func awaitEnd(pid int) {
	for errors.Is(unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil), unix.EINTR) {
	}
}
