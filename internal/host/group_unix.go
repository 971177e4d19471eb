//go:build unix

package host

import (
	"os"
	"os/exec"
	"syscall"
)

// OwnGroup makes a process the leader of its own group, so that its children can be
// killed with it and a Ctrl-C meant for the arena doesn't reach it. It must be called
// before the process is started.
func OwnGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

func killGroup(leader *os.Process) {
	_ = syscall.Kill(-leader.Pid, syscall.SIGKILL)
}
