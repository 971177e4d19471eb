package system

import (
	"errors"

	"golang.org/x/sys/unix"
)

// awaitEnd waits until a process has ended, but does not reap it. Until it is
// reaped, no other group can get its number, so its group can be killed safely.
func awaitEnd(pid int) error {
	for {
		if err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
