package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/sdk"
)

// commitDate is the time of the commit that the tests release.
const commitDate = "2026-01-02T03:04:05+06:00"

var (
	made = platform{"linux", "amd64"}
	is   = source{version: "v" + sdk.Version}
)

// command runs a command and returns what it printed.
func command(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), name, args...)
	c.Dir = dir
	text, err := c.CombinedOutput()
	require.NoError(t, err, "%s %q: %s", name, args, text)
	return string(text)
}

// copied makes a repository of the files of this one as they are now, with one commit that
// has the tag of the release.
func copied(t *testing.T) string {
	t.Helper()
	repo := filepath.Join("..", "..")
	if _, err := os.Stat(filepath.Join(repo, ".git")); err != nil {
		tier.Lacks(t, "not a clone: a release is made of what git knows")
	}
	to := t.TempDir()
	names := command(t, repo, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	for name := range strings.SplitSeq(strings.Trim(names, "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(repo, name))
		if os.IsNotExist(err) {
			continue // deleted, and not yet committed
		}
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(to, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(to, name), data, 0o644))
	}
	commit(t, to)
	return to
}

// commit makes a repository of a folder, with one commit that has the tag of the release.
func commit(t *testing.T, folder string) {
	t.Helper()
	t.Setenv("GIT_AUTHOR_DATE", commitDate)
	t.Setenv("GIT_COMMITTER_DATE", commitDate)
	command(t, folder, "git", "init", "--quiet")
	command(t, folder, "git", "add", "--all")
	command(t, folder, "git", "-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false",
		"commit", "--quiet", "--allow-empty", "-m", "test")
	command(t, folder, "git", "tag", is.version)
}

// released runs the program and returns the folder that it wrote.
func released(t *testing.T, repo string, args ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "dist")
	var stdout, stderr bytes.Buffer
	args = append([]string{"-repo", repo, "-out", out, "-platforms", made.String()}, append(args, is.version)...)
	require.Zero(t, run(t.Context(), args, &stdout, &stderr), "%s%s", &stdout, &stderr)
	return out
}

// read returns the files of a folder by their names.
func read(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	files := map[string][]byte{}
	for _, e := range entries {
		files[e.Name()], err = os.ReadFile(filepath.Join(folder, e.Name()))
		require.NoError(t, err)
	}
	return files
}

// untarred returns the headers and files of a compressed tar.
func untarred(t *testing.T, packed []byte) (headers []*tar.Header, files map[string][]byte) {
	t.Helper()
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	files = map[string][]byte{}
	for r := tar.NewReader(unpacked); ; {
		header, err := r.Next()
		if err == io.EOF {
			return headers, files
		}
		require.NoError(t, err)
		headers = append(headers, header)
		files[header.Name], err = io.ReadAll(r)
		require.NoError(t, err)
	}
}

func commitTimeOfTests(t *testing.T) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, commitDate)
	require.NoError(t, err)
	return at
}
