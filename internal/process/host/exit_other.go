//go:build !windows

package host

import "fmt"

// isOurCode reports whether a process that we have killed ends with such a code. Here it has none
// at all, but a signal.
func isOurCode(int) bool { return false }

// exitedWith says how a process ended by itself, in words that follow "it".
func exitedWith(code int) string { return fmt.Sprintf("exited with code %d", code) }

// isException reports whether a code says that the system has ended a process. Here a signal does.
func isException(int) bool { return false }

// lookBack does nothing: of a process that has ended, its end tells what it had.
func (*process) lookBack() {}
