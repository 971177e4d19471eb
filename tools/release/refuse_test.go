package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRefuses what would be another release than its name says, before anything is built.
func TestRefuses(t *testing.T) {
	repo, changed, full := t.TempDir(), t.TempDir(), t.TempDir()
	commit(t, repo)
	commit(t, changed)
	require.NoError(t, os.WriteFile(filepath.Join(changed, "new.go"), nil, 0o600))
	command(t, repo, "git", "tag", "v99.0.0")
	command(t, repo, "git", "tag", "v98.0.0-rc.1")
	require.NoError(t, os.WriteFile(filepath.Join(full, "old.zip"), nil, 0o600))

	for name, c := range map[string]struct {
		args []string
		code int
		said string
	}{
		"no version":   {nil, misuse, "the version: one is wanted"},
		"two versions": {[]string{"v1.0.0", "v1.0.1"}, misuse, "the version: one is wanted"},
		"no v":         {[]string{"0.6.0"}, misuse, `"0.6.0": is no version`},
		"a space":      {[]string{"v0.6.0 -X main.x=y"}, misuse, "is no version"},
		"metadata":     {[]string{"v0.6.0+dirty"}, misuse, "is no version"},
		"unknown flag": {[]string{"-fast", is.version}, misuse, "usage: "},
		"unknown platform": {
			[]string{"-platforms", "linux/amd64,plan9/arm", is.version},
			misuse,
			`"plan9/arm": no release is made for it`,
		},
		"no tag":               {[]string{"v0.5.9"}, failed, "v0.5.9: is no tag of this commit"},
		"part of a tag":        {[]string{"v98.0.0"}, failed, "v98.0.0: is no tag of this commit"},
		"other version of sdk": {[]string{"v99.0.0"}, failed, "v99.0.0: the SDK says that it is version " + is.number()},
		"uncommitted file":     {[]string{"-repo", changed, is.version}, failed, "files are not committed:\n?? new.go"},
		"no repository":        {[]string{"-repo", t.TempDir(), is.version}, failed, "git: fatal: not a git repository"},
		"no key": {
			[]string{"-key", filepath.Join(full, "key"), is.version},
			failed,
			"key: no key to sign with: ",
		},
		"files of another": {[]string{"-out", full, is.version}, failed, full + ": is not empty\nhint: rm -r " + full},
	} {
		t.Run(name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "dist")
			var stdout, stderr bytes.Buffer
			require.Equal(t, c.code, run(t.Context(), append([]string{"-repo", repo, "-out", out}, c.args...), &stdout, &stderr))
			require.Contains(t, stderr.String(), c.said)
			require.NoDirExists(t, out)
			if c.code == failed && name != "no repository" {
				require.Contains(t, stderr.String(), "\nhint: ")
			}
			require.Empty(t, stdout.String())
		})
	}
}

func TestHelpIsNoFailure(t *testing.T) {
	var stderr bytes.Buffer
	require.Zero(t, run(t.Context(), []string{"--help"}, &stderr, &stderr))
	require.True(t, strings.HasPrefix(stderr.String(), "usage: "))
}
