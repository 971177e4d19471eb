//go:build unix

package host

import "syscall"

// killHeirs kills those that are left in the group of a process that was reaped. As long as
// there is one, no other process gets the number of the group.
func killHeirs(leader int) { _ = syscall.Kill(-leader, syscall.SIGKILL) }

// killOne kills a process that was found a moment ago.
func killOne(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) }
