//go:build unix

package host

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes a process the leader of a group, so that its children can be
// killed with it, and a Ctrl-C meant for the arena does not reach it.
func ownGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

func killGroup(leader *os.Process) {
	_ = syscall.Kill(-leader.Pid, syscall.SIGKILL)
}
