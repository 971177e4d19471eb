package backup_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/backup"
)

// TestBackupsByRule are written one after the other, the newest stay, and who begins anew goes on. Other files stay.
func TestBackupsByRule(t *testing.T) {
	l, _ := made(t)
	dir := filepath.Join(t.TempDir(), "new")
	name := filepath.Base(string(l.Folder))
	rule := backup.Rule{Dir: dir, Every: 6 * time.Hour, Most: 2}
	begins := func(t *testing.T, rule backup.Rule, during time.Duration) (paths []string, errs []error) {
		ctx, end := context.WithTimeout(t.Context(), during)
		defer end()
		rule.Keep(ctx, nil, l, func(path string, err error) {
			if err != nil {
				errs = append(errs, err)
			}
			if path != "" {
				require.FileExists(t, path)
				paths = append(paths, filepath.Base(path))
			}
		})
		return paths, errs
	}
	synctest.Test(t, func(t *testing.T) { // its clock begins at the year 2000
		paths, errs := begins(t, rule, time.Hour)
		require.Empty(t, errs)
		require.Equal(t, []string{name + "-20000101T000000Z.backup"}, paths)
		write(t, filepath.Join(dir, name+"-2.backup"), "of somebody", 0o600)
		write(t, filepath.Join(dir, "other-20000101T000000Z.backup"), "of somebody", 0o600)

		paths, errs = begins(t, rule, 12*time.Hour)
		require.Empty(t, errs)
		require.Equal(t, []string{name + "-20000101T060000Z.backup", name + "-20000101T120000Z.backup"}, paths)
		requireOnly(t, dir, name+"-2.backup", paths[0], paths[1], "other-20000101T000000Z.backup")
	})
	synctest.Test(t, func(t *testing.T) { // it is enough at once, and one is begun
		enough, count := make(chan struct{}), 0
		close(enough)
		backup.Rule{Dir: t.TempDir(), Every: time.Hour, Most: 1}.Keep(t.Context(), enough, l, func(path string, err error) {
			require.NoError(t, err)
			require.FileExists(t, path)
			count++
		})
		require.Equal(t, 1, count)
	})
	synctest.Test(t, func(t *testing.T) { // the clock was set back
		paths, errs := begins(t, rule, time.Hour)
		require.Empty(t, errs)
		require.Equal(t, []string{name + "-20000101T000000Z.backup"}, paths)
		requireOnly(t, dir, name+"-2.backup", paths[0], name+"-20000101T120000Z.backup", "other-20000101T000000Z.backup")
	})
	synctest.Test(t, func(t *testing.T) { // a folder that can't be made is tried again and again
		file := filepath.Join(t.TempDir(), "file")
		require.NoError(t, os.WriteFile(file, nil, 0o600))
		paths, errs := begins(t, backup.Rule{Dir: file, Every: time.Hour, Most: 1}, 35*time.Minute)
		require.Empty(t, paths)
		require.Len(t, errs, 4)
	})
}
