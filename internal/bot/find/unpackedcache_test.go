package find

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestWhatWasNotUsedIsForgotten, from the oldest on, until there is little enough.
func TestWhatWasNotUsedIsForgotten(t *testing.T) {
	f := Finder{Cache: t.TempDir()}
	for name, hours := range map[string]int{"now": 0, "yesterday": 25, "monday": 60, "sunday": 80, unfinished + "x": 0} {
		home := filepath.Join(f.packageFolder(), name)
		require.NoError(t, os.MkdirAll(filepath.Join(home, "zorg"), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(home, "zorg", "zorg"), make([]byte, 100), 0o400))
		used := time.Now().Add(time.Duration(-hours) * time.Hour)
		require.NoError(t, os.Chtimes(home, used, used))
	}
	for _, step := range []struct {
		most int64
		left []string
	}{
		{400, []string{"monday", "new-x", "now", "sunday", "yesterday"}},
		{399, []string{"monday", "new-x", "now", "yesterday"}},
		{299, []string{"new-x", "now", "yesterday"}},
		{0, []string{"new-x", "now"}}, // who plays has it open
	} {
		f.forgetUnused(step.most)
		entries, err := os.ReadDir(f.packageFolder())
		require.NoError(t, err)
		var left []string
		for _, e := range entries {
			left = append(left, e.Name())
		}
		require.Equal(t, step.left, left, step.most)
	}

	f.Unpack = f.packageFolder()
	f.forgetUnused(-1)
	require.DirExists(t, filepath.Join(f.Unpack, "now"), "a league keeps all its bots")
	f.used(filepath.Join(f.Unpack, "now"))
	_, size := f.unpackedBots()
	require.EqualValues(t, 100, size)
}
