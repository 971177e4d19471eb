package files_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/files"
)

func TestALinkIsFoundWhereverItIs(t *testing.T) {
	folder := t.TempDir()
	deep := filepath.Join(folder, "some", "where")
	require.NoError(t, os.MkdirAll(deep, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(deep, "file"), nil, 0o600))
	require.NoError(t, files.NoLinks(folder))
	require.NoError(t, files.NoLink(filepath.Join(deep, "file")))
	require.NoError(t, files.NoLinks(filepath.Join(folder, "none")))
	link := filepath.Join(deep, "link")
	if err := os.Symlink("nowhere", link); err != nil {
		require.Equal(t, "windows", runtime.GOOS, err)
		t.Skip(err) // it lets few users
	}
	require.ErrorIs(t, files.NoLink(link), files.ErrLink)
	require.ErrorIs(t, files.NoLinks(folder), files.ErrLink)
	require.ErrorIs(t, files.NoLinks(link), files.ErrLink)
	require.EqualError(t, files.NoLink(link), link+": is a link, which may lead anywhere")
}
