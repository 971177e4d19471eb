//go:build !linux

package host

import "os"

// brokeRules reports whether a sandbox has ended the process; there is none here.
func (p *process) brokeRules(*os.ProcessState) bool { return false }
