//go:build !linux

package host

import "syscall"

// processStatus is nothing here: no bot is confined, whose status would be asked for.
type processStatus struct{}

func statusOf(int) processStatus                { return processStatus{} }
func (processStatus) takes(syscall.Signal) bool { return false }
