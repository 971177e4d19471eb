package host

import "syscall"

// brokeRules reports whether the filter of a sandbox has ended the process.
func (p *process) brokeRules(status syscall.WaitStatus) bool {
	return p.shim != nil && status.Signal() == syscall.SIGSYS
}
