package host

import (
	"os"
	"os/exec"
	"syscall"
)

// OwnGroup keeps a Ctrl-C meant for the arena from reaching a process. It must be
// called before the process is started.
func OwnGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

func ownSession(command *exec.Cmd) { OwnGroup(command) }

// isGone reports whether no process has this number.
func isGone(pid int) bool {
	p, err := os.FindProcess(pid)
	if err == nil {
		_ = p.Release()
	}
	return err != nil
}

// killGroup kills only the process itself: on Windows, finding its children would
// need a job object.
func killGroup(leader *os.Process) { _ = leader.Kill() }
