//go:build linux && (amd64 || arm64)

package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAProgramWithTwoNamesIsCopiedOnce(t *testing.T) {
	dir := t.TempDir()
	first, second, other := filepath.Join(dir, "first"), filepath.Join(dir, "second"), filepath.Join(dir, "other")
	require.NoError(t, os.WriteFile(first, []byte("a program"), 0o700)) //nolint:gosec // it is a program
	require.NoError(t, os.Link(first, second))
	require.NoError(t, os.WriteFile(other, []byte("a program"), 0o700)) //nolint:gosec // it is a program
	var s sealed
	copied := open(t, &s, first)
	require.Same(t, copied, open(t, &s, second))
	require.NotSame(t, copied, open(t, &s, other), "another file, which its author can change")
	require.NoError(t, os.WriteFile(second, []byte("another program"), 0o700)) //nolint:gosec // it is a program
	require.NotSame(t, copied, open(t, &s, first), "the same file, changed under its other name")
}

func TestNobodySeesThatACopyWasRead(t *testing.T) {
	program := filepath.Join(t.TempDir(), "program")
	require.NoError(t, os.WriteFile(program, []byte("a program"), 0o700)) //nolint:gosec // it is a program
	copied := open(t, new(sealed), program)
	before := readLast(t, copied)
	time.Sleep(50 * time.Millisecond) // longer than a tick of the clock of files
	again, err := os.ReadFile(fmt.Sprintf("/proc/self/fd/%d", copied.Fd()))
	require.NoError(t, err)
	require.Equal(t, "a program", string(again))
	require.Equal(t, before, readLast(t, copied))
}

func readLast(t *testing.T, file *os.File) syscall.Timespec {
	t.Helper()
	var info syscall.Stat_t
	require.NoError(t, syscall.Fstat(int(file.Fd()), &info))
	return info.Atim
}

func open(t *testing.T, s *sealed, path string) *os.File {
	t.Helper()
	file, err := s.open(path)
	require.NoError(t, err)
	return file
}
