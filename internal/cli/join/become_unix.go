//go:build unix

package join

import (
	"context"
	"os"
	"syscall"
)

// become replaces this process, so that signals, the terminal and the exit code are those of the other program.
func become(_ context.Context, path string, args []string) error {
	return syscall.Exec(path, args, os.Environ()) //nolint:gosec // it was installed as arena-league
}
