package enginetest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
)

// recordsVariable is the environment variable that names the folder of records, which
// has a folder for every game.
const recordsVariable = "ARENA_RECORDS"

// Records returns files of a game that are not part of the repository, such as records
// of its original program, whose names match one of the patterns. If there are none,
// the test is skipped, or fails in CI.
func Records(t *testing.T, game string, patterns ...string) []string {
	t.Helper()
	folder := filepath.Join(recordsFolder(t), game)
	files := filesIn(t, folder, patterns)
	if len(files) > 0 {
		return files
	}
	tier.Lacks(t, fmt.Sprintf("no %s in %s; %s can name the folder above", patterns[0], folder, recordsVariable))
	return nil
}

// Boards returns the board files beside the records of a game, if there are any.
func Boards(t *testing.T, game string) []string {
	t.Helper()
	return filesIn(t, filepath.Join(recordsFolder(t), game), []string{"*.cnf"})
}

func filesIn(t *testing.T, folder string, patterns []string) (files []string) {
	t.Helper()
	for _, pattern := range patterns {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		require.NoError(t, err)
		files = append(files, found...)
	}
	return files
}

// recordsFolder returns the folder that the environment variable names, or else
// shared/records in the nearest folder above that has it.
func recordsFolder(t *testing.T) string {
	t.Helper()
	if set := os.Getenv(recordsVariable); set != "" {
		return set
	}
	here, err := os.Getwd()
	require.NoError(t, err)
	shared := filepath.Join("shared", "records")
	for above := here; ; above = filepath.Dir(above) {
		if _, err := os.Stat(filepath.Join(above, shared)); err == nil {
			return filepath.Join(above, shared)
		}
		if above == filepath.Dir(above) {
			return shared // there is none
		}
	}
}
