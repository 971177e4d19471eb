//go:build unix

package host

import (
	"os"
	"os/exec"
	"syscall"
)

// OwnGroup makes a process that is not started yet the leader of a group, so that its
// children can be killed with it and a Ctrl-C meant for the arena doesn't reach it.
func OwnGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

func killGroup(leader *os.Process) {
	_ = syscall.Kill(-leader.Pid, syscall.SIGKILL)
}
