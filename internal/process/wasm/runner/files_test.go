package runner

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFoldersAreTheSameOnEveryMachine: a system may give a folder any size.
func TestFoldersAreTheSameOnEveryMachine(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"b", "c", "a"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("text"), 0o600))
	}
	root, err := os.OpenRoot(folder)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, root.Close()) })
	shown := files{root.FS()}
	for name, size := range map[string]int64{".": 0, "a": 4} {
		info, err := fs.Stat(shown, name)
		require.NoError(t, err)
		require.Equal(t, size, info.Size(), name)
		require.EqualValues(t, epoch, info.ModTime().Unix())
	}
	list, err := fs.ReadDir(shown, ".")
	require.NoError(t, err)
	require.Len(t, list, 3)
	require.Equal(t, "a", list[0].Name())
	_, err = shown.Open("missing")
	require.ErrorIs(t, err, fs.ErrNotExist)
}
