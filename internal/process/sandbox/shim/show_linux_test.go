//go:build linux && (amd64 || arm64)

package shim

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNoLinkIsFollowed: what is shown was resolved before, and a link that came since is none of it.
func TestNoLinkIsFollowed(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "folder"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "folder", "file"), []byte("text"), 0o600))
	require.NoError(t, os.Symlink("folder", filepath.Join(dir, "link")))
	for _, open := range []func(string, uint64) (int, error){
		openNoLinks, func(path string, flags uint64) (int, error) { return walkNoLinks(path, int(flags)) },
	} {
		file, err := open(filepath.Join(dir, "folder", "file"), oPath)
		require.NoError(t, err)
		require.NoError(t, syscall.Close(file))
		_, err = open(filepath.Join(dir, "link", "file"), oPath)
		require.ErrorIs(t, err, syscall.ELOOP)
		_, err = open(filepath.Join(dir, "link"), syscall.O_RDONLY)
		require.ErrorIs(t, err, syscall.ELOOP)
		_, err = open(filepath.Join(dir, "folder", "none"), oPath)
		require.ErrorIs(t, err, syscall.ENOENT)
		link, err := open(filepath.Join(dir, "link"), oPath)
		require.NoError(t, err, "it is opened itself")
		require.NoError(t, syscall.Close(link))
		root, err := open("/", oPath)
		require.NoError(t, err)
		require.NoError(t, syscall.Close(root))
	}

	link, err := openNoLinks(filepath.Join(dir, "link"), oPath)
	require.NoError(t, err)
	defer syscall.Close(link) //nolint:errcheck // a file of the test
	require.NoError(t, linkAgain(link, filepath.Join(dir, "again")))
	to, err := os.Readlink(filepath.Join(dir, "again"))
	require.NoError(t, err)
	require.Equal(t, "folder", to)
}

// TestACopyHasTheRightsOfTheFile: what its user may not read, it must not be able to read by the copy.
func TestACopyHasTheRightsOfTheFile(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for mode, want := range map[os.FileMode]os.FileMode{
		0o600: 0o600, 0o644: 0o644, 0o755: 0o755, 0o777: 0o755,
		0o404: 0o404,
	} {
		from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
		require.NoError(t, os.WriteFile(from, []byte("text"), 0o600))
		require.NoError(t, os.Chmod(from, mode))
		s := shower{left: 10}
		copied, err := s.copy(from, to)
		require.NoError(t, err)
		require.True(t, copied)
		require.EqualValues(t, 6, s.left)
		info, err := os.Stat(to)
		require.NoError(t, err)
		require.Equal(t, want, info.Mode(), mode)
		text, err := os.ReadFile(to)
		require.NoError(t, err)
		require.Equal(t, "text", string(text))
		require.NoError(t, os.Remove(from))
		require.NoError(t, os.Remove(to))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "large"), make([]byte, 11), 0o600))
	copied, err := (&shower{left: 10}).copy(filepath.Join(dir, "large"), filepath.Join(dir, "to"))
	require.NoError(t, err)
	require.False(t, copied)
	require.NoFileExists(t, filepath.Join(dir, "to"))
}
