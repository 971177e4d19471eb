package cli

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
)

// TestWhatAnArenaOfThePastWroteIsRead compares what the arena says of files with what the arena said that wrote them:
// testdata/past/said.txt has its answers. They are never written anew, as users keep such files. A replay of rules
// that have changed since goes to those that can't be verified.
func TestWhatAnArenaOfThePastWroteIsRead(t *testing.T) {
	said, err := os.ReadFile("testdata/past/said.txt")
	require.NoError(t, err)
	steps := strings.Split(string(said), "$ arena ")
	require.Greater(t, len(steps), 1)
	inThePast(t)
	for _, step := range steps[1:] {
		typed, want, _ := strings.Cut(step, "\n")
		var out, errs bytes.Buffer
		code := run(t.Context(), games.All(), strings.Fields(typed), &out, &errs)
		require.Zero(t, code, "%s: %s", typed, errs.String())
		got := strings.ReplaceAll(out.String(), "\r\n", "\n") // rows of CSV end so
		require.Equal(t, want, sources.ReplaceAllString(got, ""), typed)
	}
}

// sources is a table of arena replay that came later.
var sources = regexp.MustCompile(`(?m)^points gained in rounds .*\n(.+\n)+\n`)

// inThePast goes to a folder with the files of testdata/past, in which nothing is trusted.
func inThePast(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "league"), 0o700))
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/past")))
	require.NoError(t, os.Remove(filepath.Join(dir, "go.mod"))) // it only keeps them out of the arena's module
	for packed, to := range map[string]string{"series.db.gz": "series.db", "league.db.gz": "league/league.db"} {
		unpackTo(t, filepath.Join(dir, packed), filepath.Join(dir, to))
	}
	t.Chdir(dir)
	for _, variable := range []string{"HOME", "XDG_CONFIG_HOME", "AppData"} {
		t.Setenv(variable, dir)
	}
}

func unpackTo(t *testing.T, path, to string) {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	unpacked, err := gzip.NewReader(file)
	require.NoError(t, err)
	whole, err := io.ReadAll(unpacked)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(to, whole, 0o600))
}
