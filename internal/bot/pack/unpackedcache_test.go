package pack

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestWhatWasNotUsedIsForgotten, from the oldest on, until there is little enough.
func TestWhatWasNotUsedIsForgotten(t *testing.T) {
	s := shelf{folder: t.TempDir()}
	for name, hours := range map[string]int{"now": 0, "yesterday": 25, "monday": 60, "sunday": 80, unfinished + "x": 0} {
		home := filepath.Join(s.folder, name)
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
		s.forgetUnused(step.most)
		entries, err := os.ReadDir(s.folder)
		require.NoError(t, err)
		var left []string
		for _, e := range entries {
			left = append(left, e.Name())
		}
		require.Equal(t, step.left, left, step.most)
	}

	s.keeps = true
	s.forgetUnused(-1)
	require.DirExists(t, filepath.Join(s.folder, "now"), "a league keeps all its bots")
	_, size := s.bots()
	require.EqualValues(t, 100, size)
}
