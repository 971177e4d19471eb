//go:build unix

package written

import "syscall"

// withoutWaiting opens a pipe that has no writer at once.
const withoutWaiting = syscall.O_NONBLOCK
