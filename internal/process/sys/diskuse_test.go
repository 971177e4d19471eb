package sys_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/sys"
)

func TestFolder(t *testing.T) {
	folder := t.TempDir()
	require.Zero(t, sys.FolderSize(folder))
	require.Zero(t, sys.FolderSize(filepath.Join(folder, "none")))
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "a", "b"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "a", "b", "x"), make([]byte, 70), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "y"), make([]byte, 30), 0o600))
	_ = os.Symlink(folder, filepath.Join(folder, "a", "link")) // Windows may not let us
	require.EqualValues(t, 100, sys.FolderSize(folder))
}
