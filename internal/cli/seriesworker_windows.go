package cli

import (
	"os/exec"
	"syscall"
)

// ownGroup keeps a Ctrl-C from a worker: it is the arena that stops it.
func ownGroup(worker *exec.Cmd) {
	worker.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}
