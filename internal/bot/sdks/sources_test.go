package sdks_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/sdks"
)

// filesBelow returns the text of every file by its path.
func filesBelow(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files[path] = string(text)
		return err
	}))
	return files
}

func TestUnpackedFilesAreMendedAndNothingElseIsLeft(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache", "sdk")
	folder, err := sdks.All().Unpack(dir)
	require.NoError(t, err)
	require.Equal(t, filepath.Join(dir, sdks.All().Sum), folder)
	whole := filesBelow(t, dir)
	require.NotEmpty(t, whole)
	for path := range whole {
		name, err := filepath.Rel(folder, path)
		require.NoError(t, err)
		require.Equal(t, string(sdks.All().Read(filepath.ToSlash(name))), whole[path])
		require.NotEqual(t, ".go", filepath.Ext(path))

		require.NoError(t, os.WriteFile(path, []byte(strings.Repeat("x", len(whole[path]))), 0o600))
		again, err := sdks.All().Unpack(dir)
		require.NoError(t, err)
		require.Equal(t, folder, again)
		require.Equal(t, whole, filesBelow(t, dir))
	}
}

func TestSeveralMayUnpackAtOnce(t *testing.T) {
	again := 3
	if tier.IsNight() {
		again = 20
	}
	for name, before := range map[string]func(t *testing.T, dir string){
		"the first ones": func(*testing.T, string) {},
		"a changed folder": func(t *testing.T, dir string) {
			t.Helper()
			folder := filepath.Join(dir, sdks.All().Sum)
			require.NoError(t, os.Mkdir(folder, 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(folder, "changed"), nil, 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			for range again {
				dir := t.TempDir()
				before(t, dir)
				var work sync.WaitGroup
				errs := make([]error, 8)
				for i := range errs {
					work.Go(func() { _, errs[i] = sdks.All().Unpack(dir) })
				}
				work.Wait()
				for _, err := range errs {
					require.NoError(t, err)
				}
				entries, err := os.ReadDir(dir)
				require.NoError(t, err)
				require.Len(t, entries, 1)
				require.NoFileExists(t, filepath.Join(dir, sdks.All().Sum, "changed"))
			}
		})
	}
}

func TestAFolderThatCanNotBeWrittenIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err := sdks.All().Unpack(filepath.Join(file, "sdk"))
	require.Error(t, err)
}
