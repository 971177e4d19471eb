//go:build unix

package host

import (
	"errors"
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

// ownSession makes a bot the leader of a session, and with that of a group that it
// can't leave. It also takes the user's terminal from the bot.
func ownSession(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
}

// isGone reports whether no process has this number.
func isGone(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

// killGroup kills a process that has not been reaped yet, and its group.
func killGroup(leader *os.Process) {
	_ = syscall.Kill(leader.Pid, syscall.SIGKILL)
	_ = syscall.Kill(-leader.Pid, syscall.SIGKILL)
}
