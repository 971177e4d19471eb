//go:build linux && (amd64 || arm64)

package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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

func TestTheArenasOwnFileIsStartedAsItIs(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	info, err := os.Stat(self)
	require.NoError(t, err)
	linked := filepath.Join(t.TempDir(), "linked")
	require.NoError(t, os.Symlink(self, linked))
	for _, path := range []string{self, linked, "/proc/self/exe"} {
		file, ours, err := new(sealed).open(path, true)
		require.NoError(t, err)
		require.Equal(t, info.Mode()&0o005 == 0o005, ours, path)
		if !ours {
			continue // under an umask that shuts others out
		}
		is, err := file.Stat()
		require.NoError(t, err)
		require.True(t, os.SameFile(info, is), path)
	}
	text, err := os.ReadFile(self)
	require.NoError(t, err)
	another := filepath.Join(t.TempDir(), "another")
	require.NoError(t, os.WriteFile(another, text, 0o700)) //nolint:gosec // it is a program
	open(t, new(sealed), another)
}

// TestOnlyTheArenasOwnCodeIsStartedFromItsFile: with a module that it reads, the arena runs a stranger's.
func TestOnlyTheArenasOwnCodeIsStartedFromItsFile(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	_, unfit := ownFile() // under an umask that shuts others out
	module := filepath.Join(t.TempDir(), "module.wasm")
	require.NoError(t, os.WriteFile(module, nil, 0o644)) //nolint:gosec // the bot reads it
	for _, reads := range [][]string{nil, {module}} {
		c := exec.Command(self)
		folder := t.TempDir()
		start, err := (&Sandbox{way: way{landlock: leastLandlock}}).Confine(
			c, Program{Bot: filepath.Join(folder, "none"), Folder: folder, Limits: DefaultLimits(), Reads: reads})
		require.NoError(t, err)
		start.Begun()
		start.Stop()
		require.Equal(t, reads == nil && unfit == nil, slices.Contains(c.Args, "ours=true"), "%v: %v", reads, c.Args)
	}
}

// TestAnOwnFileThatOthersMayNotStartIsCopied: what runs may be another user.
func TestAnOwnFileThatOthersMayNotStartIsCopied(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena")
	require.NoError(t, os.WriteFile(path, []byte("a program"), 0o700)) //nolint:gosec // it is a program
	for mode, may := range map[os.FileMode]bool{0o700: false, 0o750: false, 0o751: false, 0o754: false, 0o755: true} {
		require.NoError(t, os.Chmod(path, mode))
		_, err := openOwn(path)
		require.Equal(t, may, err == nil, "%v: %v", mode, err)
	}
	_, err := openOwn(filepath.Dir(path))
	require.Error(t, err)
	_, err = openOwn(path + " is not there")
	require.ErrorIs(t, err, os.ErrNotExist)
}

func readLast(t *testing.T, file *os.File) syscall.Timespec {
	t.Helper()
	var info syscall.Stat_t
	require.NoError(t, syscall.Fstat(int(file.Fd()), &info))
	return info.Atim
}

func open(t *testing.T, s *sealed, path string) *os.File {
	t.Helper()
	file, ours, err := s.open(path, true)
	require.NoError(t, err)
	require.False(t, ours)
	return file
}
