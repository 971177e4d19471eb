package system

import (
	"errors"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"

	"github.com/botarena/arena/internal/process/cgroup"
)

func ownGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// awaitEnd waits until a process has ended. It must not be reaped yet: as long as it is
// not, os.Process holds a handle to it, and no other process can get its number.
func awaitEnd(pid int) error {
	handle, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid)) //nolint:gosec // a number of the system's
	if err != nil {
		return err
	}
	defer func() { _ = windows.CloseHandle(handle) }()
	_, err = windows.WaitForSingleObject(handle, windows.INFINITE)
	return err
}

// isGone reports whether no process of this number runs. One that has ended is there as
// long as anybody has a handle to it.
func isGone(pid int) bool {
	handle, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid)) //nolint:gosec // as above
	if err != nil {
		return errors.Is(err, windows.ERROR_INVALID_PARAMETER) // else it is somebody else's
	}
	defer func() { _ = windows.CloseHandle(handle) }()
	event, err := windows.WaitForSingleObject(handle, 0)
	return err == nil && event == windows.WAIT_OBJECT_0
}

// killGroup kills only the process itself, with a code by which its end is known to be our
// doing. Its children are in its job, which is killed as well.
func killGroup(leader *os.Process) {
	_ = leader.WithHandle(func(handle uintptr) {
		_ = windows.TerminateProcess(windows.Handle(handle), cgroup.KilledCode)
	})
}
