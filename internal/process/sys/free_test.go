package sys_test

import (
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/sys"
)

func TestFree(t *testing.T) {
	folder := t.TempDir()
	free, known := sys.FreeSpace(folder)
	if !known {
		require.NotContains(t, []string{"linux", "darwin", "windows", "freebsd"}, runtime.GOOS)
		t.Skip("this system is not asked")
	}
	require.Greater(t, free, uint64(1<<20), "a test needs some room")
	require.Less(t, free, uint64(1<<60))
	_, known = sys.FreeSpace(filepath.Join(folder, "none"))
	require.False(t, known)
}
