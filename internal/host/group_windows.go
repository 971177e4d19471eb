package host

import (
	"os"
	"os/exec"
	"syscall"
)

// OwnGroup keeps a Ctrl-C meant for the arena from a process that is not started yet.
func OwnGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// killGroup kills the process alone: on Windows its children would need a job
// object to be found.
func killGroup(leader *os.Process) { _ = leader.Kill() }
