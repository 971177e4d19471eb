package host

import (
	"os"
	"syscall"
)

// brokeRules reports whether the filter of a sandbox has ended the process.
func (p *process) brokeRules(ended *os.ProcessState) bool {
	status, ok := ended.Sys().(syscall.WaitStatus)
	return p.shim != nil && ok && status.Signaled() && status.Signal() == syscall.SIGSYS
}
