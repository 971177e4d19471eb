//go:build unix

package admission_test

import (
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// makePipe makes a pipe, which nobody writes to, if the system has such.
func makePipe(t *testing.T, path string) bool {
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	return true
}
