package enginetest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest"
)

func TestRecordsAreFoundAboveOrWhereTheEnvironmentSays(t *testing.T) {
	t.Setenv("CI", "")
	t.Setenv("ARENA_RECORDS", "")
	top := t.TempDir()
	folder := filepath.Join(top, "shared", "records", "chess")
	deep := filepath.Join(top, "repository", "engine", "games", "chess")
	for _, dir := range []string{folder, deep} {
		require.NoError(t, os.MkdirAll(dir, 0o755))
	}
	var want []string
	for _, name := range []string{"one.res", "two.res", "three.res.gz"} {
		want = append(want, filepath.Join(folder, name))
	}
	for _, file := range append(want, filepath.Join(folder, "README.md")) {
		require.NoError(t, os.WriteFile(file, nil, 0o600))
	}
	t.Chdir(deep)
	require.Equal(t, want, enginetest.Records(t, "chess", "*.res", "*.res.gz"))
	requireSkipped(t, "chess", "*.cnf")
	requireSkipped(t, "go", "*.res")
	require.Empty(t, enginetest.Boards(t, "chess"), "a record needs nothing beside it")

	t.Setenv("ARENA_RECORDS", filepath.Join(top, "repository"))
	requireSkipped(t, "chess", "*.res")
	t.Setenv("ARENA_RECORDS", filepath.Dir(folder))
	t.Chdir(t.TempDir())
	require.Equal(t, want[:2], enginetest.Records(t, "chess", "*.res"))
}

func requireSkipped(t *testing.T, game, pattern string) {
	t.Helper()
	skipped := false
	t.Run("no "+pattern+" of "+game, func(t *testing.T) {
		defer func() { skipped = t.Skipped() }()
		enginetest.Records(t, game, pattern)
	})
	require.True(t, skipped)
}
