//go:build !windows

package host

import (
	"fmt"
	"syscall"

	"github.com/botarena/arena/internal/process/dialogue"
)

// isOurCode reports whether a process that we have killed ends with such a code. Here it has none
// at all, but a signal.
func isOurCode(int) bool { return false }

// exitedWith says how a process ended by itself, in words that follow "it".
func exitedWith(code int) string {
	if code == byShell+int(syscall.SIGILL) {
		return fmt.Sprintf("exited with code %d (%s)", code, dialogue.IllegalInstruction)
	}
	return fmt.Sprintf("exited with code %d", code)
}

// byShell is what a shell adds to the signal that has ended its last program, and ends with as its own code.
const byShell = 128

// isException reports whether a code says that the system has ended a process. Here a signal does.
func isException(int) bool { return false }

// lookBack does nothing: of a process that has ended, its end tells what it had.
func (*process) lookBack() {}
