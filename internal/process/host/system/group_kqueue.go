//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package system

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// awaitEnd waits until a process has ended, but does not reap it. Until it is
// reaped, no other group can get its number, so its group can be killed safely.
func awaitEnd(pid int) error {
	for {
		if ended, err := endsWithin(pid, time.Second); ended || err != nil {
			return err
		}
	}
}

// endsWithin waits for a limited time, so that an end that the system does not tell of is seen
// by the next call, which then finds no such process.
func endsWithin(pid int, most time.Duration) (bool, error) {
	queue, err := unix.Kqueue()
	if err != nil {
		return false, fmt.Errorf("kqueue: %w", err)
	}
	defer func() { _ = unix.Close(queue) }()
	var watch unix.Kevent_t
	unix.SetKevent(&watch, pid, unix.EVFILT_PROC, unix.EV_ADD|unix.EV_ONESHOT)
	watch.Fflags = unix.NOTE_EXIT
	timeout := unix.NsecToTimespec(int64(most))
	var told [1]unix.Kevent_t
	n, err := unix.Kevent(queue, []unix.Kevent_t{watch}, told[:], &timeout)
	if err == nil && n > 0 && told[0].Flags&unix.EV_ERROR != 0 {
		err = unix.Errno(told[0].Data) //nolint:gosec // a small number
	}
	switch {
	case errors.Is(err, unix.EINTR):
		return false, nil
	case errors.Is(err, unix.ESRCH): // what macOS, OpenBSD and NetBSD say of one that is not reaped yet
		return true, nil
	case err != nil:
		return false, fmt.Errorf("kevent: %w", err)
	}
	return n > 0, nil
}
