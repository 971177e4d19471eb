//go:build unix

package cli

import (
	"os/exec"
	"syscall"
)

// ownGroup keeps a Ctrl-C from a worker: it is the arena that stops it.
func ownGroup(worker *exec.Cmd) { worker.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
