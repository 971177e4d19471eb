//go:build !linux

package host

import "syscall"

func isStop(syscall.Signal) bool                    { return false }
func stop(int)                                      {}
func (processStatus) holdsBack(syscall.Signal) bool { return false }
