//go:build unix

package build

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// withChildren makes a command whose context is done die with all that it has started, as
// a compiler starts others. It must be called before the command is started.
func withChildren(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error {
		err := syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		if errors.Is(err, syscall.ESRCH) {
			return os.ErrProcessDone
		}
		return err
	}
}
